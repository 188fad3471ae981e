package org.fetchlab.fluid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.stream.Stream;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.fluid.process.PhaseType;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.model.testing.ReferenceTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneralServiceAnalysisTest {
    private static final double BALANCED = (1 + Math.sqrt(3.0 / 5)) / 2;
    private static final PhaseType HYPEREXPONENTIAL = PhaseType.hyperexponential(
            new double[] {BALANCED, 1 - BALANCED}, new double[] {2 * BALANCED, 2 * (1 - BALANCED)});

    static Stream<ReferenceTable.Row> powerOfD() {
        return ReferenceTable.read("power_of_d_phase_type.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("powerOfD")
    void fixedPointOfPowerOfDIsTheReference(ReferenceTable.Row row) {
        QueueTails tails = known(new GeneralServiceAnalysis(
                                BatchChoice.of(row.integer("d"), 1), row.number("lambda"), service(row))
                        .fixedPoint())
                .tails();
        double meanQueue = row.number("mean_queue");
        assertThat(tails.meanQueue()).isCloseTo(meanQueue, relative(meanQueue, 1e-6));
        assertThat(tails.tail(1)).isCloseTo(row.number("s1"), within(1e-6));
        assertThat(tails.tail(2)).isCloseTo(row.number("s2"), within(1e-6));
    }

    private static PhaseType service(ReferenceTable.Row row) {
        String name = row.text("service");
        if (name.startsWith("erlang")) {
            return PhaseType.erlang(2, 2);
        }
        return name.startsWith("exp") ? PhaseType.exponential(1) : HYPEREXPONENTIAL;
    }

    @Test
    void theHyperexponentialOfTheTableHasSquaredCoefficientOfVariationFour() {
        assertThat(HYPEREXPONENTIAL.mean()).isCloseTo(1, within(1e-14));
        assertThat(HYPEREXPONENTIAL.squaredCoefficientOfVariation()).isCloseTo(4, within(1e-12));
        assertThat(PhaseType.erlang(4, 8).squaredCoefficientOfVariation()).isCloseTo(0.25, within(1e-13));
        assertThat(PhaseType.erlang(4, 8).scaledBy(3).mean()).isCloseTo(1.5, within(1e-13));
    }

    @ParameterizedTest
    @CsvSource({"5,3,0.7", "4,2,0.8", "3,3,0.5"})
    void fixedPointIsWhereTheTrajectoryEnds(int sampled, int joined, double load) {
        for (PhaseType service :
                new PhaseType[] {PhaseType.erlang(3, 3.0 * joined), HYPEREXPONENTIAL.scaledBy(1.0 / joined)}) {
            GeneralServiceAnalysis analysis =
                    new GeneralServiceAnalysis(BatchChoice.of(sampled, joined), load, service);
            QueueTails fixedPoint = known(analysis.fixedPoint()).tails();
            QueueTails late =
                    analysis.trajectory(QueueTails.of(1), 150).points().get(0).tails();
            for (int j = 0; j < fixedPoint.levels(); j++) {
                assertThat(late.tail(j)).isCloseTo(fixedPoint.tail(j), within(1e-8));
            }
        }
    }

    /** An exponential law written with three phases it does not need. */
    @Test
    void exponentialServiceIsTheSpecialCase() {
        double rate = 3;
        PhaseType disguised =
                PhaseType.of(new double[] {0.2, 0.3, 0.5}, new double[][] {{-5, 2, 0}, {0, -4, 1}, {1, 0, -4}});
        GeneralServiceAnalysis analysis = new GeneralServiceAnalysis(BatchChoice.of(5, 3), 0.9, disguised);
        FluidAnalysis exponential = FluidAnalysis.of(new RoutingPolicy.BatchSampling(5, 3), 0.9);
        assertThat(disguised.mean()).isCloseTo(1 / rate, within(1e-14));
        assertThat(known(analysis.fixedPoint()).tails().meanQueue())
                .isCloseTo(known(exponential.fixedPoint()).meanQueue(), within(1e-11));
        LatencyDistribution general = known(analysis.download());
        LatencyDistribution exact = exponential.download().value().orElseThrow();
        assertThat(known(general.mean())).isCloseTo(known(exact.mean()), within(1e-9));
        assertThat(general.quantile(0.99)).isCloseTo(exact.quantile(0.99), within(1e-9));
        QueueTails path =
                analysis.trajectory(QueueTails.of(1, 1, 1), 2).points().get(0).tails();
        QueueTails same = known(exponential.startingAt(QueueTails.of(1, 1, 1)).trajectory(2))
                .points()
                .get(0)
                .tails();
        assertThat(path.meanQueue()).isCloseTo(same.meanQueue(), within(1e-8));
    }

    @ParameterizedTest
    @CsvSource({"2,0.7", "2,0.9", "3,0.5"})
    void downloadTimeOfPowerOfDObeysLittlesLaw(int choices, double load) {
        for (PhaseType service : new PhaseType[] {PhaseType.erlang(2, 2), HYPEREXPONENTIAL}) {
            GeneralServiceAnalysis analysis = new GeneralServiceAnalysis(BatchChoice.of(choices, 1), load, service);
            double mean = known(known(analysis.download()).mean());
            assertThat(load * mean)
                    .isCloseTo(known(analysis.fixedPoint()).tails().meanQueue(), within(1e-8));
        }
    }

    /** E[T] = E[S] + λ E[S²] / (2 (1 − λ)). */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.95, 0.97})
    void randomRoutingIsPollaczekAndKhinchinesQueue(double load) {
        double expected = 1 + load * 5 / (2 * (1 - load));
        GeneralServiceAnalysis analysis = new GeneralServiceAnalysis(BatchChoice.of(1, 1), load, HYPEREXPONENTIAL);
        assertThat(known(known(analysis.download()).mean())).isCloseTo(expected, relative(expected, 1e-9));
    }

    @Test
    void piecesOnAllSampledServersAreIndependent() {
        PhaseType piece = HYPEREXPONENTIAL.scaledBy(1.0 / 3);
        LatencyDistribution file = known(new GeneralServiceAnalysis(BatchChoice.of(3, 3), 0.7, piece).download());
        LatencyDistribution one = known(new GeneralServiceAnalysis(BatchChoice.of(1, 1), 2.1, piece).download());
        for (double time : new double[] {0.1, 1, 10, 40}) {
            double expected = -Math.expm1(3 * Math.log1p(-one.survival(time)));
            assertThat(file.survival(time)).isCloseTo(expected, relative(expected, 1e-9));
        }
    }

    @Test
    void queuesThatAreTooLongForServiceSoVariableAreReported() {
        double balanced = (1 + Math.sqrt(9999 / 10001.0)) / 2;
        PhaseType service = PhaseType.hyperexponential(
                new double[] {balanced, 1 - balanced}, new double[] {2 * balanced, 2 * (1 - balanced)});
        GeneralServiceAnalysis analysis = new GeneralServiceAnalysis(BatchChoice.of(2, 1), 0.7, service);
        assertThat(known(analysis.fixedPoint()).tails().levels()).isGreaterThan(5000);
        assertThat(((Outcome.None<LatencyDistribution>) analysis.download()).reason())
                .contains("lengths are in use");
    }

    @Test
    void lessVariableServiceHasShorterQueues() {
        BatchChoice two = BatchChoice.of(2, 1);
        double regular = meanQueue(two, PhaseType.erlang(2, 2));
        double exponential = meanQueue(two, PhaseType.exponential(1));
        double variable = meanQueue(two, HYPEREXPONENTIAL);
        assertThat(regular).isLessThan(exponential);
        assertThat(exponential).isLessThan(variable);
    }

    private static double meanQueue(BatchChoice choice, PhaseType service) {
        return known(new GeneralServiceAnalysis(choice, 0.9, service).fixedPoint())
                .tails()
                .meanQueue();
    }

    @Test
    void overloadHasNoFixedPointAndNoDownloadTime() {
        GeneralServiceAnalysis overloaded =
                new GeneralServiceAnalysis(BatchChoice.of(2, 1), 1, PhaseType.erlang(2, 1.9));
        assertThat(overloaded.load()).isGreaterThan(1);
        assertThat(overloaded.fixedPoint()).isInstanceOf(Outcome.None.class);
        assertThat(overloaded.download()).isInstanceOf(Outcome.None.class);
    }

    @Test
    void representationsThatAreNoPhaseTypeLawsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> PhaseType.erlang(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> PhaseType.exponential(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> PhaseType.exponential(Double.NaN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PhaseType.hyperexponential(new double[] {0.5, 0.4}, new double[] {1, 1}))
                .withMessageContaining("sum to");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PhaseType.of(new double[] {1, 0}, new double[][] {{-1, 1}, {1, -1}}))
                .withMessageContaining("never left");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PhaseType.of(new double[] {1, 0}, new double[][] {{-1, 2}, {0, -1}}));
    }

    private static <T> T known(Outcome<T> outcome) {
        return outcome.value().orElseThrow();
    }
}
