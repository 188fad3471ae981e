package org.fetchlab.model.code;

/**
 * The span of vectors that are added one at a time, and the last of which can be taken back. Nothing is allocated after
 * construction.
 *
 * <p>Kept as an echelon basis in order of arrival: vector b has a 1 at its pivot and a 0 at the pivots of all earlier
 * vectors, so one pass in that order reduces any vector. Beside it the remainder of one target is kept for every number
 * of basis vectors: the target is in the span when its remainder is zero.
 */
final class Span {
    private final byte[][] basis;
    private final int[] pivots;
    private final byte[][] remainders;
    private final byte[] reduced;
    private int rank;

    /** The empty span in a space of some dimension, with the largest rank it can get and a target, which is copied. */
    Span(int dimension, int maximumRank, byte[] target) {
        basis = new byte[maximumRank][dimension];
        pivots = new int[maximumRank];
        remainders = new byte[maximumRank + 1][dimension];
        remainders[0] = target.clone();
        reduced = new byte[dimension];
    }

    int rank() {
        return rank;
    }

    boolean containsTarget() {
        return firstNonZero(remainders[rank]) < 0;
    }

    void clear() {
        rank = 0;
    }

    /** Takes back the last vector that enlarged the span. */
    void removeLast() {
        rank--;
    }

    /** Adds a vector, and says whether it enlarged the span. */
    boolean add(byte[] vector) {
        if (rank == pivots.length) {
            return false;
        }
        System.arraycopy(vector, 0, reduced, 0, reduced.length);
        for (int b = 0; b < rank; b++) {
            eliminate(reduced, b);
        }
        int pivot = firstNonZero(reduced);
        if (pivot < 0) {
            return false;
        }
        GaloisField.divide(reduced, reduced[pivot] & 0xff);
        System.arraycopy(reduced, 0, basis[rank], 0, reduced.length);
        pivots[rank] = pivot;
        System.arraycopy(remainders[rank], 0, remainders[rank + 1], 0, reduced.length);
        eliminate(remainders[rank + 1], rank);
        rank++;
        return true;
    }

    private void eliminate(byte[] vector, int b) {
        int factor = vector[pivots[b]] & 0xff;
        if (factor != 0) {
            GaloisField.addMultiple(vector, factor, basis[b]);
        }
    }

    private static int firstNonZero(byte[] vector) {
        for (int i = 0; i < vector.length; i++) {
            if (vector[i] != 0) {
                return i;
            }
        }
        return -1;
    }
}
