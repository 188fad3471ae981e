package org.fetchlab.fluid.download;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.numbers.gamma.LogGamma;
import org.fetchlab.model.result.QueueTails;

/**
 * The survival function of the tagged job of a {@link CentralizedDownload} when the longest queues m are rare and short-lived:
 * stations leave length m at a rate ν far above all others.
 *
 * <p>The jumps are followed without the time spent at length m. Below it, with as many idle jumps as make the rate
 * {@code Λ = λ + 1 − p} everywhere, a job that is done at the r-th event and has seen v stays at length m was present for
 *
 * <pre>  Erlang(r, Λ) + Erlang(v, ν),</pre>
 *
 * exactly, because the stays at length m are alike. The survival function G_{r,v} of that sum follows from
 * {@code Λν/((s+Λ)(s+ν)) = (νΛ/(s+Λ) − Λν/(s+ν))/(ν−Λ)}:
 *
 * <pre>  G_{r,v} = (ν G_{r,v−1} − Λ G_{r−1,v})/(ν−Λ),</pre>
 *
 * which loses no digits when ν is large. No small step is taken: the cost does not depend on ν.
 */
final class RareLevelLatency {
    private static final double NEGLIGIBLE = 1e-17;
    private static final int MOST_EVENTS = 1_000_000;

    private final double arrivalRate;
    /** The rate of events below the longest queues, Λ. */
    private final double slow;
    /** The rate at which a stay at the longest queues ends, ν. */
    private final double fast;

    private final int longest;
    /** Element (r, v) is the probability that the job is done at the r-th slow event after v stays. */
    private final List<double[]> done = new ArrayList<>();

    /**
     * The law of a job at a fixed point.
     *
     * @param tails the fixed point, with at least two levels above 0
     * @param local 1−p
     * @param spare the rate at which the central server empties a longest queue beside arrivals, {@code p/s_m − λ}
     */
    RareLevelLatency(double arrivalRate, double local, double spare, QueueTails tails) {
        this.arrivalRate = arrivalRate;
        this.slow = arrivalRate + local;
        this.fast = slow + spare;
        this.longest = tails.levels() - 1;
        double[][][] present = none();
        double[] doneAtOnce = new double[longest + 1];
        for (int i = 1; i < longest; i++) {
            present[i][i][0] += tails.tail(i - 1) - tails.tail(i);
        }
        stay(longest, 0, tails.tail(longest - 1), present, doneAtOnce);
        done.add(doneAtOnce);
        while (total(present) > NEGLIGIBLE && done.size() < MOST_EVENTS) {
            present = next(present);
        }
    }

    /** Probabilities by length below m, place in the queue, and number of stays. */
    private double[][][] none() {
        return new double[longest][longest][longest + 1];
    }

    /** One event below length m, and the stays at length m that it leads to. */
    private double[][][] next(double[][][] present) {
        double[][][] after = none();
        double[] finished = new double[longest + 1];
        for (int i = 1; i < longest; i++) {
            for (int j = 1; j <= i; j++) {
                for (int v = 0; v <= longest - j; v++) {
                    double mass = present[i][j][v] / slow;
                    if (mass > 0) {
                        serve(i - 1, j - 1, v, (slow - arrivalRate) * mass, after, finished);
                        arrive(i + 1, j, v, arrivalRate * mass, after, finished);
                    }
                }
            }
        }
        done.add(finished);
        return after;
    }

    private void arrive(int length, int place, int stays, double mass, double[][][] after, double[] finished) {
        if (length == longest) {
            stay(place, stays, mass, after, finished);
        } else {
            after[length][place][stays] += mass;
        }
    }

    private static void serve(int length, int place, int stays, double mass, double[][][] after, double[] finished) {
        if (place == 0) {
            finished[stays] += mass;
        } else {
            after[length][place][stays] += mass;
        }
    }

    /** Stays at length m end by an arrival, for which the oldest job is taken and another stay begins, or by a departure. */
    private void stay(int place, int before, double entering, double[][][] after, double[] finished) {
        double mass = entering;
        int stays = before + 1;
        for (int next = place - 1; next > 0; next--) {
            after[longest - 1][next][stays++] += mass * (fast - arrivalRate) / fast;
            mass *= arrivalRate / fast;
        }
        finished[stays] += mass;
    }

    private static double total(double[][][] present) {
        double sum = 0;
        for (double[][] ofLength : present) {
            for (double[] ofPlace : ofLength) {
                for (double mass : ofPlace) {
                    sum += mass;
                }
            }
        }
        return sum;
    }

    /** The probability that the job is present after some time. */
    double survival(double time) {
        double[] later = new double[longest + 1];
        for (int v = 1; v <= longest; v++) {
            later[v] = later[v - 1] + poisson(fast * time, v - 1);
        }
        double sum = weighted(0, later);
        for (int r = 1; r < done.size(); r++) {
            later[0] += poisson(slow * time, r - 1);
            for (int v = 1; v <= longest; v++) {
                later[v] = (fast * later[v - 1] - slow * later[v]) / (fast - slow);
            }
            sum += weighted(r, later);
        }
        return sum;
    }

    private double weighted(int r, double[] later) {
        double sum = 0;
        for (int v = 0; v <= longest; v++) {
            sum += done.get(r)[v] * later[v];
        }
        return sum;
    }

    private static double poisson(double mean, int count) {
        if (mean == 0) {
            return count == 0 ? 1 : 0;
        }
        return Math.exp(count * Math.log(mean) - mean - LogGamma.value(count + 1.0));
    }
}
