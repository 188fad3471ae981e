package org.fetchlab.sim;

import java.util.stream.Stream;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.experiment.SimulatedSystem;

/**
 * A system whose mean theory knows.
 *
 * @param name of the system
 * @param system what to simulate
 * @param mean its exact mean download time, or mean queue length
 * @param requests of a quick run; a long one has nine times as many
 */
record Classic(String name, SimulatedSystem system, double mean, long requests) {
    private static final int LONGER = 9;

    /** The half-width of the 99.9 % interval is below 5 %: a mean that is wrong by 10 % is seen almost certainly. */
    void quickRunCoversTheExactMean() {
        OwnInterval.assertCovers(Runs.mean(system, requests), mean, 0.05);
    }

    /** The half-width of the 99.9 % interval is below 2 %: a mean that is wrong by 4 % is seen almost certainly. */
    void longRunCoversTheExactMean() {
        OwnInterval.assertCovers(Runs.mean(system, LONGER * requests), mean, 0.02);
    }

    /** How many times the requests of M/M/1 a queue needs for the same precision: about the waiting time squared. */
    static double variability(ServiceTime law) {
        double mean = law.moment(1).value().orElseThrow();
        double ratio = law.moment(2).value().orElseThrow() / (2 * mean * mean);
        return Math.max(ratio, ratio * ratio);
    }

    /** One law of every kind; those with a heavy tail have the moments that the interval of a mean queueing time needs. */
    static Stream<ServiceTime> everyKindOfLaw() {
        return Stream.of(
                ServiceTimes.exponential(1),
                ServiceTimes.deterministic(0.5),
                ServiceTimes.shiftedExponential(0.5, 2),
                ServiceTimes.erlang(3, 2),
                ServiceTimes.gamma(2.5, 0.4),
                ServiceTimes.hyperexponential(new double[] {0.9, 0.1}, new double[] {2, 0.2}),
                ServiceTimes.uniform(0, 3),
                ServiceTimes.weibull(1.5, 1),
                ServiceTimes.lognormal(0, 0.5),
                ServiceTimes.pareto(1, 6),
                ServiceTimes.empirical("three times", new double[] {1, 2, 4}),
                ServiceTimes.percentiles(new double[] {50, 90, 99}, new double[] {1, 2, 4}));
    }

    @Override
    public String toString() {
        return name;
    }
}
