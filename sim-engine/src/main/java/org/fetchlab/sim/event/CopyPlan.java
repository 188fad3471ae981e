package org.fetchlab.sim.event;

import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.sim.recursion.RecoveringSubset;
import org.jspecify.annotations.Nullable;

/**
 * Which copies a new request will send, and in which order. Positions stand for the useful servers of what it asks for, in
 * increasing order. Not thread-safe; no call allocates.
 *
 * <p>A degraded read avoids servers that are down when it arrives: it chooses among the useful servers that are up as
 * if there were no others, unless these do not recover.
 */
abstract sealed class CopyPlan {
    final int[] servers;
    final Recovery.Decoder decoder;
    /** All positions: 0, 1, … */
    final int[] all;
    /** Positions that get a service time, in increasing order. */
    int[] drawn;
    /** How many they are. */
    int drawnCount;
    /** How many copies the request sends in all, unless it completes before; known when the copies are ordered. */
    int total;
    /** How many of them are sent at once; known when the copies are ordered. */
    int first;

    private CopyPlan(Recovery recovery) {
        servers = recovery.usefulServers();
        decoder = recovery.decoder();
        all = IntStream.range(0, servers.length).toArray();
        drawn = all;
        drawnCount = servers.length;
        total = servers.length;
    }

    /** Chooses for a new request: which positions get a service time, and how many copies there will be. */
    abstract void choose();

    /**
     * The order in which the chosen copies are sent.
     *
     * @param own where to write it, if it differs from request to request
     * @return the positions in that order; valid while the request is in the system, and not to be written to
     */
    abstract int[] order(int[] own);

    /** The servers that are up, as far as requests ask for it. */
    static final class Availability {
        private final boolean[] isDown;

        /**
         * The servers of a system.
         *
         * @param isDown which of them are down now; null if requests do not care
         */
        Availability(boolean @Nullable [] isDown) {
            this.isDown = isDown == null ? new boolean[0] : isDown;
        }

        boolean isUp(int server) {
            return server >= isDown.length || !isDown[server];
        }

        boolean matters() {
            return isDown.length > 0;
        }
    }

    /** All copies at once: to every candidate, or to a random subset of them that recovers. */
    static final class AtOnce extends CopyPlan {
        private static final int ATTEMPTS_OF_DEGRADED_READS = 1000;

        private final Availability availability;
        private final @Nullable RecoveringSubset subset;
        private final @Nullable UniformRandomProvider ties;
        private final int[] keys;
        private final int[] up;
        private int[] chosen;

        /**
         * A plan.
         *
         * @param recovery what is asked for
         * @param availability which servers are up
         * @param subset chooses the copies; null to send all
         * @param ties draws keys that order the copies, the same keys that the recursion draws; null to send them in the
         *     order of their servers
         */
        AtOnce(
                Recovery recovery,
                Availability availability,
                @Nullable RecoveringSubset subset,
                @Nullable UniformRandomProvider ties) {
            super(recovery);
            this.availability = availability;
            this.subset = subset;
            this.ties = ties;
            keys = new int[all.length];
            up = new int[all.length];
            chosen = all;
        }

        @Override
        void choose() {
            chosen = all;
            total = all.length;
            if (availability.matters()) {
                avoidServersThatAreDown();
            }
            if (subset != null && subset.size() < total && isSubsetDrawn(subset)) {
                chosen = subset.chosen();
                total = subset.size();
            }
            if (subset != null) {
                drawn = chosen;
                drawnCount = total;
            }
        }

        private void avoidServersThatAreDown() {
            int count = 0;
            for (int position : all) {
                if (availability.isUp(servers[position])) {
                    up[count++] = position;
                }
            }
            if (count < all.length && RecoveringSubset.recovers(servers, up, count, decoder)) {
                chosen = up;
                total = count;
            }
        }

        /** Of the servers that are up perhaps no r recover, though all together do: then all of them get a copy. */
        private boolean isSubsetDrawn(RecoveringSubset copies) {
            if (chosen == up) {
                return copies.draw(servers, up, total, decoder, ATTEMPTS_OF_DEGRADED_READS);
            }
            copies.drawOrFail(servers, all, total, decoder);
            return true;
        }

