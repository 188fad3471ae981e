package org.fetchlab.sim.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.model.testing.ReferenceTable;
import org.fetchlab.sim.OwnInterval;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.StoppingRule;
import org.fetchlab.sim.observe.StudentInterval;

/** Comparisons of simulated queue lengths with their limits as n grows, for the fast tests and the long validations. */
final class LimitChecks {
    /** What remains of the 1/n terms when they are extrapolated away from 50 and 100 servers, relative to the limit. */
    private static final double SECOND_ORDER = 0.005;

    /**
     * What remains beyond the 1/n term is at most so many times it, divided by n. Of BS(10, 6) at load 0.9, where it shows most,
     * the remainder is 4.6 ± 2.5 such parts at 50 servers and 2 ± 8 at 100; of all others 3 to 6 at 50, with wider intervals.
     */
    private static final double REMAINDER = 5;

    private static final double ONE_PERCENT = 0.01;

    private LimitChecks() {}

    static RoutingPolicy batchSampling(ReferenceTable.Row row) {
        return new RoutingPolicy.BatchSampling(row.integer("L"), row.integer("k"));
    }

    static OccupancyModel model(ReferenceTable.Row row, int n) {
        return OccupancyModel.of(batchSampling(row), n, row.number("lambda"));
    }

    /** Mean within its interval of fluid limit plus 1/n term, covariances within a relative tolerance. */
    static void transientFromEmpty(ReferenceTable.Row row, int replications, double tolerance) {
        int n = 1000;
        TrajectoryEnsemble ensemble = TransientRun.run(
                model(row, n),
                OccupancyHistogram.empty(n),
                new double[] {row.number("time")},
                replications,
                new RandomStreams(1),
                Execution.threads(1));
        double refined = row.number("mean_queue") + row.number("refined_mean_queue_times_n_distinct_servers") / n;
        Estimate queue = ensemble.meanQueue(0);
        // The next term, of order 1/n², is below 1e-4.
        OwnInterval.assertCovers(queue, replications, refined, 1e-4, ONE_PERCENT);
        assertRatio(ensemble.scaledVarianceOfMeanQueue(0), row.number("variance_total_queue_over_n"), tolerance);
        assertRatio(ensemble.scaledCovariance(0, 1, 1), row.number("var_s1"), tolerance);
        assertRatio(ensemble.scaledCovariance(0, 2, 2), row.number("var_s2"), tolerance);
        assertRatio(ensemble.scaledCovariance(0, 1, 2), row.number("cov_s1_s2"), tolerance);
        assertThat(ensemble.meanTails(0).tail(1)).isCloseTo(row.number("s1"), within(2e-3));
        assertThat(ensemble.meanTails(0).tail(2)).isCloseTo(row.number("s2"), within(2e-3));
    }

    /** Mean queue within its interval, which is narrower than the 1/n term, plus the remainder, of the refined mean field. */
    static OccupancyStatistics refinedMean(ReferenceTable.Row fluctuation, int n, long requests) {
        OccupancyStatistics result = stationary(model(fluctuation, n), requests);
        double firstOrder = firstOrder(fluctuation) / n;
        double refined = fixedPoint(fluctuation) + firstOrder;
        OwnInterval.assertCovers(result.meanQueue(), refined, REMAINDER * firstOrder / n, firstOrder / refined);
        return result;
    }

    /** Means at n and 2n servers, extrapolated to infinitely many, are the fixed point up to half the remainder at n. */
    static void assertMeansTendToTheFixedPoint(
            ReferenceTable.Row fluctuation, int n, Estimate mean, Estimate meanOfTwice) {
        double remainder = REMAINDER * firstOrder(fluctuation) / n / n;
        double limit = fixedPoint(fluctuation);
        OwnInterval.assertCovers(extrapolated(mean, meanOfTwice), limit, remainder / 2, 0.03);
    }

    private static double firstOrder(ReferenceTable.Row fluctuation) {
        return fluctuation.number("refined_mean_queue_times_n_distinct_servers");
    }

    /** Without the terms of order 1/n of two means, the second of which is over twice as many servers. */
    private static Estimate extrapolated(Estimate some, Estimate twice) {
        return new Estimate(
                2 * twice.value() - some.value(),
                Math.hypot(2 * twice.halfWidth(), some.halfWidth()),
                twice.confidence());
    }

    /**
     * Variances at 50 and 100 servers are within their intervals of the limit, up to a term of order 1/n, which cancels.
     *
     * @param firstOrder n times the largest term of order 1/n, relative to the limit
     * @param resolution the largest half-width of the intervals, relative to the limit
     */
    static void assertTendsTo(double limit, Estimate fifty, Estimate hundred, double firstOrder, double resolution) {
        OwnInterval.assertCovers(fifty, limit, firstOrder / 50 * limit, resolution);
        OwnInterval.assertCovers(hundred, limit, firstOrder / 100 * limit, resolution);
        OwnInterval.assertCovers(extrapolated(fifty, hundred), limit, SECOND_ORDER * limit, 2 * resolution);
    }

    /** The average over all times is within 1 % of a value (0.001 of 0), known by a 99.9 % interval of less than that. */
    static void assertWithinOnePercent(
            TrajectoryEnsemble ensemble, ToDoubleFunction<QueueTails> quantity, double expected) {
        double[] averages = IntStream.range(0, ensemble.replications())
                .mapToDouble(replication -> IntStream.range(0, ensemble.times().length)
                        .mapToDouble(time -> quantity.applyAsDouble(ensemble.tails(replication, time)))
                        .average()
                        .orElseThrow())
                .toArray();
        Estimate average = StudentInterval.ofMean(averages, OwnInterval.CONFIDENCE);
        assertThat(average.halfWidth()).isLessThanOrEqualTo(tolerance(expected));
        assertWithinOnePercent(average.value(), expected);
    }

    /** A value is within 1 % of a limit, or 0.001 of 0. */
    static void assertWithinOnePercent(double value, double limit) {
        assertThat(value).isCloseTo(limit, within(tolerance(limit)));
    }

    private static double tolerance(double limit) {
        return limit > 0 ? ONE_PERCENT * limit : 1e-3;
    }

    /** The stationary queue lengths from so many requests. */
    static OccupancyStatistics stationary(OccupancyModel model, long requests) {
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(requests));
        return OccupancyStatistics.of(Experiment.run(OccupancySystem.of(model), plan, Execution.threads(1)))
                .orElseThrow();
    }

    /** The variance of a run that is long enough for one. */
    static Estimate variance(OccupancyStatistics statistics) {
        return statistics.scaledVariance().value().orElseThrow();
    }

    private static double fixedPoint(ReferenceTable.Row row) {
        return ReferenceTable.read("batch_sampling_fixed_point.csv")
                .rows()
                .filter(other -> batchSampling(other).equals(batchSampling(row)))
                .filter(other -> other.number("lambda") == row.number("lambda"))
                .findFirst()
                .orElseThrow()
                .number("mean_queue");
    }

    static void assertRatio(double actual, double expected, double tolerance) {
        assertThat(actual).isCloseTo(expected, within(tolerance * Math.abs(expected)));
    }
}
