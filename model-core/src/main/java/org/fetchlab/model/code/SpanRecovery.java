package org.fetchlab.model.code;

import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Linear decoding: a set of servers recovers an object when the object's unit vector is in the span of their columns of
 * the generator matrix, and the whole file when their columns have full rank.
 *
 * <p>Up to {@value RecoveryTable#MAX_SERVERS} useful servers, decoders look sets up in a table that is computed at the
 * first use and shared; beyond, they eliminate incrementally, at O(k²) field operations per server.
 */
public final class SpanRecovery implements Recovery {
    private final GeneratorMatrix matrix;
    private final byte[] target;
    private final boolean wholeFile;
    private final int[] usefulColumns;
    private final Supplier<RecoveryTable> table;
    private final Placement placement;
    private final int distance;

    private SpanRecovery(
            GeneratorMatrix matrix,
            byte[] target,
            boolean wholeFile,
            int[] usefulColumns,
            Supplier<RecoveryTable> table,
            Placement placement,
            int distance) {
        this.matrix = matrix;
        this.target = target;
        this.wholeFile = wholeFile;
        this.usefulColumns = usefulColumns;
        this.table = table;
        this.placement = placement;
        this.distance = distance;
    }

    /**
     * Recovery of one object.
     *
     * @param matrix the generator matrix
     * @param object index of the object, in [0, k)
     * @return the recovery, whose useful servers are the connected component of the object's unit vector e_i in the matroid
     *     of [G | e_i]
     * @throws IllegalArgumentException if there is no such object
     */
    public static SpanRecovery ofObject(GeneratorMatrix matrix, int object) {
        if (object < 0 || object >= matrix.objects()) {
            throw new IllegalArgumentException("object " + object + " must be in [0, " + matrix.objects() + ")");
        }
        return create(matrix, matrix.unit(object), false, systematicLast(matrix, object));
    }

    /** The useful servers in the order of the table, whose last server is decided first: the one that decides most. */
    private static int[] systematicLast(GeneratorMatrix matrix, int object) {
        int systematic = matrix.systematicServer(object).orElse(-1);
        IntStream others = IntStream.of(matrix.connectedServers(object)).filter(server -> server != systematic);
        return (systematic < 0 ? others : IntStream.concat(others, IntStream.of(systematic))).toArray();
    }

    /**
     * Recovery of the whole file.
     *
     * @param matrix the generator matrix
     * @return the recovery, to which all servers are useful
     */
    public static SpanRecovery ofFile(GeneratorMatrix matrix) {
        int[] all = IntStream.range(0, matrix.servers()).toArray();
        return create(matrix, new byte[matrix.objects()], true, all);
    }

    private static SpanRecovery create(GeneratorMatrix matrix, byte[] target, boolean wholeFile, int[] usefulColumns) {
        Supplier<RecoveryTable> table =
                new Lazy<>(() -> new TableBuilder(matrix, target, wholeFile, usefulColumns).build());
        return new SpanRecovery(matrix, target, wholeFile, usefulColumns, table, new Placement(matrix.servers(), 0), 1);
    }

    /** The same recovery, of a code whose minimum distance is known to be at least so much. */
    SpanRecovery atDistance(int least) {
        return new SpanRecovery(matrix, target, wholeFile, usefulColumns, table, placement, least);
    }

    /** The same recovery by the servers of one block of a larger code; the table is shared. */
    SpanRecovery within(Placement block) {
        return new SpanRecovery(matrix, target, wholeFile, usefulColumns, table, block, distance);
    }

    /** Every recovering set of useful servers, which must be few enough. */
    RecoveryTable table() {
        return table.get();
    }

    /** The servers within the block that the bits of the table stand for. */
    int[] tableServers() {
        return usefulColumns.clone();
    }

    /** The useful servers within the block, in increasing order. */
    int[] usefulInBlock() {
        return IntStream.of(usefulColumns).sorted().toArray();
    }

    /** What all placements of this recovery have in common. */
    Object shape() {
        return table;
    }

    /** Whether the servers store every non-empty exclusive or of the objects once: a simplex code, in any order. */
    boolean isSimplex() {
        return matrix.isSimplex();
    }

    /** Whether everything is to be recovered, not one object. */
    boolean isOfFile() {
        return wholeFile;
    }

    /** A lower limit of the minimum distance of the block. */
    int leastDistance() {
        return distance;
    }

    /** The columns of the servers of the block, useful or not. */
    GeneratorMatrix matrix() {
        return matrix;
    }

    /** Whether no exact method finds the recovery profile. */
    boolean needsEstimate() {
        return !isSimplex() && !fitsTable();
    }

    /**
     * Whether it is best estimated by {@link Erasures}: a server stores the object alone, or everything is to be recovered,
     * and the code has no more parities than objects, so that columns of its parity-check matrix are short.
     */
    boolean isStored() {
        return (wholeFile || storedAt().isPresent()) && matrix.servers() <= 2 * matrix.objects();
    }

    /** The server of the block that stores the object alone, if one does and it is one object that is to be recovered. */
    OptionalInt storedAt() {
        int object = 0;
        while (object < target.length && target[object] == 0) {
            object++;
        }
        return wholeFile ? OptionalInt.empty() : matrix.systematicServer(object);
    }

    /** k, the number of objects of the block. */
    int dimension() {
        return matrix.objects();
    }

    private boolean fitsTable() {
        return usefulColumns.length <= RecoveryTable.MAX_SERVERS;
    }

    @Override
    public int servers() {
        return placement.servers();
    }

    @Override
    public int[] usefulServers() {
        int[] useful = placement.shift(usefulColumns);
        Arrays.sort(useful);
        return useful;
    }

    @Override
    public Decoder decoder() {
        return fitsTable() ? new TableDecoder() : new SpanDecoder();
    }

    private static boolean recovers(Span span, boolean wholeFile, int objects) {
        return wholeFile ? span.rank() == objects : span.containsTarget();
    }

    private final class TableDecoder implements Decoder {
        private final RecoveryTable sets = table();
        private final int[] bitOf = new int[matrix.servers()];
        private int mask;

        TableDecoder() {
            for (int position = 0; position < usefulColumns.length; position++) {
                bitOf[usefulColumns[position]] = 1 << position;
            }
        }

        @Override
        public void reset() {
            mask = 0;
        }

        @Override
        public boolean add(int server) {
            int column = Objects.checkIndex(server, servers()) - placement.first();
            if (column >= 0 && column < bitOf.length) {
                mask |= bitOf[column];
            }
            return sets.contains(mask);
        }
    }

    private final class SpanDecoder implements Decoder {
        private final Span span = new Span(matrix.objects(), matrix.objects(), target);

        @Override
        public void reset() {
            span.clear();
        }

        @Override
        public boolean add(int server) {
            int column = Objects.checkIndex(server, servers()) - placement.first();
            if (column >= 0 && column < matrix.servers()) {
                span.add(matrix.column(column));
            }
            return recovers(span, wholeFile, matrix.objects());
        }
    }

    /**
     * Fills a table depth first, and stops where the remaining servers do not matter any more. They do not when the
     * servers taken so far recover; nor when those left out so far make recovery impossible. By matroid duality the latter
     * is again a question about a span, that of their columns of a parity-check matrix: an object is out of reach when its
     * own column is in the span, the whole file when the columns are dependent.
     */
    private static final class TableBuilder {
        private final GeneratorMatrix matrix;
        private final boolean wholeFile;
        private final int[] columns;
        private final byte[][] checks;
        private final Span taken;
        private final Span leftOut;
        private final RecoveryTable result;

        TableBuilder(GeneratorMatrix matrix, byte[] target, boolean wholeFile, int[] columns) {
            this.matrix = matrix;
            this.wholeFile = wholeFile;
            this.columns = columns;
            checks = matrix.parityChecks(target);
            byte[] ownCheck = checks[matrix.servers()];
            taken = new Span(matrix.objects(), matrix.objects(), target);
            leftOut = new Span(ownCheck.length, ownCheck.length, ownCheck);
            result = RecoveryTable.empty(columns.length);
        }

        RecoveryTable build() {
            fill(columns.length, 0);
            return result;
        }

        /** Visits the sets that agree with {@code mask} on all but the first {@code free} servers. */
        private void fill(int free, int mask) {
            if (recovers(taken, wholeFile, matrix.objects())) {
                result.addAll(mask, 1 << free);
                return;
            }
            int server = free - 1;
            boolean independent = leftOut.add(checks[columns[server]]);
            if (wholeFile ? independent : !leftOut.containsTarget()) {
                fill(server, mask);
            }
            if (independent) {
                leftOut.removeLast();
            }
            boolean larger = taken.add(matrix.column(columns[server]));
            fill(server, mask | (1 << server));
            if (larger) {
                taken.removeLast();
            }
        }
    }
}
