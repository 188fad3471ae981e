package org.fetchlab.model.code;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The generator matrix G of a linear code: k rows (objects) by n columns (servers). Server j stores the combination of
 * the objects that column j lists.
 *
 * <p>Every server stores something (no zero column) and no object is lost from the start (the rows are independent).
 * Servers and objects are counted from 0 here; error messages count rows and columns from 1, as a reader of a matrix file
 * does.
 */
public final class GeneratorMatrix {
    private final GaloisField field;
    private final byte[][] columns;
    private final int objects;

    private GeneratorMatrix(GaloisField field, byte[][] columns, int objects) {
        this.field = field;
        this.columns = columns;
        this.objects = objects;
    }

    /**
     * A matrix from its rows.
     *
     * @param field the field that all entries belong to
     * @param rows k &ge; 1 rows of n &ge; 1 entries each; copied
     * @return the matrix
     * @throws IllegalArgumentException if the rows differ in length, an entry is outside the field, a column is zero, or a
     *     row is a combination of the rows above it
     */
    public static GeneratorMatrix of(GaloisField field, int[][] rows) {
        checkShape(rows);
        checkEntries(field, rows);
        byte[][] columns = new byte[rows[0].length][rows.length];
        for (int row = 0; row < rows.length; row++) {
            for (int column = 0; column < columns.length; column++) {
                columns[column][row] = (byte) rows[row][column];
            }
        }
        checkColumns(columns);
        checkRows(rows, columns.length);
        return new GeneratorMatrix(field, columns, rows.length);
    }

    private static void checkShape(int[][] rows) {
        if (rows.length == 0 || rows[0].length == 0) {
            throw new IllegalArgumentException("a generator matrix needs at least one row and one column");
        }
        for (int row = 1; row < rows.length; row++) {
            if (rows[row].length != rows[0].length) {
                throw new IllegalArgumentException("row " + (row + 1) + " of the generator matrix has "
                        + rows[row].length + " entries, but row 1 has " + rows[0].length);
            }
        }
    }

    private static void checkEntries(GaloisField field, int[][] rows) {
        for (int row = 0; row < rows.length; row++) {
            for (int column = 0; column < rows[row].length; column++) {
                if (!field.contains(rows[row][column])) {
                    throw new IllegalArgumentException("row " + (row + 1) + ", column " + (column + 1)
                            + " of the generator matrix: " + rows[row][column] + " must be in [0, " + field.order()
                            + ")");
                }
            }
        }
    }

    private static void checkColumns(byte[][] columns) {
        byte[] zero = new byte[columns[0].length];
        for (int column = 0; column < columns.length; column++) {
            if (Arrays.equals(columns[column], zero)) {
                throw new IllegalArgumentException(
                        "column " + (column + 1) + " of the generator matrix is zero: that server would store nothing");
            }
        }
    }

    private static void checkRows(int[][] rows, int length) {
        Span span = new Span(length, rows.length, new byte[length]);
        byte[] vector = new byte[length];
        for (int row = 0; row < rows.length; row++) {
            for (int column = 0; column < length; column++) {
                vector[column] = (byte) rows[row][column];
            }
            if (!span.add(vector)) {
                throw new IllegalArgumentException("row " + (row + 1) + " of the generator matrix is a combination of"
                        + " the rows above it: the rows must be independent");
            }
        }
    }

    /**
     * The field of the entries.
     *
     * @return the field
     */
    public GaloisField field() {
        return field;
    }

    /**
     * The number of columns.
     *
     * @return n, at least {@link #objects()}
     */
    public int servers() {
        return columns.length;
    }

    /**
     * The number of rows.
     *
     * @return k, at least 1
     */
    public int objects() {
        return objects;
    }

    /**
     * One entry.
     *
     * @param object row, in [0, k)
     * @param server column, in [0, n)
     * @return the coefficient with which the object enters what the server stores, in [0, field().order())
     */
    public int entry(int object, int server) {
        return columns[server][object] & 0xff;
    }

    /**
     * The rank of some columns.
     *
     * @param servers the indices of the columns in [0, n); further indices are ignored
     * @return the dimension of their span, in [0, k]
     */
    public int rank(BitSet servers) {
        Span span = new Span(objects, objects, new byte[objects]);
        for (int server = servers.nextSetBit(0);
                server >= 0 && server < columns.length;
                server = servers.nextSetBit(server + 1)) {
            span.add(columns[server]);
        }
        return span.rank();
    }

