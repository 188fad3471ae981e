package org.fetchlab.sim.experiment;

import java.util.List;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.sim.observe.StudentInterval;

/** Decides whether a system is stable at its arrival rate. */
final class StabilityTest {
    /** Confidence of estimated capacities: a wrong verdict must be far rarer than a missed mean. */
    static final double CONFIDENCE = 0.999;

    private static final int REPLICATIONS = ReplicationSet.REPLICATIONS;
    private static final double MODERATE_LOAD = 0.5;
    private static final double RELAXATIONS = 8;
    private static final long FIRST_REQUESTS = 1L << 9;
    private static final long DOUBLINGS = 1L << 8;
    /** Keeps the streams of the test apart from those of the measured replications. */
    static final long FIRST_REPLICATION = 1L << 40;

    private final RandomStreams streams;
    private final Workers workers;

    StabilityTest(RandomStreams streams, Workers workers) {
        this.streams = streams;
        this.workers = workers;
    }

    /** Requests without which nothing can be said about a system with many servers. */
    static long shortestWindow(SimulatedSystem system) {
        return (long) (RELAXATIONS * system.relaxationRequests(MODERATE_LOAD));
    }

    StabilityReport of(SimulatedSystem system) {
        StabilityEvidence evidence = system.stability();
        if (evidence instanceof StabilityEvidence.Known known) {
            return report(known.capacity(), known.method(), system.arrivalRate());
        }
        if (evidence instanceof StabilityEvidence.Saturation saturation) {
            return saturation(saturation.parts(), system);
        }
        return BacklogTest.of(system, streams, workers);
    }

    private static StabilityReport report(Capacity capacity, String method, double arrivalRate) {
        return new StabilityReport(capacity.verdict(arrivalRate), new Outcome.Known<>(capacity, method));
    }

    private StabilityReport saturation(List<StabilityEvidence.Part> parts, SimulatedSystem system) {
        double arrivalRate = system.arrivalRate();
        long first = Math.max(FIRST_REQUESTS, shortestWindow(system));
        Capacity capacity = null;
        for (StabilityEvidence.Part part : parts) {
            Capacity own = new SaturatedThroughput(part).bracket(arrivalRate, first);
            capacity = capacity == null ? own : least(capacity, own);
        }
        if (capacity == null) {
            throw new IllegalStateException("a system has at least one part");
        }
        return report(capacity, "saturated simulation", arrivalRate);
    }

    private static Capacity least(Capacity one, Capacity other) {
        return new Capacity(Math.min(one.lower(), other.lower()), Math.min(one.upper(), other.upper()));
    }

    /** The throughput of one saturated part, from independent paths that double until the verdict is clear. */
    private final class SaturatedThroughput {
        private final StabilityEvidence.Part part;
        private final SaturatedPath[] paths = new SaturatedPath[REPLICATIONS];
        private final double[] finishTimes = new double[REPLICATIONS];
        private final double[] throughputs = new double[REPLICATIONS];

        SaturatedThroughput(StabilityEvidence.Part part) {
            this.part = part;
            for (int r = 0; r < REPLICATIONS; r++) {
                paths[r] = part.saturated().start(streams, FIRST_REPLICATION + r);
            }
        }

        Capacity bracket(double arrivalRate, long first) {
            advance(first);
            long requests = first;
            while (true) {
                // The first half of each path is its transient; the throughput is that of the second half.
                advance(requests);
                Capacity capacity = scaled(StudentInterval.ofMean(throughputs, CONFIDENCE));
                requests *= 2;
                if (capacity.verdict(arrivalRate) != Verdict.UNDETERMINED || requests >= DOUBLINGS * first) {
                    return capacity;
                }
            }
        }

        private void advance(long requests) {
            workers.plan(requests * REPLICATIONS);
            workers.forEach(REPLICATIONS, r -> {
                double before = finishTimes[r];
                finishTimes[r] = paths[r].advance(requests);
                throughputs[r] = requests / (finishTimes[r] - before);
                workers.simulated(requests);
            });
        }

        private Capacity scaled(Estimate throughput) {
            return new Capacity(
                    Math.max(0, throughput.lower()) / part.share(), Math.max(0, throughput.upper()) / part.share());
        }
    }
}
