package org.fetchlab.fluid.process;

import java.util.Arrays;

/**
 * A square matrix whose entries vanish outside a band around the diagonal. A work array: its entries are set again for
 * every state.
 */
public final class BandMatrix {
    private final int size;
    private final int lower;
    private final int width;
    private final double[] entries;

    private BandMatrix(int size, int lower, int upper) {
        this.size = size;
        this.lower = lower;
        this.width = lower + 1 + upper;
        this.entries = new double[size * width];
    }

    /**
     * A zero matrix.
     *
     * @param size the number of rows, at least 1
     * @param lower how many diagonals below the main one may hold entries, in [0, size)
     * @param upper how many diagonals above the main one may hold entries, in [0, size)
     * @return the matrix
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static BandMatrix zero(int size, int lower, int upper) {
        if (size < 1 || lower < 0 || upper < 0 || lower >= size || upper >= size) {
            throw new IllegalArgumentException("band matrix of size " + size + " with bandwidths " + lower + " and "
                    + upper + ": size must be at least 1, bandwidths must lie in [0, size)");
        }
        return new BandMatrix(size, lower, upper);
    }

    /**
     * A zero matrix in the shape of the Jacobian of a process.
     *
     * @param field the process
     * @return the matrix
     */
    public static BandMatrix jacobianOf(LinearNoiseField field) {
        int widest = field.dimension() - 1;
        return zero(
                field.dimension(), Math.min(field.lowerBandwidth(), widest), Math.min(field.upperBandwidth(), widest));
    }

    /** Sets every entry to zero. */
    public void clear() {
        Arrays.fill(entries, 0);
    }

    /**
     * The number of rows.
     *
     * @return the size
     */
    public int size() {
        return size;
    }

    /**
     * One entry.
     *
     * @param row the row, in [0, size)
     * @param column the column, in [0, size)
     * @return the entry, 0 outside the band
     */
    public double get(int row, int column) {
        int offset = column - row + lower;
        return offset < 0 || offset >= width ? 0 : entries[row * width + offset];
    }

    /**
     * Adds to one entry inside the band.
     *
     * @param row the row, in [0, size)
     * @param column the column, in [0, size), inside the band
     * @param value what is added
     * @throws IndexOutOfBoundsException if the entry lies outside the band
     */
    public void add(int row, int column, double value) {
        int offset = column - row + lower;
        if (offset < 0 || offset >= width) {
            throw new IndexOutOfBoundsException("entry (" + row + ", " + column + ") lies outside the band");
        }
        entries[row * width + offset] += value;
    }

    /**
     * The product with a vector.
     *
     * @param vector x, of length size
     * @param product receives this · x; not the same array
     */
    public void multiply(double[] vector, double[] product) {
        for (int row = 0; row < size; row++) {
            double sum = 0;
            for (int column = first(row); column < end(row); column++) {
                sum += entries[row * width + column - row + lower] * vector[column];
            }
            product[row] = sum;
        }
    }

    /**
     * The product with a matrix.
     *
     * @param matrix X, with size rows
     * @param product receives this · X; not the same array
     */
    public void multiply(double[][] matrix, double[][] product) {
        for (int row = 0; row < size; row++) {
            double[] target = product[row];
            Arrays.fill(target, 0);
            for (int column = first(row); column < end(row); column++) {
                double factor = entries[row * width + column - row + lower];
                if (factor != 0) {
                    addScaled(factor, matrix[column], target);
                }
            }
        }
    }

    /**
     * The entries as rows.
     *
     * @return a new size × size array
     */
    public double[][] toArray() {
        double[][] dense = new double[size][size];
        for (int row = 0; row < size; row++) {
            for (int column = first(row); column < end(row); column++) {
                dense[row][column] = get(row, column);
            }
        }
        return dense;
    }

    private int first(int row) {
        return Math.max(0, row - lower);
    }

    private int end(int row) {
        return Math.min(size, row - lower + width);
    }

    private static void addScaled(double factor, double[] source, double[] target) {
        for (int i = 0; i < target.length; i++) {
            target[i] += factor * source[i];
        }
    }
}
