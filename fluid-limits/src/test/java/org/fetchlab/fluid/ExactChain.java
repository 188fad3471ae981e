package org.fetchlab.fluid;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fetchlab.model.policy.RoutingPolicy;

/**
 * The Markov chain of the queue lengths of a few servers under a policy whose drift switches, by uniformisation: the law at a time
 * without statistical error. A queue of the greatest length refuses jobs.
 */
final class ExactChain {
    /** The probability of further steps that is left out. */
    private static final double REST = 1e-14;

    private static final double MOST_STEPS = 300;

    private final RoutingPolicy policy;
    private final int servers;
    private final double arrivalRate;
    private final List<int[]> states = new ArrayList<>();
    private final Map<List<Integer>, Integer> indices = new HashMap<>();
    private final List<int[]> targets = new ArrayList<>();
    private final List<double[]> probabilities = new ArrayList<>();
    private double[] law;

    /** The chain of servers that start with a number of jobs each. */
    ExactChain(RoutingPolicy policy, int servers, double arrivalRate, int jobs, int longest) {
        this.policy = policy;
        this.servers = servers;
        this.arrivalRate = arrivalRate;
        int[] start = new int[longest + 1];
        start[jobs] = servers;
        Deque<Integer> open = new ArrayDeque<>(List.of(index(start)));
        while (!open.isEmpty()) {
            int known = states.size();
            expand(states.get(open.poll()));
            for (int i = known; i < states.size(); i++) {
                open.add(i);
            }
        }
        law = new double[states.size()];
        law[0] = 1;
    }

    private int index(int[] state) {
        return indices.computeIfAbsent(Arrays.stream(state).boxed().toList(), key -> {
            states.add(state);
            return states.size() - 1;
        });
    }

    private double fastest() {
        return servers * (arrivalRate + 1);
    }

    /** Adds the transitions of the next state that has none. */
    private void expand(int[] state) {
        Map<Integer, Double> rates = new HashMap<>();
        int longest = state.length - 1;
        while (longest > 0 && state[longest] == 0) {
            longest--;
        }
        int shortest = 0;
        while (state[shortest] == 0) {
            shortest++;
        }
        double share = policy instanceof RoutingPolicy.Centralized centralized ? centralized.share() : 0;
        move(state, longest, longest - 1, servers * share, rates);
        for (int a = 0; a < state.length; a++) {
            move(state, a, a - 1, state[a] * (1 - share), rates);
            boolean isChosen = policy instanceof RoutingPolicy.Centralized
                    || (policy instanceof RoutingPolicy.JoinIdleQueue && shortest > 0);
            double arrivals = isChosen ? state[a] : a == shortest ? servers : 0;
            move(state, a, a + 1, arrivalRate * arrivals, rates);
        }
        double all = rates.values().stream().mapToDouble(rate -> rate).sum();
        rates.merge(index(state), fastest() - all, Double::sum);
        targets.add(rates.keySet().stream().mapToInt(target -> target).toArray());
        probabilities.add(
                rates.values().stream().mapToDouble(rate -> rate / fastest()).toArray());
    }

    private void move(int[] state, int from, int to, double rate, Map<Integer, Double> rates) {
        if (rate > 0 && to >= 0 && to < state.length) {
            int[] next = state.clone();
            next[from]--;
            next[to]++;
            rates.merge(index(next), rate, Double::sum);
        }
    }

    /** Lets time pass. */
    void advance(double time) {
        int parts = (int) Math.ceil(fastest() * time / MOST_STEPS);
        for (int i = 0; i < parts; i++) {
            advanceBy(fastest() * time / parts);
        }
    }

    /** Lets a mean number of steps pass, of which the Poisson probability of 0 is no underflow. */
    private void advanceBy(double mean) {
        double[] now = law;
        double[] sum = new double[now.length];
        double weight = Math.exp(-mean);
        double done = 0;
        for (int step = 0; done < 1 - REST && (step < mean || weight > REST); step++) {
            for (int i = 0; i < now.length; i++) {
                sum[i] += weight * now[i];
            }
            done += weight;
            weight *= mean / (step + 1);
            now = next(now);
        }
        law = sum;
    }

    private double[] next(double[] now) {
        double[] next = new double[now.length];
        for (int i = 0; i < now.length; i++) {
            int[] to = targets.get(i);
            double[] p = probabilities.get(i);
            for (int j = 0; j < to.length; j++) {
                next[to[j]] += now[i] * p[j];
            }
        }
        return next;
    }

    /** The mean fractions of servers with at least 1, 2, … jobs. */
    double[] meanTails() {
        double[] tails = new double[states.get(0).length - 1];
        for (int i = 0; i < law.length; i++) {
            int above = 0;
            for (int j = tails.length; j > 0; j--) {
                above += states.get(i)[j];
                tails[j - 1] += law[i] * above / servers;
            }
        }
        return tails;
    }

    /** n times the difference between the mean tails of this chain and a fluid limit. */
    double[] scaledDifference(double[] fluid) {
        double[] difference = meanTails();
        Arrays.setAll(difference, j -> servers * (difference[j] - (j < fluid.length ? fluid[j] : 0)));
        return difference;
    }
}
