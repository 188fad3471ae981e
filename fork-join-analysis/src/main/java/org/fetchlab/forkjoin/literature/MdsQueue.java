package org.fetchlab.forkjoin.literature;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.fetchlab.forkjoin.qbd.QbdSolution;
import org.fetchlab.forkjoin.qbd.QuasiBirthDeath;
import org.fetchlab.forkjoin.qbd.QuasiBirthDeath.Level;
import org.fetchlab.model.result.Outcome;

/**
 * The MDS queue (Lee, Shah, Huang and Ramchandran, IEEE Trans. Inf. Theory 2017): Poisson batches of k jobs, n servers of
 * exponential rate &mu;, one buffer, and the k jobs of a batch must be served by k different servers. A request reads
 * exactly k of n chunks; there are no redundant copies and nothing is cancelled. The latency of a batch ends with its last
 * job.
 *
 * <p>The queue itself has no tractable chain; bounding policies have. Each mean below is exact for its own policy.
 */
public final class MdsQueue {
    private final int servers;
    private final int jobs;
    private final double rate;

    private MdsQueue(int servers, int jobs, double rate) {
        this.servers = servers;
        this.jobs = jobs;
        this.rate = rate;
    }

    /**
     * A queue.
     *
     * @param servers n, at least 1
     * @param jobs k, in [1, n]
     * @param rate &mu;, positive and finite
     * @return the queue
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public static MdsQueue of(int servers, int jobs, double rate) {
        if (jobs < 1 || jobs > servers) {
            throw new IllegalArgumentException("MDS queue: k = " + jobs + " must lie in [1, n] with n = " + servers);
        }
        if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("service rate " + rate + " must be positive and finite");
        }
        return new MdsQueue(servers, jobs, rate);
    }

    /**
     * An upper bound: MDS-Reservation(0). A batch starts when k servers are idle, all its jobs at once.
     *
     * @param arrivalRate &lambda;, batches per unit time, positive and finite
     * @return the mean latency, void when this policy is unstable
     * @throws IllegalArgumentException if the rate is out of range
     */
    public Outcome<Double> reservationZero(double arrivalRate) {
        String name = "MDS-Reservation(0)";
        Level empty = Level.of(
                waitingFromEmpty(arrivalRate, busy -> busy - (servers - jobs + 1), jobs),
                servedWithoutWaiting(arrivalRate),
                new double[servers + 1][0]);
        Level first = Level.of(identity(arrivalRate), draining(), starting(servers + 1, servers));
        Level further = Level.of(identity(arrivalRate), draining(), starting(jobs, jobs - 1));
        Outcome<QbdSolution> solution = solve(name, arrivalRate, List.of(empty, first), further);
        return mapped(name, solution, queue -> queue.meanLevel() / arrivalRate + WholeFile.harmonic(jobs) / rate);
    }

    /** With a batch waiting, between n-k+1 and n servers are busy; completions above the least drain them. */
    private double[][] draining() {
        double[][] local = new double[jobs][jobs];
        for (int phase = 1; phase < jobs; phase++) {
            local[phase][phase - 1] = (servers - jobs + 1 + phase) * rate;
        }
        return local;
    }

    /** With the least number busy, a completion starts the first waiting batch: then all are. */
    private double[][] starting(int columns, int allBusy) {
        double[][] down = new double[jobs][columns];
        down[0][allBusy] = (servers - jobs + 1) * rate;
        return down;
    }

    private double[][] identity(double arrivalRate) {
        double[][] up = new double[jobs][jobs];
        for (int phase = 0; phase < jobs; phase++) {
            up[phase][phase] = arrivalRate;
        }
        return up;
    }

    /** With an empty buffer: completions, and batches that find k idle servers. */
    private double[][] servedWithoutWaiting(double arrivalRate) {
        double[][] local = new double[servers + 1][servers + 1];
        for (int busy = 0; busy <= servers; busy++) {
            if (busy > 0) {
                local[busy][busy - 1] = busy * rate;
            }
            if (busy + jobs <= servers) {
                local[busy][busy + jobs] = arrivalRate;
            }
        }
        return local;
    }

