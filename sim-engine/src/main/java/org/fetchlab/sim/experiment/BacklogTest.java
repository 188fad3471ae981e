package org.fetchlab.sim.experiment;

import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.sim.observe.StudentInterval;

/**
 * Decides stability by watching the number of requests in the system after n, 2n, 4n, … arrivals.
 *
 * <p>From one doubling to the next the mean backlog of a stable system stays the same, that of a critical one grows by √2,
 * and that of an unstable one doubles. So the test compares the backlog after 2n arrivals with √2 times the backlog after
 * n, by a 99.9 % interval over independent replications: below is stable, above is unstable, and a critical system is
 * undetermined, except for a false alarm.
 */
final class BacklogTest {
    private static final long FIRST_REQUESTS = 1L << 11;
    private static final long MOST_REQUESTS = 1L << 18;

    private BacklogTest() {}

    static StabilityReport of(SimulatedSystem system, RandomStreams streams, Workers workers) {
        ReplicationSet replications = new ReplicationSet(system, streams, workers);
        replications.advance(FIRST_REQUESTS);
        Verdict verdict = Verdict.UNDETERMINED;
        while (verdict == Verdict.UNDETERMINED && replications.requestsEach() < MOST_REQUESTS) {
            double[] before = replications.backlogs();
            replications.advance(replications.requestsEach());
            verdict = compare(before, replications.backlogs());
        }
        return new StabilityReport(
                verdict,
                new Outcome.None<>(
                        "growth of the backlog", "only the growth of the backlog was tested, not the capacity"));
    }

    private static Verdict compare(double[] before, double[] after) {
        double[] excess = new double[before.length];
        for (int r = 0; r < before.length; r++) {
            excess[r] = after[r] - Math.sqrt(2) * before[r];
        }
        Estimate growth = StudentInterval.ofMean(excess, StabilityTest.CONFIDENCE);
        if (growth.upper() <= 0) {
            return Verdict.STABLE;
        }
        return growth.lower() > 0 ? Verdict.UNSTABLE : Verdict.UNDETERMINED;
    }
}
