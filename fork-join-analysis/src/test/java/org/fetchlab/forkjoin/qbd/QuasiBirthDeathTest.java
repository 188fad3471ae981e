package org.fetchlab.forkjoin.qbd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.model.testing.Tolerances.ITERATION;
import static org.fetchlab.model.testing.Tolerances.SUMMATION;
import static org.fetchlab.model.testing.Tolerances.mixed;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.ArrayList;
import java.util.List;
import org.fetchlab.forkjoin.mg1.PollaczekKhinchine;
import org.fetchlab.forkjoin.qbd.QuasiBirthDeath.Level;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTimes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuasiBirthDeathTest {
    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.5, 0.9, 0.999})
    void theQueueMM1HasGeometricLevels(double load) {
        QbdSolution queue = solved(queueMMc(load, 1, 1));
        double mean = load / (1 - load);
        assertThat(queue.meanLevel()).isCloseTo(mean, relative(mean, ITERATION));
        double square = load * (1 + load) / ((1 - load) * (1 - load));
        assertThat(queue.meanSquareLevel()).isCloseTo(square, relative(square, ITERATION));
        assertThat(queue.probability(7)).isCloseTo((1 - load) * Math.pow(load, 7), relative(1, SUMMATION));
        assertThat(queue.rateMatrix()[0][0]).isCloseTo(load, relative(load, SUMMATION));
        assertThat(queue.firstPassage()[0][0]).isCloseTo(1, relative(1, SUMMATION));
        assertThat(queue.residual()).isLessThan(1e-15);
        assertThat(queue.passageResidual()).isLessThan(1e-12);
    }

    @ParameterizedTest
    @CsvSource({"3,2", "10,8.5", "40,39"})
    void theQueueMMcWaitsAsErlangSays(int servers, double offered) {
        QbdSolution queue = solved(queueMMc(offered, servers, 1));
        double blocking = 1;
        for (int c = 1; c <= servers; c++) {
            blocking = offered * blocking / (c + offered * blocking);
        }
        double waiting = blocking / (1 - offered / servers * (1 - blocking));
        double mean = offered + waiting * offered / (servers - offered);
        assertThat(queue.meanLevel()).isCloseTo(mean, relative(mean, ITERATION));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.8, 0.97})
    void phaseTypeServiceObeysPollaczekAndKhinchine(double arrivalRate) {
        int stages = 4;
        PollaczekKhinchine erlang = PollaczekKhinchine.of("Erlang", ServiceTimes.erlang(stages, stages)::moment);
        double expected = arrivalRate * erlang.meanSojourn(arrivalRate).value().orElseThrow();
        double mean = solved(queueMErlang1(arrivalRate, stages, stages)).meanLevel();
        assertThat(mean).isCloseTo(expected, relative(expected, ITERATION));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.9})
    void phaseTypeArrivalsGiveTheGeometricLawOfTheQueueGM1(double load) {
        // Erlang-2 arrivals, service rate 1: sigma solves sigma = (2 load / (2 load + 1 - sigma))^2.
        double rate = 2 * load;
        double sigma = 0;
        for (int i = 0; i < 10_000; i++) {
            sigma = Math.pow(rate / (rate + 1 - sigma), 2);
        }
        double[][] local = {{0, rate}, {0, 0}};
        double[][] up = {{0, 0}, {rate, 0}};
        double[][] down = {{1, 0}, {0, 1}};
        Level ground = Level.of(up, local, new double[2][0]);
        double mean = solved(QuasiBirthDeath.of(List.of(ground), Level.of(up, local, down)))
                .meanLevel();
        double expected = load / (1 - sigma);
        assertThat(mean).isCloseTo(expected, relative(expected, ITERATION));
    }

    @Test
    void levelsAddUpToOneAndToTheMean() {
        QbdSolution queue = solved(queueMErlang1(0.7, 3, 3));
        double total = 0;
        double mean = 0;
        double square = 0;
        List<double[]> levels = queue.levels(1e-15, 10_000);
        for (int n = 0; n < levels.size(); n++) {
            double probability = Matrices.sum(levels.get(n));
            assertThat(queue.probability(n)).isCloseTo(probability, mixed(0, SUMMATION));
            total += probability;
            mean += n * probability;
            square += (double) n * n * probability;
        }
        assertThat(total).isCloseTo(1, relative(1, SUMMATION));
        assertThat(queue.meanLevel()).isCloseTo(mean, relative(mean, ITERATION));
        assertThat(queue.meanSquareLevel()).isCloseTo(square, relative(square, ITERATION));
        double above = total - queue.probability(0) - queue.probability(1);
        assertThat(Matrices.sum(queue.repeatingPhases())).isCloseTo(above, relative(above, ITERATION));
    }

    @Test
    void theRateMatrixSolvesItsQuadraticEquation() {
        double[][] up = {{0.3, 0, 0}, {0.1, 0.4, 0}, {0, 0, 0.5}};
        double[][] local = {{0, 0.7, 0}, {0, 0, 0.2}, {0.6, 0, 0}};
        double[][] down = {{0.9, 0, 0}, {0, 0.5, 0.3}, {1.1, 0.2, 0}};
        Level level = Level.of(up, local, down);
        QbdSolution solution = solved(QuasiBirthDeath.of(List.of(Level.of(up, local, new double[3][0])), level));
        double[][] rate = solution.rateMatrix();
        double[][] sum = Matrices.copy(up);
        Matrices.subtractProduct(sum, rate, level.negativeLocal());
        Matrices.addProduct(sum, Matrices.product(rate, rate), down);
        for (double[] row : sum) {
            for (double value : row) {
                assertThat(value).isCloseTo(0, mixed(0, SUMMATION));
            }
        }
        assertThat(solution.residual()).isLessThan(1e-15);
        assertThat(solution.reductionSteps()).isBetween(3, 12);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 1.0000001, 50})
    void anUpwardDriftIsUnstable(double load) {
        QuasiBirthDeath queue = queueMMc(load, 1, 1);
        assertThat(queue.drift().verdict()).isEqualTo(Verdict.UNSTABLE);
        assertThat(((Outcome.None<QbdSolution>) queue.solve()).reason()).contains("unstable");
    }

    @Test
    void theStationaryPhaseIsWeightedInTheDrift() {
        Level level = Level.of(
                new double[][] {{1, 0}, {0, 0}}, new double[][] {{0, 1}, {3, 0}}, new double[][] {{0, 0}, {0, 2}});
        QuasiBirthDeath process =
                QuasiBirthDeath.of(List.of(Level.of(level.up(), level.local(), new double[2][0])), level);
        assertThat(process.drift().up()).isCloseTo(0.75, relative(1, SUMMATION));
        assertThat(process.drift().down()).isCloseTo(0.5, relative(1, SUMMATION));
    }

    /** A server that sets up, at rate 3, whenever work arrives at an idle system: phases setup and on, of which one is transient. */
    @Test
    void transientPhasesFarFromTheBoundaryAreAllowed() {
        double[][] up = {{0.5, 0}, {0, 0.5}};
        double[][] local = {{0, 3}, {0, 0}};
        Level empty = Level.of(up, new double[2][2], new double[2][0]);
        Level one = Level.of(up, local, new double[][] {{0, 0}, {1, 0}});
        Level many = Level.of(up, local, new double[][] {{0, 0}, {0, 1}});
        double mean = solved(QuasiBirthDeath.of(List.of(empty, one), many)).meanLevel();
        // M/M/1 with setup: the mean time is that of M/M/1 plus the mean setup time.
        double expected = 0.5 * (1 / (1 - 0.5) + 1 / 3.0);
        assertThat(mean).isCloseTo(expected, relative(expected, ITERATION));
    }

    @Test
    void severalRecurrentClassesOfPhasesAreRefused() {
        double[][] up = {{1, 0}, {0, 1}};
        double[][] down = {{2, 0}, {0, 3}};
        Level level = Level.of(up, new double[2][2], down);
        Level ground = Level.of(up, new double[2][2], new double[2][0]);
        assertThatThrownBy(() -> QuasiBirthDeath.of(List.of(ground), level))
                .hasMessageContaining("more than one class");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1.5, Double.NaN, Double.NEGATIVE_INFINITY})
    void diagonalsAreNotRead(double diagonal) {
        double[][] local = {{diagonal}};
        Level ground = Level.of(new double[][] {{0.5}}, local, new double[1][0]);
        Level level = Level.of(new double[][] {{0.5}}, local, new double[][] {{1}});
        QbdSolution queue = solved(QuasiBirthDeath.of(List.of(ground), level));
        assertThat(queue.meanLevel()).isCloseTo(1, relative(1, ITERATION));
        assertThat(queue.residual()).isLessThan(1e-15);
        assertThat(local[0]).containsExactly(diagonal);
    }

    @Test
    void blocksThatDoNotFitAreRefused() {
        double[][] one = {{1}};
        double[][] two = {{1, 0}, {0, 1}};
        assertThatThrownBy(() -> Level.of(one, two, one)).hasMessageContaining("up");
        assertThatThrownBy(() -> Level.of(two, new double[][] {{0, -1}, {0, 0}}, two))
                .hasMessageContaining("-1");
        assertThatThrownBy(() -> Level.of(one, one, new double[][] {{Double.NaN}}))
                .hasMessageContaining("NaN");
        assertThatThrownBy(() -> Level.of(new double[0][], new double[0][], new double[0][]))
                .hasMessageContaining("phase");
        assertThatThrownBy(() -> Level.of(two, new double[][] {{0, 1}, {0}}, two))
                .hasMessageContaining("entries");
        Level ground = Level.of(one, one, new double[1][0]);
        assertThatThrownBy(() -> QuasiBirthDeath.of(List.of(), ground)).hasMessageContaining("level 0");
        assertThatThrownBy(() -> QuasiBirthDeath.of(List.of(ground), Level.of(two, two, two)))
                .hasMessageContaining("level");
        QbdSolution queue = solved(queueMMc(0.5, 1, 1));
        assertThatThrownBy(() -> queue.phaseProbabilities(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> queue.levels(0, 5)).isInstanceOf(IllegalArgumentException.class);
    }

    private static QbdSolution solved(QuasiBirthDeath process) {
        return process.solve().value().orElseThrow();
    }

    private static QuasiBirthDeath queueMMc(double arrivalRate, int servers, double rate) {
        double[][] up = {{arrivalRate}};
        List<Level> boundary = new ArrayList<>();
        boundary.add(Level.of(up, new double[1][1], new double[1][0]));
        for (int n = 1; n < servers; n++) {
            boundary.add(Level.of(up, new double[1][1], new double[][] {{n * rate}}));
        }
        return QuasiBirthDeath.of(boundary, Level.of(up, new double[1][1], new double[][] {{servers * rate}}));
    }

    private static QuasiBirthDeath queueMErlang1(double arrivalRate, int stages, double rate) {
        double[][] start = new double[1][stages];
        start[0][0] = arrivalRate;
        double[][] up = new double[stages][stages];
        double[][] local = new double[stages][stages];
        double[][] finish = new double[stages][1];
        double[][] down = new double[stages][stages];
        for (int s = 0; s < stages; s++) {
            up[s][s] = arrivalRate;
            if (s + 1 < stages) {
                local[s][s + 1] = rate;
            }
        }
        finish[stages - 1][0] = rate;
        down[stages - 1][0] = rate;
        Level empty = Level.of(start, new double[1][1], new double[1][0]);
        return QuasiBirthDeath.of(List.of(empty, Level.of(up, local, finish)), Level.of(up, local, down));
    }
}