    /** With an empty buffer: batches that find fewer than k idle servers wait, in a phase that depends on the busy ones. */
    private double[][] waitingFromEmpty(double arrivalRate, IntUnaryOperator phaseOfBusy, int phases) {
        double[][] up = new double[servers + 1][phases];
        for (int busy = servers - jobs + 1; busy <= servers; busy++) {
            up[busy][phaseOfBusy.applyAsInt(busy)] = arrivalRate;
        }
        return up;
    }

    /**
     * A tighter upper bound: MDS-Reservation(1), also called block-one scheduling. Only the first batch in the buffer is
     * served, each of its jobs by the first idle server that has none of its jobs.
     *
     * @param arrivalRate &lambda;, batches per unit time, positive and finite
     * @return the mean latency, void when this policy is unstable
     * @throws IllegalArgumentException if the rate is out of range
     */
    public Outcome<Double> reservationOne(double arrivalRate) {
        String name = "MDS-Reservation(1)";
        List<int[]> phases = new ArrayList<>();
        for (int waiting = jobs; waiting >= 1; waiting--) {
            for (int idle = 0; idle <= jobs - waiting; idle++) {
                phases.add(new int[] {waiting, idle});
            }
        }
        int size = phases.size();
        double[][] up = new double[size][size];
        double[][] local = new double[size][size];
        double[][] toEmpty = new double[size][servers + 1];
        double[][] toNext = new double[size][size];
        for (int p = 0; p < size; p++) {
            int waiting = phases.get(p)[0];
            int idle = phases.get(p)[1];
            up[p][p] = arrivalRate;
            if (idle < jobs - waiting) {
                local[p][p + 1] = (jobs - waiting - idle) * rate;
            }
            double assigned = (servers - jobs + waiting) * rate;
            if (waiting > 1) {
                local[p][index(waiting - 1, idle)] += assigned;
            } else {
                toEmpty[p][servers - idle] = assigned;
                toNext[p][index(jobs - idle, 0)] = assigned;
            }
        }
        Level empty = Level.of(
                waitingFromEmpty(arrivalRate, busy -> index(jobs - (servers - busy), 0), size),
                servedWithoutWaiting(arrivalRate),
                new double[servers + 1][0]);
        Outcome<QbdSolution> solution =
                solve(name, arrivalRate, List.of(empty, Level.of(up, local, toEmpty)), Level.of(up, local, toNext));
        return mapped(name, solution, queue -> queue.meanLevel() / arrivalRate + lastJobs(queue, arrivalRate));
    }

    /** The phase with some jobs of the first batch waiting and some servers idle that have served it. */
    private int index(int waiting, int idle) {
        int served = jobs - waiting;
        return served * (served + 1) / 2 + idle;
    }

    /** The mean time from the start of the last job of a batch to the end of all: the k - i jobs then in service. */
    private double lastJobs(QbdSolution queue, double arrivalRate) {
        double[] empty = queue.phaseProbabilities(0);
        double mean = 0;
        for (int busy = 0; busy + jobs <= servers; busy++) {
            mean += empty[busy] * WholeFile.harmonic(jobs) / rate;
        }
        double[] first = queue.phaseProbabilities(1);
        double[] further = queue.repeatingPhases();
        for (int idle = 0; idle < jobs; idle++) {
            int phase = index(1, idle);
            double starts = (first[phase] + further[phase]) * (servers - jobs + 1) * rate;
            mean += starts / arrivalRate * WholeFile.harmonic(jobs - idle) / rate;
        }
        return mean;
    }