    /** The column of a server; not to be changed. */
    byte[] column(int server) {
        return columns[server];
    }

    /** Whether the columns are all non-zero binary vectors, each once. */
    boolean isSimplex() {
        return field == GaloisField.GF2
                && objects < Integer.SIZE - 1
                && columns.length == (1 << objects) - 1
                && Arrays.stream(columns).map(ByteBuffer::wrap).distinct().count() == columns.length;
    }

    /** The unit vector of an object. */
    byte[] unit(int object) {
        byte[] unit = new byte[objects];
        unit[object] = 1;
        return unit;
    }

    /** The first server that stores one object alone. */
    OptionalInt systematicServer(int object) {
        return IntStream.range(0, columns.length)
                .filter(server -> storesOnly(server, object))
                .findFirst();
    }

    private boolean storesOnly(int server, int object) {
        for (int row = 0; row < objects; row++) {
            if ((columns[server][row] != 0) != (row == object)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The servers in the minimal recovering sets of an object. Such a set is a circuit through e_i of the matroid of
     * [G | e_i], without e_i; the elements that share a circuit with e_i are its connected component; and the components
     * of a matroid are those of the bipartite graph of rows and columns that the non-zero entries of the row-reduced
     * matrix draw.
     */
    int[] connectedServers(int object) {
        byte[][] rows = reducedWith(unit(object));
        BitSet reachedRows = new BitSet();
        BitSet reachedColumns = new BitSet();
        ArrayDeque<Integer> open = new ArrayDeque<>();
        open.add(columns.length);
        while (!open.isEmpty()) {
            int column = open.remove();
            for (int row = 0; row < rows.length; row++) {
                if (rows[row][column] != 0 && !reachedRows.get(row)) {
                    reachedRows.set(row);
                    for (int next = 0; next < columns.length; next++) {
                        if (rows[row][next] != 0 && !reachedColumns.get(next)) {
                            reachedColumns.set(next);
                            open.add(next);
                        }
                    }
                }
            }
        }
        return reachedColumns.stream().toArray();
    }

    /**
     * The columns of a parity-check matrix of [G | v], the one of v last: a basis of the linear relations between the
     * columns. With the rows reduced to [I | A] up to the order of columns it is [A' | I], A' the transpose.
     */
    byte[][] parityChecks(byte[] vector) {
        byte[][] rows = reducedWith(vector);
        byte[][] checks = new byte[columns.length + 1][columns.length + 1 - objects];
        int check = 0;
        for (int column = 0; column < checks.length; column++) {
            int pivotsBefore = column - check;
            if (pivotsBefore < objects && pivot(rows[pivotsBefore]) == column) {
                continue;
            }
            checks[column][check] = 1;
            for (int row = 0; row < pivotsBefore; row++) {
                checks[pivot(rows[row])][check] = rows[row][column];
            }
            check++;
        }
        return checks;
    }

    private static int pivot(byte[] row) {
        int column = 0;
        while (row[column] == 0) {
            column++;
        }
        return column;
    }

    /** The rows of [G | v] in reduced row echelon form. */
    private byte[][] reducedWith(byte[] vector) {
        byte[][] rows = new byte[objects][columns.length + 1];
        for (int row = 0; row < objects; row++) {
            for (int column = 0; column < columns.length; column++) {
                rows[row][column] = columns[column][row];
            }
            rows[row][columns.length] = vector[row];
        }
        int done = 0;
        for (int column = 0; done < objects; column++) {
            int pivot = done;
            while (pivot < objects && rows[pivot][column] == 0) {
                pivot++;
            }
            if (pivot < objects) {
                byte[] swapped = rows[pivot];
                rows[pivot] = rows[done];
                rows[done] = swapped;
                clearColumn(rows, column, done++);
            }
        }
        return rows;
    }

    private static void clearColumn(byte[][] rows, int column, int pivotRow) {
        GaloisField.divide(rows[pivotRow], rows[pivotRow][column] & 0xff);
        for (int row = 0; row < rows.length; row++) {
            if (row != pivotRow && rows[row][column] != 0) {
                GaloisField.addMultiple(rows[row], rows[row][column] & 0xff, rows[pivotRow]);
            }
        }
    }
}
