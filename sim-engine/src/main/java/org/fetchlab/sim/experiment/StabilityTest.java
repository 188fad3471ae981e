package org.fetchlab.sim.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.sim.observe.StudentInterval;

/** Decides whether a system is stable at its arrival rate. */
final class StabilityTest {
    /** Confidence of estimated capacities: a wrong verdict must be far rarer than a missed mean. */
    static final double CONFIDENCE = StabilityReport.CONFIDENCE;

    private static final int REPLICATIONS = ReplicationSet.REPLICATIONS;
    private static final String SATURATED = StabilityReport.SIMULATED;
    private static final String INFINITE_VARIANCE =
            "the variance of the time for which a request holds its servers may be infinite, so that no simulation bounds"
                    + " the capacity";
    static final String NOT_SAMPLED =
            "most of the mean of a law lies in times too rare to be drawn, so that no simulation bounds the capacity";
    /** How far the mean of the drawn service times may be from that of their law, relatively. */
    static final double MEAN_TOLERANCE = 0.1;

    /** How many failures of a server, or slow periods, a path sees on average before it says anything. */
    static final double FAILURES = 10;

    private static final double MODERATE_LOAD = 0.5;
    private static final double RELAXATIONS = 8;
    private static final long FIRST_REQUESTS = 1L << 9;
    private static final long DOUBLINGS = 1L << 8;
    /** How often a saturated part is looked at, at most: after 1, 2, 4, … times its first requests. */
    private static final int LOOKS = 8;
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

    /**
     * A report, with the load that fixes the relaxation time.
     *
     * @param report the report
     * @param load the arrival rate over the capacity, at most 1; 0 when the capacity is not known
     */
    record Assessment(StabilityReport report, double load) {
        static Assessment of(StabilityReport report, double load) {
            return new Assessment(report, Math.min(1, load));
        }
    }

    Assessment of(SimulatedSystem system) {
        StabilityEvidence evidence = system.stability();
        double rate = system.arrivalRate();
        if (evidence instanceof StabilityEvidence.Known known) {
            return Assessment.of(
                    report(known.capacity(), known.method(), rate),
                    rate / known.capacity().lower());
        }
        if (evidence instanceof StabilityEvidence.Saturation saturation) {
            return saturation(saturation, system);
        }
        return Assessment.of(backlog((StabilityEvidence.Backlog) evidence, system), 0);
    }

    private StabilityReport backlog(StabilityEvidence.Backlog evidence, SimulatedSystem system) {
        return system.tailIndex() > 1
                ? BacklogTest.of(evidence.paths(), system, streams, workers)
                : undetermined(BacklogTest.METHOD, INFINITE_VARIANCE);
    }

    private static StabilityReport undetermined(String method, String reason) {
        return new StabilityReport(Verdict.UNDETERMINED, new Outcome.None<>(method, reason));
    }

    private static StabilityReport report(Capacity capacity, String method, double arrivalRate) {
        return new StabilityReport(capacity.verdict(arrivalRate), new Outcome.Known<>(capacity, method));
    }

    private Assessment saturation(StabilityEvidence.Saturation evidence, SimulatedSystem system) {
        double rate = system.arrivalRate();
        Capacity certified = evidence.certified();
        Outcome<Capacity> simulated = evidence.holdingIndex() > 2
                ? throughput(evidence.parts(), system)
                : new Outcome.None<>(SATURATED, INFINITE_VARIANCE);
        if (simulated instanceof Outcome.None<Capacity> none) {
            return Assessment.of(
                    new StabilityReport(certified.verdict(rate), none),
                    certified.lower() > 0 ? rate / certified.lower() : 0);
        }
        Capacity estimate = simulated.value().orElseThrow();
        Capacity capacity = within(certified, estimate);
        return Assessment.of(report(capacity, SATURATED, rate), 2 * rate / (capacity.lower() + capacity.upper()));
    }

    /** Whether the paths are long against the times at which servers change. */
    static boolean hasSeenFailures(SimulatedSystem system, ReplicationSet replications) {
        return replications.requestsEach() >= requestsForFailures(system);
    }

    /** How many requests a path needs to see the servers change. */
    static double requestsForFailures(SimulatedSystem system) {
        double cycle = system.failureCycle();
        return cycle > 0 ? FAILURES * cycle * system.arrivalRate() : 0;
    }

    /** Why a path that has not seen the servers change says nothing. */
    static String tooFewFailures(SimulatedSystem system) {
        double cycle = system.failureCycle();
        String time = cycle < Double.POSITIVE_INFINITY ? "of " + cycle : "which is infinite";
        return "run too short: the simulated time is not long against the mean up and down time of a server, " + time
                + "; the failures are too rare to be seen";
    }

