package org.fetchlab.model.code;

import java.util.Locale;
import org.fetchlab.model.text.SpecException;
import org.fetchlab.model.text.SpecReader;

/**
 * The text form of storage codes: {@code rep(c)}, {@code mds(n,k)} (also {@code rs(n,k)}), {@code lrc(k,l,g)},
 * {@code simplex(m)}, {@code availability(r,t)} and {@code matrix(FILE)}; {@code 2*simplex(3)} for a direct sum of copies,
 * {@code simplex(2)+rep(3)} for a direct sum, and parentheses around a sum.
 */
public final class CodeSpec {
    private static final String FAMILIES = "rep, mds (or rs), lrc, simplex, availability or matrix";

    private final SpecReader reader;
    private final MatrixSource files;

    private CodeSpec(SpecReader reader, MatrixSource files) {
        this.reader = reader;
        this.files = files;
    }

    /**
     * Reads a code from its text form.
     *
     * @param text the text form; blanks between its parts and the case of names do not matter
     * @param files reads the generator matrix of a file
     * @return the code
     * @throws SpecException if the text is not a code; it points at the character
     */
    public static StorageCode parse(String text, MatrixSource files) {
        return SpecReader.readAll(text, reader -> new CodeSpec(reader, files).sum());
    }

    private StorageCode sum() {
        int start = reader.position();
        StorageCode sum = term();
        while (reader.accept('+')) {
            StorageCode left = sum;
            StorageCode right = term();
            sum = reader.build(start, () -> left.plus(right));
        }
        return sum;
    }

    private StorageCode term() {
        int start = reader.position();
        if (reader.isNumberNext()) {
            int copies = reader.integer("the number of copies", StorageCode.MAX_SERVERS);
            if (!reader.accept('*')) {
                throw reader.error("a number repeats a code: expected '*' and a code, such as 2*rep(3)");
            }
            StorageCode one = term();
            return reader.build(start, () -> one.times(copies));
        }
        if (reader.accept('(')) {
            StorageCode sum = sum();
            reader.expect(')');
            return sum;
        }
        return family(start);
    }

    private StorageCode family(int start) {
        String name = reader.name("a code (" + FAMILIES + ")").toLowerCase(Locale.ROOT);
        return switch (name) {
            case "rep" -> {
                int[] a = arguments("the number of copies");
                yield reader.build(start, () -> StorageCode.replication(a[0]));
            }
            case "mds", "rs" -> {
                int[] a = arguments("n, the number of servers", "k, the number needed");
                yield reader.build(start, () -> StorageCode.mds(a[0], a[1]));
            }
            case "lrc" -> {
                int[] a = arguments("k, the data objects", "l, the local groups", "g, the global parities");
                yield reader.build(start, () -> StorageCode.lrc(a[0], a[1], a[2]));
            }
            case "simplex" -> {
                int[] a = arguments("m, the dimension");
                yield reader.build(start, () -> StorageCode.simplex(a[0]));
            }
            case "availability" -> {
                int[] a = arguments("r, the group size", "t, the number of groups");
                yield reader.build(start, () -> StorageCode.availability(a[0], a[1]));
            }
            case "matrix" -> matrix(start);
            default -> throw reader.error(start, "unknown code '" + name + "': use " + FAMILIES);
        };
    }

    private int[] arguments(String... names) {
        reader.expect('(');
        int[] values = new int[names.length];
        for (int i = 0; i < names.length; i++) {
            if (i > 0) {
                reader.expect(',');
            }
            values[i] = reader.integer(names[i], Block.MAX_SERVERS);
        }
        reader.expect(')');
        return values;
    }

    private StorageCode matrix(int start) {
        reader.expect('(');
        String file = reader.rawText("the name of a matrix file");
        reader.expect(')');
        return reader.build(start, () -> StorageCode.linear(files.read(file), matrixSpec(file)));
    }

    private static String matrixSpec(String file) {
        boolean plain = file.indexOf(',') < 0 && file.indexOf(')') < 0;
        return "matrix(" + (plain ? file : '"' + file + '"') + ")";
    }
}
