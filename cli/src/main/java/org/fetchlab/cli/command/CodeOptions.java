package org.fetchlab.cli.command;

import java.util.List;
import java.util.Optional;
import org.fetchlab.cli.input.DataFiles;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.model.code.CodeSpec;
import org.fetchlab.model.code.GaloisField;
import org.fetchlab.model.code.GeneratorMatrix;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.service.ServiceSpec;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.text.SpecReader;

/** Reads codes and service laws, with the files they name. */
final class CodeOptions {
    /** The comparison of Aktaş, Kadhe, Soljanin and Sprintson (2021): six objects under four codes. */
    static final List<String> PUBLISHED_CODES = List.of("6*rep(3)", "mds(9,6)", "lrc(6,2,2)", "2*simplex(3)");

    static final String FIELD_HELP = "Field of the matrices of matrix(FILE): 2 or 256 (default: 2).";

    private final DataFiles files;

    CodeOptions(DataFiles files) {
        this.files = files;
    }

    /**
     * A service law as the user gave it.
     *
     * @param service the law
     * @param hasUnit whether its times have a unit, so that all times are in seconds
     */
    record Law(ServiceTime service, boolean hasUnit) {
        String timeUnit() {
            return hasUnit ? "s" : "that of the service times";
        }
    }

    /** The codes, the published four when none is given. */
    List<StorageCode> codes(List<String> texts, String fieldText, Problems problems) {
        Optional<GaloisField> field =
                problems.read("--field", fieldText, text -> GaloisField.ofOrder(Integer.parseInt(text.strip())));
        return (texts.isEmpty() ? PUBLISHED_CODES : texts)
                .stream()
                        .flatMap(text -> problems.read("code", text, spec -> code(spec, field)).stream())
                        .toList();
    }

    /** A service law. */
    Optional<Law> law(String option, String text, Problems problems) {
        return problems.read(
                option,
                text,
                spec -> SpecReader.readAll(spec, reader -> {
                    ServiceTime service = ServiceSpec.read(reader, files::times);
                    return new Law(service, reader.sawUnit());
                }));
    }

    private StorageCode code(String spec, Optional<GaloisField> field) {
        return CodeSpec.parse(
                spec, name -> GeneratorMatrix.of(field.orElse(GaloisField.ofOrder(2)), files.matrix(name)));
    }
}
