package org.fetchlab.forkjoin.inorder;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.fetchlab.model.code.Recovery;

/**
 * The phases of in-order fork-join with leads up to a limit c, one representative of each class of exchangeable leads, and
 * what a service completion does in each.
 *
 * <p>The lead of a server is the number of copies it has finished of requests still present. The servers with positive
 * lead never recover, or the head of the line would have left. Phases are sorted by their largest lead, so that the
 * phases possible with n requests in the system are the first {@code count(n)}, and then by the sum of leads, so that
 * completions that keep the head of the line lead to later phases.
 */
final class LeadPhases {
    /** What a completion does. */
    enum Effect {
        /** The server's lead grows by one. */
        ADVANCE,
        /** The head of the line departs. */
        DEPART,
        /** The lead would exceed the limit: the server is blocked, or the head of the line departs for free. */
        EXCEED
    }

    /**
     * All completions of one kind in one phase.
     *
     * @param effect what happens
     * @param lead the lead of the servers concerned: they are busy when more requests are present
     * @param systematic whether the servers concerned recover on their own
     * @param target the phase after the completion (for EXCEED: after the free departure)
     * @param servers how many servers are concerned
     * @param rate their total service rate
     */
    record Move(Effect effect, int lead, boolean systematic, int target, int servers, double rate) {}

    private final int limit;
    private final List<int[]> leads;
    private final List<List<Move>> moves;
    private final int[] counts;
    private final int[] types;

    private LeadPhases(int limit, List<int[]> leads, List<List<Move>> moves, int[] counts, int[] types) {
        this.limit = limit;
        this.leads = leads;
        this.moves = moves;
        this.counts = counts;
        this.types = types;
    }

    /** The phases of a system with leads up to c, empty when they are more than {@code mostPhases}. */
    static Optional<LeadPhases> of(InOrderSystem system, int limit, int mostPhases) {
        return new Generator(system, limit).generate(mostPhases);
    }

    /** c. */
    int limit() {
        return limit;
    }

    /** The number of phases. */
    int size() {
        return leads.size();
    }

    /** The number of phases in which no lead exceeds n. */
    int count(int n) {
        return counts[Math.min(n, limit)];
    }

    /** The leads of a phase, by index of the server; not to be changed. */
    int[] leads(int phase) {
        return leads.get(phase);
    }

    /** The completions that are possible in a phase when all servers are busy. */
    List<Move> moves(int phase) {
        return moves.get(phase);
    }

    /** The service type of a request that reaches the head of the line in this phase. */
    int type(int phase) {
        return types[phase];
    }

    private static final class Generator {
        private final InOrderSystem system;
        private final int limit;
        private final int[] useful;
        private final Recovery.Decoder decoder;
        private final Map<String, Integer> index = new HashMap<>();

        Generator(InOrderSystem system, int limit) {
            this.system = system;
            this.limit = limit;
            this.useful = system.recovery().usefulServers();
            this.decoder = system.recovery().decoder();
        }

        Optional<LeadPhases> generate(int mostPhases) {
            List<int[]> leads = reachable(mostPhases);
            if (leads.size() > mostPhases) {
                return Optional.empty();
            }
            leads.sort(Comparator.comparingInt(LeadPhases::largest)
                    .thenComparingInt((int[] l) -> Arrays.stream(l).sum())
                    .thenComparing(l -> l, Arrays::compare));
            int[] counts = new int[limit + 1];
            for (int p = 0; p < leads.size(); p++) {
                index.put(key(leads.get(p)), p);
                Arrays.fill(counts, largest(leads.get(p)), counts.length, p + 1);
            }
            List<List<Move>> moves = leads.stream().map(this::moves).toList();
            int[] types = leads.stream().mapToInt(system::type).toArray();
            return Optional.of(new LeadPhases(limit, leads, moves, counts, types));
        }

        /** All phases by breadth-first search from leads 0; some when they are more than allowed. */
        private List<int[]> reachable(int mostPhases) {
            List<int[]> found = new ArrayList<>();
            Set<String> seen = new HashSet<>();
            Deque<int[]> queue = new ArrayDeque<>();
            int[] start = new int[system.recovery().servers()];
            seen.add(key(start));
            queue.add(start);
            while (!queue.isEmpty() && seen.size() <= mostPhases) {
                int[] leads = queue.remove();
                found.add(leads);
                int[] alike = system.alike(leads);
                for (int server : useful) {
                    if (alike[server] == server && leads[server] < limit && !recovers(leads, server)) {
                        int[] next = system.canonical(advanced(leads, server));
                        if (seen.add(key(next))) {
                            queue.add(next);
                        }
                    }
                }
            }
            found.addAll(queue);
            return found;
        }

        private List<Move> moves(int[] leads) {
            int[] alike = system.alike(leads);
            Map<Integer, Move> kinds = new HashMap<>();
            Map<Move, double[]> totals = new LinkedHashMap<>();
            for (int server : useful) {
                Move kind = kinds.computeIfAbsent(alike[server], one -> kind(leads, one));
                double[] total = totals.computeIfAbsent(kind, k -> new double[2]);
                total[0]++;
                total[1] += system.rate(server);
            }
            List<Move> moves = new ArrayList<>();
            totals.forEach((kind, total) -> moves.add(
                    new Move(kind.effect(), kind.lead(), kind.systematic(), kind.target(), (int) total[0], total[1])));
            return List.copyOf(moves);
        }

        private Effect effect(int[] leads, int server) {
            if (leads[server] == 0 && recovers(leads, server)) {
                return Effect.DEPART;
            }
            return leads[server] < limit ? Effect.ADVANCE : Effect.EXCEED;
        }

        /** The completion of one server, not yet counted. */
        private Move kind(int[] leads, int server) {
            Effect effect = effect(leads, server);
            int[] next = advanced(leads, server);
            int[] after = effect == Effect.ADVANCE ? next : departed(next);
            int target = Objects.requireNonNull(index.get(key(system.canonical(after))));
            return new Move(effect, leads[server], system.systematic(server), target, 0, 0);
        }

        /** Whether the head of the line departs when the copy of this server is done too. */
        private boolean recovers(int[] leads, int server) {
            decoder.reset();
            boolean recovers = decoder.add(server);
            for (int other : useful) {
                if (leads[other] > 0) {
                    recovers = decoder.add(other);
                }
            }
            return recovers;
        }

        private static int[] advanced(int[] leads, int server) {
            int[] next = leads.clone();
            next[server]++;
            return next;
        }

        private static int[] departed(int[] leads) {
            int[] next = new int[leads.length];
            for (int j = 0; j < next.length; j++) {
                next[j] = Math.max(leads[j] - 1, 0);
            }
            return next;
        }

        private static String key(int[] leads) {
            char[] key = new char[leads.length];
            for (int j = 0; j < key.length; j++) {
                key[j] = (char) leads[j];
            }
            return new String(key);
        }
    }

    private static int largest(int[] leads) {
        OptionalInt largest = Arrays.stream(leads).max();
        return largest.orElse(0);
    }
}
