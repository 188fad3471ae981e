package org.fetchlab.sim.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.testing.ReferenceTable;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.StoppingRule;

/** Comparisons of simulated queue lengths with their limits as n grows, for the fast tests and the long validations. */
final class LimitChecks {
    /** Four standard errors: with some sixty comparisons the false-alarm rate is 0.4 %. */
    private static final double STANDARD_ERRORS = 4 / 1.96;

    private LimitChecks() {}

    static RoutingPolicy batchSampling(ReferenceTable.Row row) {
        return new RoutingPolicy.BatchSampling(row.integer("L"), row.integer("k"));
    }

    /** Mean within its interval of fluid limit plus 1/n term, covariances within a relative tolerance. */
    static void transientFromEmpty(ReferenceTable.Row row, int replications, double tolerance) {
        int n = 1000;
        TrajectoryEnsemble ensemble = TransientRun.run(
                OccupancyModel.of(batchSampling(row), n, row.number("lambda")),
                OccupancyHistogram.empty(n),
                new double[] {row.number("time")},
                replications,
                new RandomStreams(1),
                Execution.threads(2));
        double refined = row.number("mean_queue") + row.number("refined_mean_queue_times_n_distinct_servers") / n;
        Estimate queue = ensemble.meanQueue(0);
        assertThat(queue.value()).isCloseTo(refined, within(STANDARD_ERRORS * queue.halfWidth()));
        assertRatio(ensemble.scaledVarianceOfMeanQueue(0), row.number("variance_total_queue_over_n"), tolerance);
        assertRatio(ensemble.scaledCovariance(0, 1, 1), row.number("var_s1"), tolerance);
        assertRatio(ensemble.scaledCovariance(0, 2, 2), row.number("var_s2"), tolerance);
        assertRatio(ensemble.scaledCovariance(0, 1, 2), row.number("cov_s1_s2"), tolerance);
        assertThat(ensemble.meanTails(0).tail(1)).isCloseTo(row.number("s1"), within(2e-3));
        assertThat(ensemble.meanTails(0).tail(2)).isCloseTo(row.number("s2"), within(2e-3));
    }

    /** Mean queue within its interval, plus a second-order term, of the refined mean field. */
    static void refinedMean(ReferenceTable.Row fluctuation, int n, long requests) {
        double fixedPoint = fixedPoint(fluctuation);
        double load = fluctuation.number("lambda");
        Estimate queue = stationary(OccupancyModel.of(batchSampling(fluctuation), n, load), requests)
                .meanQueue();
        double firstOrder = fluctuation.number("refined_mean_queue_times_n_distinct_servers") / n;
        // What the expansion leaves out is of order 1/n²: a multiple of the square of the first relative correction.
        double secondOrder = 2 * firstOrder * firstOrder / fixedPoint;
        assertThat(queue.value())
                .isCloseTo(fixedPoint + firstOrder, within(STANDARD_ERRORS * queue.halfWidth() + secondOrder));
        assertThat(queue.halfWidth()).isLessThan(0.01 * fixedPoint);
    }

    /** The stationary queue lengths from so many requests. */
    static OccupancyStatistics stationary(OccupancyModel model, long requests) {
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(requests));
        return OccupancyStatistics.of(Experiment.run(OccupancySystem.of(model), plan, Execution.threads(2)))
                .orElseThrow();
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