    /**
     * A lower bound: MDS-Violation(0), the queue M^k/M/n. Any idle server takes the next job, even of a batch it has served.
     *
     * @param arrivalRate &lambda;, batches per unit time, positive and finite
     * @return the mean latency, void when the queue is unstable
     * @throws IllegalArgumentException if the rate is out of range
     */
    public Outcome<Double> violationZero(double arrivalRate) {
        String name = "MDS-Violation(0)";
        int full = (servers + jobs - 1) / jobs;
        List<Level> boundary = new ArrayList<>();
        for (int level = 0; level < full; level++) {
            boundary.add(jobLevel(level, arrivalRate));
        }
        Outcome<QbdSolution> solution = solve(name, arrivalRate, boundary, jobLevel(full, arrivalRate));
        return mapped(name, solution, queue -> batchLatency(queue, full));
    }

    /** Level ⌊m/k⌋ and phase m mod k for m jobs in the system. */
    private Level jobLevel(int level, double arrivalRate) {
        double[][] local = new double[jobs][jobs];
        double[][] down = new double[jobs][level == 0 ? 0 : jobs];
        for (int phase = 0; phase < jobs; phase++) {
            double departures = Math.min(level * jobs + phase, servers) * rate;
            if (phase > 0) {
                local[phase][phase - 1] = departures;
            } else if (level > 0) {
                down[0][jobs - 1] = departures;
            }
        }
        return Level.of(identity(arrivalRate), local, down);
    }

    /** A batch that finds m jobs: m - n completions until its first can start when all servers are busy. */
    private double batchLatency(QbdSolution queue, int full) {
        double[][] remaining = remaining();
        double levelsBelow = 0;
        double mean = 0;
        for (int level = 0; level < full; level++) {
            double[] probabilities = queue.phaseProbabilities(level);
            for (int phase = 0; phase < jobs; phase++) {
                int started = Math.max(0, Math.min(jobs, servers - level * jobs - phase));
                int before = Math.max(0, level * jobs + phase - servers);
                levelsBelow += level * probabilities[phase];
                mean += probabilities[phase] * (before / (servers * rate) + remaining[started][jobs - started]);
            }
        }
        double[] above = queue.repeatingPhases();
        double found = jobs * (queue.meanLevel() - levelsBelow);
        double mass = 0;
        for (int phase = 0; phase < jobs; phase++) {
            found += phase * above[phase];
            mass += above[phase];
        }
        return mean + (found - servers * mass) / (servers * rate) + mass * remaining[0][jobs];
    }

    /** The mean time to finish own jobs, by those in service and those waiting with nothing ahead and all servers busy. */
    private double[][] remaining() {
        double[][] time = new double[jobs + 1][jobs + 1];
        for (int started = 0; started <= jobs; started++) {
            time[started][0] = WholeFile.harmonic(started) / rate;
        }
        for (int waiting = 1; waiting <= jobs; waiting++) {
            for (int started = 0; started + waiting <= jobs; started++) {
                double own = (double) started / servers;
                time[started][waiting] = 1 / (servers * rate)
                        + own * time[started][waiting - 1]
                        + (1 - own) * time[started + 1][waiting - 1];
            }
        }
        return time;
    }

    private static Outcome<QbdSolution> solve(String name, double arrivalRate, List<Level> boundary, Level repeating) {
        if (!(arrivalRate > 0 && arrivalRate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("arrival rate " + arrivalRate + " must be positive and finite");
        }
        Outcome<QbdSolution> solution = QuasiBirthDeath.of(boundary, repeating).solve();
        return solution instanceof Outcome.None<QbdSolution> none
                ? new Outcome.None<>(name, "void: " + none.reason())
                : solution;
    }

    private static Outcome<Double> mapped(
            String name, Outcome<QbdSolution> solution, ToDoubleFunction<QbdSolution> mean) {
        return solution instanceof Outcome.None<QbdSolution> none
                ? new Outcome.None<>(none.method(), none.reason())
                : new Outcome.Known<>(mean.applyAsDouble(solution.value().orElseThrow()), name);
    }
}