        @Override
        int[] order(int[] own) {
            first = total;
            if (ties != null) {
                writeByKeys(own, ties);
                return own;
            }
            if (chosen == all) {
                return all;
            }
            System.arraycopy(chosen, 0, own, 0, total);
            return own;
        }

        private void writeByKeys(int[] order, UniformRandomProvider random) {
            for (int i = 0; i < total; i++) {
                int position = chosen[i];
                keys[position] = random.nextInt();
                int hole = i;
                while (hole > 0 && keys[order[hole - 1]] > keys[position]) {
                    order[hole] = order[hole - 1];
                    hole--;
                }
                order[hole] = position;
            }
        }
    }

    /**
     * Hedged: first a set that recovers (the systematic server where there is one, otherwise found by dropping from a random
     * order what is not needed, and then as many others as the first set lacks), then the other useful servers, in random
     * order, as far as the rounds go. Servers to avoid come last, and are needed only if the others do not recover.
     */
    static final class Hedged extends CopyPlan {
        private final AccessPolicy.Hedge hedge;
        private final Availability availability;
        private final int systematic;
        private final UniformRandomProvider random;
        private final int[] last;

        /**
         * A plan.
         *
         * @param hedge the least size of the first set, and how many copies may follow
         * @param recovery what is asked for
         * @param systematic the position of its systematic server, or -1
         * @param availability which servers are up
         * @param random shuffles
         */
        Hedged(
                AccessPolicy.Hedge hedge,
                Recovery recovery,
                int systematic,
                Availability availability,
                UniformRandomProvider random) {
            super(recovery);
            this.hedge = hedge;
            this.systematic = systematic;
            this.availability = availability;
            this.random = random;
            last = new int[all.length];
        }

        /** All copies may be sent, and get a service time now. */
        @Override
        void choose() {}

        @Override
        int[] order(int[] own) {
            int round = Math.max(writeNeeded(own), Math.min(hedge.first(), servers.length));
            total = (int) Math.min(servers.length, round + hedge.furtherCopies());
            first = hedge.delay() == 0 ? total : round;
            return own;
        }

        /** Writes an order that begins with a set that recovers with no copy to spare, and returns the size of that set. */
        private int writeNeeded(int[] order) {
            order[0] = 0;
            for (int i = 1; i < servers.length; i++) {
                int j = random.nextInt(i + 1);
                order[i] = order[j];
                order[j] = i;
            }
            if (availability.matters()) {
                moveToBack(order);
            }
            if (systematic >= 0 && availability.isUp(servers[systematic])) {
                moveToFront(order, systematic);
                return 1;
            }
            return keepNeeded(order, recoveringPrefix(order));
        }

        /** Moves the servers that are down behind the others; each kind stays in its order. */
        private void moveToBack(int[] order) {
            int kept = 0;
            int moved = 0;
            for (int i = 0; i < servers.length; i++) {
                int position = order[i];
                if (availability.isUp(servers[position])) {
                    order[kept++] = position;
                } else {
                    last[moved++] = position;
                }
            }
            System.arraycopy(last, 0, order, kept, moved);
        }

        private static void moveToFront(int[] order, int position) {
            int place = 0;
            while (order[place] != position) {
                place++;
            }
            order[place] = order[0];
            order[0] = position;
        }

        private int recoveringPrefix(int[] order) {
            decoder.reset();
            int length = 0;
            boolean recovers = false;
            while (!recovers) {
                recovers = decoder.add(servers[order[length++]]);
            }
            return length;
        }

        /** Moves to the back of the prefix every position without which the rest of it still recovers. */
        private int keepNeeded(int[] order, int prefix) {
            int kept = prefix;
            for (int i = prefix - 1; i >= 0; i--) {
                if (recoversWithout(order, kept, i)) {
                    kept--;
                    int spare = order[i];
                    order[i] = order[kept];
                    order[kept] = spare;
                }
            }
            return kept;
        }

        private boolean recoversWithout(int[] order, int length, int left) {
            decoder.reset();
            boolean recovers = false;
            for (int i = 0; i < length; i++) {
                if (i != left) {
                    recovers = decoder.add(servers[order[i]]);
                }
            }
            return recovers;
        }
    }
}
