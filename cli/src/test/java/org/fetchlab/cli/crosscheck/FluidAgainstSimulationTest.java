package org.fetchlab.cli.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.fluid.FluidAnalysis;
import org.fetchlab.fluid.GeneralServiceAnalysis;
import org.fetchlab.fluid.fluctuation.LinearFunctional;
import org.fetchlab.fluid.fluctuation.MomentPoint;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.fluid.process.PhaseType;
import org.fetchlab.fluid.trajectory.SampledTrajectory;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.StoppingRule;
import org.fetchlab.sim.occupancy.OccupancyHistogram;
import org.fetchlab.sim.occupancy.OccupancyModel;
import org.fetchlab.sim.occupancy.TrajectoryEnsemble;
import org.fetchlab.sim.occupancy.TransientRun;
import org.fetchlab.sim.routing.Placement;
import org.fetchlab.sim.routing.RoutedSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The fluid limits against exact simulation of many servers. */
@Tag("slow")
final class FluidAgainstSimulationTest {
    private static final Execution EXECUTION = Execution.threads(1);
    private static final double[] TIMES = {5, 10, 20};
    /** The 97.5 % quantile of Student's law with 15 degrees of freedom: the half-width of 16 replications in standard errors. */
    private static final double STUDENT_15 = 2.131449545559323;

    /**
     * Of 1000 paths of 500 servers, the 95 % bands of the mean queue and of three tails cover 93 to 97 %. A band of exact
     * coverage fails one such check with probability 0.4 % (binomial); the seed is fixed. A variance that is 20 % off would
     * give a coverage of 92 or 97 %.
     */
    @ParameterizedTest
    @CsvSource({"2,1,0.9", "5,3,0.8", "3,2,0.7"})
    void bandsCoverWhatTheySay(int sampled, int joined, double load) {
        int servers = 500;
        int replications = 1000;
        RoutingPolicy policy = new RoutingPolicy.BatchSampling(sampled, joined);
        TrajectoryEnsemble ensemble = TransientRun.run(
                OccupancyModel.of(policy, servers, load),
                OccupancyHistogram.empty(servers),
                TIMES,
                replications,
                new RandomStreams(11),
                EXECUTION);
        List<MomentPoint> points =
                FluidAnalysis.of(policy, load).fluctuations(TIMES).value().orElseThrow();
        for (int time = 0; time < TIMES.length; time++) {
            for (LinearFunctional functional : List.of(
                    LinearFunctional.meanQueue(),
                    LinearFunctional.tail(1),
                    LinearFunctional.tail(2),
                    LinearFunctional.tail(3))) {
                Estimate band = points.get(time).moments().value().orElseThrow().band(functional, servers);
                int covered = 0;
                for (int replication = 0; replication < replications; replication++) {
                    double[] tails = ensemble.tails(replication, time).toArray();
                    covered += band.covers(functional.of(Arrays.copyOfRange(tails, 1, tails.length))) ? 1 : 0;
                }
                assertThat(covered / (double) replications)
                        .as("%s at time %s", functional.name(), TIMES[time])
                        .isBetween(0.93, 0.97);
            }
        }
    }

    static Stream<Arguments> switching() {
        return Stream.of(
                        new RoutingPolicy.JoinShortestQueue(),
                        new RoutingPolicy.JoinIdleQueue(),
                        new RoutingPolicy.Centralized(0.05))
                .flatMap(policy -> Stream.of(0, 3, 10).map(jobs -> Arguments.of(policy, jobs)));
    }

