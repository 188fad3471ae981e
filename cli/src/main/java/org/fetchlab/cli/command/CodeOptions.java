package org.fetchlab.cli.command;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.fetchlab.cli.input.DataFiles;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.model.code.CodeSpec;
import org.fetchlab.model.code.GaloisField;
import org.fetchlab.model.code.GeneratorMatrix;
import org.fetchlab.model.code.StorageCode;
import picocli.CommandLine.Option;

/** How codes are read. */
final class CodeOptions {
    /** What CODE may be: lines for the description of a command. */
    static final String GRAMMAR = "CODE is one of"
            + "%n  rep(3)             the same object on 3 servers"
            + "%n  mds(9,6), rs(9,6)  Reed-Solomon: 6 objects on 9 servers, any 6 recover all"
            + "%n                     (over a field larger than GF(2^8) where there are more than 256)"
            + "%n  lrc(6,2,2)         6 objects in 2 groups with a local parity each, and 2 global parities"
            + "%n  simplex(3)         every sum of 3 objects on a server of its own"
            + "%n  availability(2,3)  one hot object: its server, and 3 disjoint groups of 2 that rebuild it"
            + "%n  matrix(FILE)       a generator matrix: CSV, one line per object, one column per server"
            + "%nor a sum of codes side by side, 2*simplex(3), simplex(2)+rep(3). Quote it for the shell.";

    /** The comparison of Aktaş, Kadhe, Soljanin and Sprintson (2021): six objects under four codes. */
    private static final List<String> PUBLISHED_CODES = List.of("6*rep(3)", "mds(9,6)", "lrc(6,2,2)", "2*simplex(3)");

    @Option(
            names = "--field",
            paramLabel = "Q",
            order = 35,
            description = "Field of the matrices of matrix(FILE): 2 or 256 (default: 2).")
    String fieldText = "2";

    /** The codes, the published four when none is given; no matrices when their field is not known. */
    List<StorageCode> codes(List<String> texts, DataFiles files, Problems problems) {
        Optional<GaloisField> field = problems.read("--field", fieldText, CodeOptions::field);
        return (texts.isEmpty() ? PUBLISHED_CODES : texts)
                .stream()
                        .filter(text -> field.isPresent() || !text.contains("matrix"))
                        .flatMap(text -> problems.read("code", text, spec -> code(spec, field, files)).stream())
                        .toList();
    }

    private static GaloisField field(String text) {
        return switch (text.strip()) {
            case "2" -> GaloisField.ofOrder(2);
            case "256" -> GaloisField.ofOrder(256);
            default -> throw new IllegalArgumentException("'" + text + "' must be one of 2, 256");
        };
    }

    private static StorageCode code(String spec, Optional<GaloisField> field, DataFiles files) {
        return CodeSpec.parse(spec, name -> matrix(field.orElse(GaloisField.GF2), files.matrix(name)));
    }

    private static GeneratorMatrix matrix(GaloisField field, int[][] rows) {
        int largest = Arrays.stream(rows).flatMapToInt(Arrays::stream).max().orElse(0);
        try {
            return GeneratorMatrix.of(field, rows);
        } catch (IllegalArgumentException refused) {
            if (field == GaloisField.GF2 && largest > 1) {
                throw new IllegalArgumentException(
                        refused.getMessage() + "; for entries from 0 to 255 give --field 256", refused);
            }
            throw refused;
        }
    }
}
