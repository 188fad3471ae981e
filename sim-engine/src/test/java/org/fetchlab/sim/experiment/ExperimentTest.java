package org.fetchlab.sim.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.model.testing.StatisticalAssertions.RARE;
import static org.fetchlab.model.testing.StatisticalAssertions.assertCovers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.sim.observe.DownloadRecorder;
import org.fetchlab.sim.observe.PercentileEstimate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Experiments on M/M/1 with service rate 1, whose download time is exponential with rate 1 - λ. */
class ExperimentTest {
    private static final Execution QUIET = Execution.threads(1);
    private static final ExperimentPlan PLAN = ExperimentPlan.of(new StoppingRule.Requests(200_000));

    @Test
    void theMeanAndThePercentilesOfMm1AreCovered() {
        ExperimentResult result = Experiment.run(SingleServer.at(0.7), PLAN, QUIET);
        assertThat(result.stability().verdict()).isEqualTo(Verdict.STABLE);
        assertCovers(result.mean().value().orElseThrow(), 1 / 0.3, 0.05, RARE);
        PercentileEstimate p90 = result.percentile(90.0).value().orElseThrow();
        assertThat(Math.log(10) / 0.3).isBetween(p90.lower(), p90.upper());
        assertCovers(result.statistics().get(0), 0.7, 0.05, RARE);
        assertThat(result.requests()).isEqualTo(200_000);
        assertThat(result.warmUp()).isPositive();
        assertThatThrownBy(() -> result.percentile(42)).hasMessageContaining("42");
    }

