package org.fetchlab.sim.occupancy;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.PoissonSampler;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.HeapBudget;
import org.fetchlab.sim.experiment.Workers;
import org.fetchlab.sim.routing.BatchChoice;

/**
 * Independent trajectories of the queue lengths on a time grid. No clock is simulated: the number of events between two
 * grid times is a Poisson variate, so the states at the grid times have exactly the law of the continuous-time chain.
 */
public final class TransientRun {
    /** Above this mean a Poisson number of events is drawn in parts: the sampler returns ints. */
    private static final double LARGEST_MEAN = 0x1.0p29;

    /** Events between two looks at whether the run is cancelled. */
    private static final int CHUNK = 1 << 14;

    private static final int INITIAL_LEVELS = 8;
    private static final double BYTES_PER_ARRAY = 24;

    private final OccupancyModel model;
    private final OccupancyHistogram initial;
    private final double[] times;

    private TransientRun(OccupancyModel model, OccupancyHistogram initial, double[] times) {
        this.model = model;
        this.initial = initial;
        this.times = times;
    }

    /**
     * Simulates trajectories. Unstable systems have trajectories too.
     *
     * @param model the system
     * @param initial the state at time 0, of as many servers as the model
     * @param times the grid: at least one time, positive, finite and increasing
     * @param replications how many independent trajectories, at least 2
     * @param streams the random numbers
     * @param execution threads, progress (in grid times) and cancellation; without effect on the result
     * @return the trajectories
     * @throws IllegalArgumentException if an argument is out of its range, or the replications do not fit in memory
     * @throws java.util.concurrent.CancellationException if the execution is cancelled or the thread interrupted
     */
    public static TrajectoryEnsemble run(
            OccupancyModel model,
            OccupancyHistogram initial,
            double[] times,
            int replications,
            RandomStreams streams,
            Execution execution) {
        checkTimes(times);
        if (replications < 2) {
            throw new IllegalArgumentException(
                    "the number of replications " + replications + " must be at least 2: one path has no interval");
        }
        double counts = (double) replications * times.length * bytesPerState(model, initial, times[times.length - 1]);
        HeapBudget.check(model.memory() * execution.threads() + counts);
        return new TransientRun(model, initial, times.clone()).ensemble(replications, streams, execution);
    }

    /** The counts of one state: as many as the longest queue at first, and what an overload adds to it until the end. */
    private static double bytesPerState(OccupancyModel model, OccupancyHistogram initial, double end) {
        double arrivals = model.arrivalRate() * BatchChoice.pieces(model.policy());
        double growth = Math.max(0, arrivals - model.serviceRate()) * end;
        return BYTES_PER_ARRAY + Integer.BYTES * (Math.max(INITIAL_LEVELS, initial.levels()) + growth);
    }

    private static void checkTimes(double[] times) {
        double previous = 0;
        for (double time : times) {
            if (!(time > previous && time < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "time " + time + " must be finite and exceed the one before, " + previous);
            }
            previous = time;
        }
        if (times.length == 0) {
            throw new IllegalArgumentException("a trajectory needs at least one time");
        }
    }

    private TrajectoryEnsemble ensemble(int replications, RandomStreams streams, Execution execution) {
        int[][][] counts = new int[replications][][];
        try (Workers workers = new Workers(execution)) {
            workers.plan((long) replications * times.length);
            workers.forEach(replications, r -> counts[r] = path(streams, r, workers));
        }
        return new TrajectoryEnsemble(model.servers(), times, counts);
    }

    private int[][] path(RandomStreams streams, int replication, Workers workers) {
        UniformRandomProvider random = streams.stream(replication, RandomPurpose.EVENTS);
        OccupancyChain chain = model.start(initial, random);
        int[][] counts = new int[times.length][];
        double now = 0;
        for (int i = 0; i < times.length; i++) {
            advance(chain, (times[i] - now) * chain.stepRate(), random, workers);
            now = times[i];
            counts[i] = tailCounts(chain);
            workers.simulated(1);
        }
        return counts;
    }

    private static void advance(OccupancyChain chain, double meanSteps, UniformRandomProvider random, Workers workers) {
        for (double left = meanSteps; left > 0; left -= LARGEST_MEAN) {
            int steps = PoissonSampler.of(random, Math.min(left, LARGEST_MEAN)).sample();
            for (int rest = steps; rest > 0; rest -= CHUNK) {
                chain.run(Math.min(rest, CHUNK));
                workers.checkCancelled();
            }
        }
    }

    /** The numbers of servers with at least 0, 1, … jobs, up to the longest queue. */
    private static int[] tailCounts(OccupancyChain chain) {
        int levels = 0;
        while (chain.serversWithAtLeast(levels) > 0) {
            levels++;
        }
        int[] counts = new int[Math.max(levels, INITIAL_LEVELS)];
        for (int level = 0; level < levels; level++) {
            counts[level] = chain.serversWithAtLeast(level);
        }
        return counts;
    }
}