    /**
     * Mean queue and all tails of 10^5 servers lie within four of their own standard errors plus 0.2 % of the fluid path, at
     * five times, also from an overloaded start.
     *
     * <p>The 0.2 % are relative, of each tail for itself, however small it is. A standard error is that of 16 replications; of a tail with
     * so few servers that 16 samples of their number tell nothing, it is at least that of a Poisson number. Four of them are
     * exceeded by chance with probability 1e-3 for each of about 1000 numbers, most of them far closer; the seed is fixed. The
     * times lie between those at which centralization takes to its next level: shortly before, a dozen servers are there already
     * (the 1/n term of the path), and shortly after they are ahead of the limit.
     */
    @ParameterizedTest
    @MethodSource("switching")
    void slidingSolutionsAreWhatManyServersDo(RoutingPolicy policy, int jobs) {
        Comparison comparison = Comparison.of(policy, jobs, 1, 7, 16, 25, 40);
        for (int time = 0; time < comparison.times().size(); time++) {
            for (int level = 1; level < comparison.levels(time); level++) {
                comparison.assertTail(time, level, 0);
            }
            comparison.assertMeanQueue(time);
        }
    }

    /**
     * So they do at any time, but for the tail of a level that has come into use, or has been left, within {@code 2 n^(−1/3)}
     * = 0.04 units of time: there the walk of the few servers just off the surface is close to critical and moves that tail by
     * up to {@code n^(−2/3)}, 46 servers. (Centralization from 3 or 10 jobs each enters its next level at 1.97: at time 2 that
     * level has 25 servers instead of 2, which is gone at n = 10^6.)
     */
    @ParameterizedTest
    @MethodSource("switching")
    void justAfterASwitchTheNextLevelIsOffByLittle(RoutingPolicy policy, int jobs) {
        Comparison comparison = Comparison.of(policy, jobs, 2);
        for (int level = 1; level < comparison.levels(0); level++) {
            comparison.assertTail(
                    0, level, comparison.isInLayer(level, 0) ? Math.pow(Comparison.SERVERS, -2.0 / 3) : 0);
        }
        comparison.assertMeanQueue(0);
    }

    /** A fluid path at load 0.9 from equal queues, and 16 paths of many servers. */
    private record Comparison(List<Double> times, SampledTrajectory fluid, TrajectoryEnsemble simulated, String name) {
        private static final int SERVERS = 100_000;
        private static final int REPLICATIONS = 16;
        private static final double LOAD = 0.9;

        static Comparison of(RoutingPolicy policy, int jobs, double... times) {
            double[] start = new double[jobs + 1];
            Arrays.fill(start, 1);
            SampledTrajectory path = FluidAnalysis.of(policy, LOAD)
                    .startingAt(QueueTails.of(start))
                    .trajectory(times)
                    .value()
                    .orElseThrow();
            TrajectoryEnsemble ensemble = TransientRun.run(
                    OccupancyModel.of(policy, SERVERS, LOAD),
                    OccupancyHistogram.constant(SERVERS, jobs),
                    times,
                    REPLICATIONS,
                    new RandomStreams(7),
                    EXECUTION);
            return new Comparison(Arrays.stream(times).boxed().toList(), path, ensemble, policy.spec());
        }

        /** Past the last tail of the path, and of any that is used by one of the servers. */
        int levels(int time) {
            return tails(time).levels() + 2;
        }

        private QueueTails tails(int time) {
            return fluid.points().get(time).tails();
        }

        void assertMeanQueue(int time) {
            assertClose(
                    "mean queue", time, simulated.meanQueue(time), tails(time).meanQueue(), 0);
        }

        void assertTail(int time, int level, double more) {
            assertClose(
                    "s_" + level, time, simulated.tail(time, level), tails(time).tail(level), more);
        }

        private void assertClose(String what, int time, Estimate estimate, double expected, double more) {
            double counted = Math.sqrt(expected / SERVERS / REPLICATIONS);
            double error = Math.max(estimate.halfWidth() / STUDENT_15, counted);
            assertThat(estimate.value())
                    .as("%s at %s: %s", name, times.get(time), what)
                    .isCloseTo(expected, within(Math.max(4 * error + 0.002 * expected, more)));
        }

