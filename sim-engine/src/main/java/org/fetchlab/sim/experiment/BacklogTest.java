package org.fetchlab.sim.experiment;

import java.util.List;
import java.util.stream.LongStream;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.sim.observe.StudentInterval;

/**
 * Decides stability by watching the number of requests in the system over 1, 2, 4, … times as many arrivals.
 *
 * <p>From one such window to the next the average backlog of a stable system stays the same, that of a critical one grows
 * by √2, and that of an unstable one doubles. So the test compares the average of the last window with √2 times that of the
 * window before, by an interval over independent replications, 99.9 % for all comparisons together: below is stable, above is unstable, and a critical
 * system is undetermined, except for a false alarm. A system that is empty at more than half of all looks is stable: a
 * critical one is seen empty at a fraction of them that vanishes like one over the square root of the window.
 */
final class BacklogTest {
    static final String METHOD = "growth of the backlog";
    private static final String ONLY_GROWTH = "only the growth of the backlog was tested, not the capacity";
    private static final long FIRST_REQUESTS = 1L << 11;
    private static final long DOUBLINGS = 1L << 7;
    /** How often two windows are compared, at most. */
    private static final int COMPARISONS = 7;

    private static final int LOOKS = 64;

    private static final double MOSTLY = 0.5;

    private final List<CountingPath> paths;
    private final ReplicationSet replications;
    private final long firstRequests;
    /** The fraction of the looks of the last window that found no request. */
    private double emptyLooks;

    private BacklogTest(List<CountingPath> paths, ReplicationSet replications, long firstRequests) {
        this.paths = paths;
        this.replications = replications;
        this.firstRequests = firstRequests;
    }

    static StabilityReport of(
            CountingPath.Factory factory, SimulatedSystem system, RandomStreams streams, Workers workers) {
        double needed = StabilityTest.requestsForFailures(system);
        if (needed > DOUBLINGS * firstRequests(system)) {
            return undetermined(StabilityTest.tooFewFailures(system));
        }
        List<CountingPath> paths = LongStream.range(0, ReplicationSet.REPLICATIONS)
                .mapToObj(replication -> factory.start(streams, StabilityTest.FIRST_REPLICATION + replication))
                .toList();
        ReplicationSet replications = new ReplicationSet(paths, system.typicalTime(), workers);
        long first = Math.max(firstRequests(system), (long) Math.ceil(needed));
        Verdict verdict = new BacklogTest(paths, replications, first).verdict();
        return StabilityTest.areSampled(replications.sampledMean())
                ? new StabilityReport(verdict, new Outcome.None<>(METHOD, ONLY_GROWTH))
                : undetermined(StabilityTest.NOT_SAMPLED);
    }

    private static long firstRequests(SimulatedSystem system) {
        return Math.max(FIRST_REQUESTS, StabilityTest.shortestWindow(system));
    }

    private static StabilityReport undetermined(String reason) {
        return new StabilityReport(Verdict.UNDETERMINED, new Outcome.None<>(METHOD, reason));
    }

    private Verdict verdict() {
        double[] before = averages(firstRequests);
        Verdict verdict = Verdict.UNDETERMINED;
        while (isOpen(verdict) && replications.requestsEach() < DOUBLINGS * firstRequests) {
            double[] after = averages(replications.requestsEach());
            verdict = emptyLooks > MOSTLY ? Verdict.STABLE : compare(before, after);
            before = after;
        }
        return verdict;
    }

    /** Rare long times that are still to be drawn may make a system unstable that looks stable. */
    private boolean isOpen(Verdict verdict) {
        return verdict == Verdict.UNDETERMINED
                || (verdict == Verdict.STABLE && !StabilityTest.areSampled(replications.sampledMean()));
    }

    /** The average backlog of each replication over a window of further requests. */
    private double[] averages(long window) {
        double[] averages = new double[ReplicationSet.REPLICATIONS];
        emptyLooks = 0;
        for (int look = 0; look < LOOKS; look++) {
            replications.advance(window / LOOKS);
            for (int r = 0; r < averages.length; r++) {
                long backlog = paths.get(r).backlog();
                averages[r] += (double) backlog / LOOKS;
                emptyLooks += backlog == 0 ? 1.0 / (LOOKS * averages.length) : 0;
            }
        }
        return averages;
    }

    private static Verdict compare(double[] before, double[] after) {
        double[] excess = new double[before.length];
        for (int r = 0; r < before.length; r++) {
            excess[r] = after[r] - Math.sqrt(2) * before[r];
        }
        Estimate growth = StudentInterval.ofMean(excess, StabilityTest.each(COMPARISONS));
        if (growth.upper() <= 0) {
            return Verdict.STABLE;
        }
        return growth.lower() > 0 ? Verdict.UNSTABLE : Verdict.UNDETERMINED;
    }
}