    @Test
    void theSamePlanGivesTheSameBitsOnAnyNumberOfThreads() {
        ExperimentResult one = Experiment.run(SingleServer.at(0.7), PLAN, Execution.threads(1));
        assertThat(Experiment.run(SingleServer.at(0.7), PLAN, Execution.threads(3)))
                .isEqualTo(one);
        assertThat(Experiment.run(SingleServer.at(0.7), PLAN.withSeed(2), QUIET))
                .isNotEqualTo(one);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 1.2, 50})
    void atOrBeyondAKnownCapacityThereIsNoMean(double arrivalRate) {
        SingleServer system =
                SingleServer.at(arrivalRate).with(new StabilityEvidence.Known(Capacity.exactly(1), "service rate"));
        ExperimentResult result = Experiment.run(system, PLAN, QUIET);
        assertThat(result.stability().verdict()).isEqualTo(Verdict.UNSTABLE);
        assertThat(result.mean()).isInstanceOf(Outcome.None.class);
        assertThat(result.percentiles().values())
                .allMatch(outcome -> outcome.value().isEmpty());
        assertThat(result.percentiles()).hasSize(4);
    }

    @Test
    void theSaturationRuleFindsTheCapacity() {
        assertThat(verdict(SingleServer.at(0.97))).isEqualTo(Verdict.STABLE);
        assertThat(verdict(SingleServer.at(1.03))).isEqualTo(Verdict.UNSTABLE);
        assertThat(verdict(SingleServer.at(1))).isNotEqualTo(Verdict.STABLE);
    }

    @Test
    void theBacklogTestTellsStableFromUnstable() {
        assertThat(verdict(SingleServer.at(0.8).judgedByBacklog())).isEqualTo(Verdict.STABLE);
        assertThat(verdict(SingleServer.at(1.2).judgedByBacklog())).isEqualTo(Verdict.UNSTABLE);
        assertThat(verdict(SingleServer.at(1).judgedByBacklog())).isNotEqualTo(Verdict.STABLE);
    }

    private static Verdict verdict(SingleServer system) {
        return Experiment.run(system, ExperimentPlan.of(new StoppingRule.Requests(1000)), QUIET)
                .stability()
                .verdict();
    }

    @Test
    void aPrecisionGoalIsMetOrTheBudgetIsNamed() {
        ExperimentResult met = Experiment.run(
                SingleServer.at(0.5), ExperimentPlan.of(new StoppingRule.RelativePrecision(0.01, 10_000_000)), QUIET);
        double mean = met.mean().value().orElseThrow().value();
        assertThat(met.mean().value().orElseThrow().halfWidth()).isLessThanOrEqualTo(0.01 * mean);
        assertThat(met.requests()).isLessThan(10_000_000);
        assertThat(met.warnings()).isEmpty();
        ExperimentResult missed = Experiment.run(
                SingleServer.at(0.5), ExperimentPlan.of(new StoppingRule.RelativePrecision(0.001, 50_000)), QUIET);
        assertThat(missed.warnings()).anyMatch(warning -> warning.contains("budget"));
        assertThat(missed.requests()).isBetween(50_000L, 50_032L);
    }

    @Test
    void aRunTooShortToLeaveItsTransientSaysSo() {
        ExperimentResult result =
                Experiment.run(SingleServer.at(0.9999), ExperimentPlan.of(new StoppingRule.Requests(32)), QUIET);
        assertThat(result.stability().verdict()).isNotEqualTo(Verdict.UNSTABLE);
        ExperimentResult known = Experiment.run(
                SingleServer.at(0.9999).with(new StabilityEvidence.Known(Capacity.exactly(1), "service rate")),
                ExperimentPlan.of(new StoppingRule.Requests(10_000)),
                QUIET);
        assertThat(known.warnings()).anyMatch(warning -> warning.contains("too short"));
    }

    /**
     * Near the capacity a short run sees nothing of the stationary queue: it withholds its answers. Where it answers, a miss
     * by more than three half-widths (six standard errors) has a probability below 1e-5 per seed.
     */
    @ParameterizedTest
    @ValueSource(longs = {2_000, 20_000, 200_000})
    void nearTheCapacityNoIntervalIsFarFromTheMean(long requests) {
        SingleServer system =
                SingleServer.at(0.99).with(new StabilityEvidence.Known(Capacity.exactly(1), "service rate"));
        for (long seed = 1; seed <= 5; seed++) {
            ExperimentResult result = Experiment.run(
                    system,
                    ExperimentPlan.of(new StoppingRule.Requests(requests)).withSeed(seed),
                    QUIET);
            result.mean()
                    .value()
                    .ifPresent(
                            mean -> assertThat(Math.abs(mean.value() - 100)).isLessThanOrEqualTo(3 * mean.halfWidth()));
            if (result.mean() instanceof Outcome.None<?> none) {
                assertThat(none.reason()).contains("run too short").contains("simulate more requests");
                assertThat(result.percentiles().values())
                        .allMatch(outcome -> outcome.value().isEmpty());
            }
            assertThat(result.requests()).isEqualTo(requests);
        }
    }

    @ParameterizedTest
    @CsvSource({"0.1, 2000", "0.5, 3000", "0.8, 35000", "0.9, 165000"})
    void fifteenRelaxationTimesInEachReplicationAreAnswered(double arrivalRate, long requests) {
        ExperimentResult result = Experiment.run(
                SingleServer.at(arrivalRate).with(new StabilityEvidence.Known(Capacity.exactly(1), "service rate")),
                ExperimentPlan.of(new StoppingRule.Requests(requests)),
                QUIET);
        Estimate mean = result.mean().value().orElseThrow();
        assertThat(Math.abs(mean.value() - 1 / (1 - arrivalRate))).isLessThanOrEqualTo(3 * mean.halfWidth());
    }

    @ParameterizedTest
    @ValueSource(longs = {33, 1000, 10_001})
    void exactlyTheRequestsThatWereAskedForAreMeasured(long requests) {
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(requests));
        ExperimentResult result = Experiment.run(SingleServer.at(0.5), plan, QUIET);
        assertThat(result.requests()).isEqualTo(requests);
        assertThat(Experiment.run(SingleServer.at(0.5), plan, Execution.threads(2)))
                .isEqualTo(result);
    }

    @Test
    void simulationOnlyTightensACertifiedCapacity() {
        var saturation = (StabilityEvidence.Saturation) SingleServer.at(0.5).stability();
        Capacity inside = capacity(saturation.within(new Capacity(0.9, 3)));
        assertThat(inside.lower()).isBetween(0.9, 1.0);
        assertThat(inside.upper()).isBetween(1.0, 3.0);
        Capacity contradicted = new Capacity(2, 3);
        assertThat(capacity(saturation.within(contradicted))).isEqualTo(contradicted);
    }

    private static Capacity capacity(StabilityEvidence evidence) {
        return Experiment.run(
                        SingleServer.at(0.5).with(evidence), ExperimentPlan.of(new StoppingRule.Requests(100)), QUIET)
                .stability()
                .capacity()
                .value()
                .orElseThrow();
    }

    @Test
    void withoutVarianceNoSimulationBoundsTheCapacity() {
        var parts = ((StabilityEvidence.Saturation) SingleServer.at(0.5).stability()).parts();
        ExperimentResult unknown = Experiment.run(
                SingleServer.at(0.5)
                        .with(new StabilityEvidence.Saturation(
                                parts, StabilityEvidence.Saturation.NOTHING_CERTIFIED, 2)),
                PLAN,
                QUIET);
        assertThat(unknown.stability().verdict()).isEqualTo(Verdict.UNDETERMINED);
        assertThat(((Outcome.None<Capacity>) unknown.stability().capacity()).reason())
                .contains("variance");
        ExperimentResult certified = Experiment.run(
                SingleServer.at(0.5).with(new StabilityEvidence.Saturation(parts, new Capacity(0.8, 5), 2)),
                PLAN,
                QUIET);
        assertThat(certified.stability().verdict()).isEqualTo(Verdict.STABLE);
        assertThat(verdict(SingleServer.at(0.5).judgedByBacklog().withTailIndex(1)))
                .isEqualTo(Verdict.UNDETERMINED);
    }

    /**
     * About one stationary run in a thousand drifts at the 99.9 % level, by chance: of the first 2000 seeds here 809, 1084, 1147,
     * 1295 and 1546. It starts again, with what was measured as its warm-up.
     */
    @ParameterizedTest
    @CsvSource({"1, 16384", "809, 19584", "1084, 19584", "1147, 19584", "1295, 19584", "1546, 19584"})
    void aDriftByChanceStartsTheMeasurementAgainAndWithholdsNothing(long seed, long warmUp) {
        SingleServer system =
                SingleServer.at(0.3).with(new StabilityEvidence.Known(Capacity.exactly(1), "service rate"));
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(3200)).withSeed(seed);
        ExperimentResult result = Experiment.run(system, plan, QUIET);
        assertThat(result.withheld()).isEmpty();
        assertThat(result.requests()).isEqualTo(3200);
        assertThat(result.warmUp()).isEqualTo(warmUp);
    }

    @Test
    void aDriftThatPersistsIsWithheldWithWhatWouldBeEnough() {
        ExperimentResult result = Experiment.run(
                new SlowingDown(), ExperimentPlan.of(new StoppingRule.RelativePrecision(0.5, 20_000_000)), QUIET);
        assertThat(result.withheld()).contains(WithheldMean.RUN_TOO_SHORT);
        String reason = ((Outcome.None<?>) result.mean()).reason();
        assertThat(reason).contains("drifts even after a new start");
        long advised = Long.parseLong(reason.replaceAll(".* ", ""));
        assertThat(advised).isBetween(2 * result.requests(), 8 * (result.requests() + result.warmUp()));
    }

    @Test
    void warningsNameTailsInFewDigits() {
        ExperimentResult result = Experiment.run(SingleServer.at(0.5).withTailIndex(1.9999999999999996), PLAN, QUIET);
        assertThat(result.warnings()).anyMatch(warning -> warning.contains("(tail index 2)"));
    }

    @Test
    void infiniteMomentsVoidTheIntervalOrTheMean() {
        ExperimentResult noVariance = Experiment.run(SingleServer.at(0.5).withTailIndex(1.5), PLAN, QUIET);
        assertThat(noVariance.mean().value()).isPresent();
        assertThat(noVariance.warnings()).anyMatch(warning -> warning.contains("heavy tail"));
        ExperimentResult noMean = Experiment.run(SingleServer.at(0.5).withTailIndex(0.5), PLAN, QUIET);
        assertThat(noVariance.withheld()).isEmpty();
        assertThat(noMean.mean().value()).isEmpty();
        assertThat(noMean.withheld()).as("no system says that it is proved").contains(WithheldMean.MAYBE_INFINITE);
        assertThat(noMean.percentile(50.0).value()).isPresent();
    }

    @Test
    void progressIsReportedAndAnExperimentCanBeCancelled() {
        List<Long> done = new ArrayList<>();
        Experiment.run(SingleServer.at(0.5), PLAN, new Execution(2, (now, planned) -> done.add(now), () -> false));
        assertThat(done).isSorted().isNotEmpty();
        AtomicInteger calls = new AtomicInteger();
        Execution impatient = new Execution(2, (now, planned) -> {}, () -> calls.incrementAndGet() > 5);
        assertThatThrownBy(() -> Experiment.run(SingleServer.at(0.5), PLAN, impatient))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void whetherToGiveUpIsAskedEveryFewThousandRequestsAlsoWhileTheCapacityIsEstimated() {
        List<Long> done = new ArrayList<>();
        Experiment.run(SingleServer.at(0.97), PLAN, new Execution(1, (now, planned) -> done.add(now), () -> false));
        for (int i = 1; i < done.size(); i++) {
            assertThat(done.get(i) - done.get(i - 1)).isLessThanOrEqualTo(8192);
        }
    }

    @Test
    void aFailingPathFailsTheExperiment() {
        assertThatThrownBy(() -> Experiment.run(SingleServer.at(-1), PLAN, QUIET))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void plansAndExecutionsAreChecked() {
        assertThatThrownBy(() -> new StoppingRule.Requests(0)).hasMessageContaining("number of requests 0");
        assertThatThrownBy(() -> new StoppingRule.RelativePrecision(Double.NaN, 1))
                .hasMessageContaining("NaN");
        assertThatThrownBy(() -> new StoppingRule.RelativePrecision(0.1, 0)).hasMessageContaining("budget");
        assertThatThrownBy(() -> PLAN.withPercentiles(List.of(0.0))).hasMessageContaining("percentile 0.0");
        assertThatThrownBy(() -> Execution.threads(0)).hasMessageContaining("threads 0");
        assertThatThrownBy(() -> new StabilityEvidence.Saturation(List.of())).hasMessageContaining("part");
        assertThatThrownBy(() -> new StabilityEvidence.Part(0, (streams, replication) -> requests -> 1))
                .hasMessageContaining("share");
    }

    /** Exponential times that grow by a ten-thousandth from one request to the next: too slow to show in a warm-up. */
    private static final class SlowingDown implements SimulatedSystem {
        @Override
        public double arrivalRate() {
            return 1;
        }

        @Override
        public double typicalTime() {
            return 1;
        }

        @Override
        public StabilityEvidence stability() {
            return new StabilityEvidence.Known(Capacity.exactly(10), "assumed");
        }

        @Override
        public SamplePath path(RandomStreams streams, long replication) {
            var times = ZigguratSampler.Exponential.of(streams.stream(replication, RandomPurpose.SERVICE));
            return new SamplePath() {
                private long served;

                @Override
                public void advance(long requests, DownloadRecorder recorder) {
                    for (long i = 0; i < requests; i++) {
                        recorder.record(times.sample() + 1e-4 * served++);
                    }
                }

                @Override
                public void startMeasuring() {}

                @Override
                public double[] statistics() {
                    return new double[0];
                }
            };
        }
    }
}