        /** Whether a level came into use, or was left, just before a time. */
        boolean isInLayer(int level, int time) {
            double width = 2 * Math.pow(SERVERS, -1.0 / 3);
            return fluid.switches().stream()
                    .filter(change -> Math.max(change.from(), change.to()) == level)
                    .mapToDouble(change -> times.get(time) - change.time())
                    .anyMatch(elapsed -> elapsed >= 0 && elapsed < width);
        }
    }

    static Stream<Arguments> services() {
        double p = (1 + Math.sqrt(3.0 / 5)) / 2;
        double[] probabilities = {p, 1 - p};
        double[] rates = {2 * p, 2 * (1 - p)};
        double[] fast = {4 * p, 4 * (1 - p)};
        return Stream.of(
                Arguments.of(2, 1, 0.7, ServiceTimes.erlang(2, 2), PhaseType.erlang(2, 2)),
                Arguments.of(2, 1, 0.9, ServiceTimes.erlang(2, 2), PhaseType.erlang(2, 2)),
                Arguments.of(
                        2,
                        1,
                        0.7,
                        ServiceTimes.hyperexponential(probabilities, rates),
                        PhaseType.hyperexponential(probabilities, rates)),
                Arguments.of(4, 2, 0.8, ServiceTimes.erlang(2, 4), PhaseType.erlang(2, 4)),
                Arguments.of(
                        4,
                        2,
                        0.7,
                        ServiceTimes.hyperexponential(probabilities, fast),
                        PhaseType.hyperexponential(probabilities, fast)));
    }

    /** Download times with general service: 2000 servers are within 1 % of the limit, and so is the 99th percentile. */
    @ParameterizedTest
    @MethodSource("services")
    void phaseTypeServiceIsConfirmed(int sampled, int joined, double load, ServiceTime service, PhaseType phases) {
        RoutedSystem system = RoutedSystem.of(
                new RoutingPolicy.BatchSampling(sampled, joined),
                Placement.symmetric(Sampling.DISTINCT),
                2000,
                load,
                service);
        ExperimentPlan plan =
                ExperimentPlan.of(new StoppingRule.Requests(4_000_000)).withPercentiles(List.of(99.0));
        ExperimentResult result = Experiment.run(system, plan, EXECUTION);
        LatencyDistribution law = new GeneralServiceAnalysis(BatchChoice.of(sampled, joined), load, phases)
                .download()
                .value()
                .orElseThrow();
        double mean = law.mean().value().orElseThrow();
        assertThat(result.mean().value().orElseThrow().value()).isCloseTo(mean, within(0.01 * mean));
        double p99 = law.quantile(0.99);
        assertThat(result.percentile(99.0).value().orElseThrow().value()).isCloseTo(p99, within(0.015 * p99));
    }

    /** Download times under centralization: mean, median and 99th percentile of 3000 servers are within 1 % of the limit. */
    @ParameterizedTest
    @CsvSource({"0.7,0.3", "0.8,0.1", "0.9,0.5"})
    void downloadsUnderCentralizationAreConfirmed(double load, double share) {
        RoutingPolicy policy = new RoutingPolicy.Centralized(share);
        RoutedSystem system = RoutedSystem.of(
                policy, Placement.symmetric(Sampling.DISTINCT), 3000, load, ServiceTimes.exponential(1));
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(8_000_000))
                .withPercentiles(List.of(50.0, 99.0))
                .withReplications(8);
        ExperimentResult result = Experiment.run(system, plan, EXECUTION);
        LatencyDistribution law =
                FluidAnalysis.of(policy, load).download().value().orElseThrow();
        double mean = law.mean().value().orElseThrow();
        assertThat(result.mean().value().orElseThrow().value()).isCloseTo(mean, within(0.01 * mean));
        for (double percent : new double[] {50, 99}) {
            double limit = law.quantile(percent / 100);
            assertThat(result.percentile(percent).value().orElseThrow().value()).isCloseTo(limit, within(0.01 * limit));
        }
    }
}
