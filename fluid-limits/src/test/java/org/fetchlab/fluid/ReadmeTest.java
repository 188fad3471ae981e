package org.fetchlab.fluid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.analysis.differentiation.DerivativeStructure;
import org.fetchlab.fluid.fluctuation.FluctuationSolver;
import org.fetchlab.fluid.fluctuation.LinearFunctional;
import org.fetchlab.fluid.fluctuation.Moments;
import org.fetchlab.fluid.fluctuation.RefinedValue;
import org.fetchlab.fluid.process.StateSpace;
import org.fetchlab.fluid.process.Transition;
import org.fetchlab.fluid.process.TransitionProcess;
import org.fetchlab.fluid.trajectory.NewtonFixedPoint;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.junit.jupiter.api.Test;

/** The code of the README, and a check that it is the code of the README. */
class ReadmeTest {
    @Test
    void theFirstExampleGivesTheNumbersOfTheText() {
        FluidAnalysis fluid = FluidAnalysis.of(new RoutingPolicy.BatchSampling(5, 3), 0.9);
        Moments stationary = fluid.stationaryFluctuations().value().orElseThrow();
        Estimate queue = stationary.band(LinearFunctional.meanQueue(), 1000);
        RefinedValue refined =
                stationary.refined(LinearFunctional.meanQueue(), 50).value().orElseThrow();
        double p99 = fluid.download().value().orElseThrow().quantile(0.99);

        assertThat(queue.value()).isCloseTo(2.463, within(5e-4));
        assertThat(queue.halfWidth()).isCloseTo(0.298, within(5e-4));
        assertThat(refined.correction()).isCloseTo(0.131, within(5e-4));
        assertThat(p99).isCloseTo(3.476, within(5e-4));
    }

    @Test
    void theSecondExampleRuns() {
        // spotless:off
        Transition infection = Transition.of(
                "infection",
                new double[] {1},
                x -> x[0].multiply(x[0].negate().add(1)).multiply(3));
        // spotless:on
        Transition recovery = Transition.of("recovery", new double[] {-1}, x -> x[0]);
        TransitionProcess process = TransitionProcess.of(StateSpace.parts(1), List.of(infection, recovery));
        double[] endemic = new NewtonFixedPoint(10)
                .from(process, new double[] {0.1})
                .value()
                .orElseThrow();
        Outcome<Moments> moments = new FluctuationSolver(1e-10).stationary(process, endemic);

        assertThat(moments.value().orElseThrow().covariance(0, 0)).isCloseTo(1 / 3.0, within(1e-12));
    }

    static DerivativeStructure bothAtLeast(int j, DerivativeStructure[] s) {
        return j == 0 ? s[0].getField().getOne() : s[j - 1].pow(2);
    }

    static TransitionProcess powerOfTwo(double load, int levels) {
        List<Transition> transitions = new ArrayList<>();
        for (int j = 1; j <= levels; j++) {
            int level = j;
            double[] longer = new double[levels];
            double[] shorter = new double[levels];
            longer[j - 1] = 1;
            shorter[j - 1] = -1;
            transitions.add(Transition.of(
                    "arrival",
                    longer,
                    s -> bothAtLeast(level - 1, s)
                            .subtract(bothAtLeast(level, s))
                            .multiply(load)));
            transitions.add(Transition.of(
                    "departure", shorter, s -> level < levels ? s[level - 1].subtract(s[level]) : s[level - 1]));
        }
        return TransitionProcess.of(StateSpace.tails(levels), transitions);
    }

    @Test
    void theThirdExampleIsPowerOfTwo() {
        double[] fixedPoint = new NewtonFixedPoint(5)
                .from(powerOfTwo(0.7, 8), new double[8])
                .value()
                .orElseThrow();
        for (int j = 1; j <= 6; j++) {
            assertThat(fixedPoint[j - 1]).isCloseTo(Math.pow(0.7, Math.pow(2, j) - 1), within(1e-12));
        }
    }

    @Test
    void everyLineOfTheReadmeIsCompiledHere() throws IOException {
        String test = withoutSpaces(Files.readString(Path.of("src/test/java/org/fetchlab/fluid/ReadmeTest.java")));
        boolean code = false;
        int checked = 0;
        for (String line : Files.readAllLines(Path.of("README.md"))) {
            if (line.startsWith("```")) {
                code = line.equals("```java");
            } else if (code) {
                assertThat(test).contains(withoutSpaces(line));
                checked++;
            }
        }
        assertThat(checked).isEqualTo(27);
    }

    private static String withoutSpaces(String text) {
        return text.replaceAll("\\s+", "");
    }
}