    /**
     * Whether the drawn times have the mean of their law, to a tenth.
     *
     * @param mean the mean of the drawn times over that of their law, at the confidence of the test
     */
    static boolean areSampled(Estimate mean) {
        return mean.halfWidth() <= MEAN_TOLERANCE && Math.abs(mean.value() - 1) <= MEAN_TOLERANCE;
    }

    /** The part of an estimate inside a certified bracket; the bracket itself if the two contradict each other. */
    private static Capacity within(Capacity certified, Capacity estimate) {
        double lower = Math.max(certified.lower(), estimate.lower());
        double upper = Math.min(certified.upper(), estimate.upper());
        return lower <= upper ? new Capacity(lower, upper) : certified;
    }

    private Outcome<Capacity> throughput(List<StabilityEvidence.Part> parts, SimulatedSystem system) {
        long first = Math.max(FIRST_REQUESTS, shortestWindow(system));
        Outcome<Capacity> capacity = new Outcome.None<>(SATURATED, "a system has at least one part");
        for (StabilityEvidence.Part part : parts) {
            Optional<Capacity> own =
                    new SaturatedThroughput(part, each(LOOKS * parts.size())).bracket(system.arrivalRate(), first);
            if (own.isEmpty()) {
                return new Outcome.None<>(SATURATED, NOT_SAMPLED);
            }
            Capacity least = capacity.value().map(one -> least(one, own.get())).orElse(own.get());
            capacity = new Outcome.Known<>(least, SATURATED);
        }
        return capacity;
    }

    /** The confidence of each of several looks, by Bonferroni, with which all together have that of the test. */
    static double each(int looks) {
        return 1 - (1 - CONFIDENCE) / looks;
    }

    private static Capacity least(Capacity one, Capacity other) {
        return new Capacity(Math.min(one.lower(), other.lower()), Math.min(one.upper(), other.upper()));
    }

    /** The throughput of one saturated part, from independent paths that double until the verdict is clear. */
    private final class SaturatedThroughput {
        private final StabilityEvidence.Part part;
        private final double confidence;
        private final SaturatedPath[] paths = new SaturatedPath[REPLICATIONS];
        private final double[] finishTimes = new double[REPLICATIONS];
        private final double[] throughputs = new double[REPLICATIONS];

        SaturatedThroughput(StabilityEvidence.Part part, double confidence) {
            this.part = part;
            this.confidence = confidence;
            for (int r = 0; r < REPLICATIONS; r++) {
                paths[r] = part.saturated().start(streams, FIRST_REPLICATION + r);
            }
        }

        /** The bracket, empty when not even the longest paths see the service times well. */
        Optional<Capacity> bracket(double arrivalRate, long first) {
            advance(first);
            long requests = first;
            while (true) {
                // The first half of each path is its transient; the throughput is that of the second half.
                advance(requests);
                Optional<Capacity> capacity = isSampled()
                        ? Optional.of(scaled(StudentInterval.ofMean(throughputs, confidence)))
                        : Optional.empty();
                requests *= 2;
                boolean isClear = capacity.isPresent() && capacity.get().verdict(arrivalRate) != Verdict.UNDETERMINED;
                if (isClear || requests >= DOUBLINGS * first) {
                    return capacity;
                }
            }
        }

        private boolean isSampled() {
            double[] means =
                    Arrays.stream(paths).mapToDouble(SaturatedPath::sampledMean).toArray();
            return Arrays.stream(means).allMatch(Double::isFinite)
                    && Arrays.stream(throughputs).allMatch(Double::isFinite)
                    && areSampled(StudentInterval.ofMean(means, CONFIDENCE));
        }

        private void advance(long requests) {
            workers.plan(requests * REPLICATIONS);
            workers.forEach(REPLICATIONS, r -> {
                double before = finishTimes[r];
                for (long left = requests; left > 0; left -= ReplicationSet.CHUNK) {
                    long chunk = Math.min(ReplicationSet.CHUNK, left);
                    finishTimes[r] = paths[r].advance(chunk);
                    workers.simulated(chunk);
                }
                throughputs[r] = requests / (finishTimes[r] - before);
            });
        }

        private Capacity scaled(Estimate throughput) {
            return new Capacity(
                    Math.max(0, throughput.lower()) / part.share(), Math.max(0, throughput.upper()) / part.share());
        }
    }
}
