package org.fetchlab.model.code;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What is lost while the servers of a code are erased one after the other: one elimination tells it for everything that
 * servers store.
 *
 * <p>What server j stores cannot be computed from the servers that are left if and only if, in a parity-check matrix, the
 * column of j is a linear combination of those of the other erased servers (matroid duality). So the columns of the erased
 * servers are kept as a basis; a further column that depends on it is lost with every basis column that it depends on. All
 * is recoverable until the first loss. Nothing is allocated after construction.
 */
final class Erasures {
    private final byte[][] checks;
    private final int dimension;
    /** Basis vectors in order of arrival, each followed by its coefficients over the columns in the basis. */
    private final byte[][] basis;

    private final int[] pivots;
    private final int[] members;
    private final byte[] reduced;
    private final int[] lostAt;
    private int rank;
    private int erased;
    private int firstLoss;

    /** Nothing is erased yet. */
    Erasures(GeneratorMatrix matrix) {
        byte[][] columns = matrix.parityChecks(new byte[matrix.objects()]);
        checks = Arrays.copyOf(columns, matrix.servers());
        dimension = checks[0].length;
        basis = new byte[dimension][2 * dimension];
        pivots = new int[dimension];
        members = new int[dimension];
        reduced = new byte[2 * dimension];
        lostAt = new int[checks.length];
    }

    void clear() {
        rank = 0;
        erased = 0;
        firstLoss = 0;
        Arrays.fill(lostAt, 0);
    }

    /** How many servers had been erased, this one included, when what a server stores was lost; 0 if it is not. */
    int lostAt(int server) {
        return lostAt[server];
    }

    /** How many servers had been erased when something was lost first; 0 if nothing is. */
    int firstLoss() {
        return firstLoss;
    }

    /** Erases a further server. */
    void erase(int server) {
        erased++;
        Arrays.fill(reduced, (byte) 0);
        System.arraycopy(checks[server], 0, reduced, 0, dimension);
        for (int b = 0; b < rank; b++) {
            int factor = reduced[pivots[b]] & 0xff;
            if (factor != 0) {
                GaloisField.addMultiple(reduced, factor, basis[b]);
            }
        }
        int pivot = 0;
        while (pivot < dimension && reduced[pivot] == 0) {
            pivot++;
        }
        if (pivot < dimension) {
            enlarge(server, pivot);
        } else {
            lose(server);
        }
    }

    private void enlarge(int server, int pivot) {
        members[rank] = server;
        pivots[rank] = pivot;
        reduced[dimension + rank] = 1;
        GaloisField.divide(reduced, reduced[pivot] & 0xff);
        System.arraycopy(reduced, 0, basis[rank], 0, reduced.length);
        rank++;
    }

    /** What the erased server stores is lost, and what those store of which its column is a combination. */
    private void lose(int server) {
        firstLoss = firstLoss == 0 ? erased : firstLoss;
        lostAt[server] = erased;
        IntStream.range(0, rank)
                .filter(b -> reduced[dimension + b] != 0 && lostAt[members[b]] == 0)
                .forEach(b -> lostAt[members[b]] = erased);
    }
}
