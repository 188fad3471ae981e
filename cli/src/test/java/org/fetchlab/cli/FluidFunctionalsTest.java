package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code fetchlab fluid --functional}: values, bands and means to order 1/n, and what is said where these are rough. */
final class FluidFunctionalsTest {
    private static final String FUNCTIONALS = "tail(2),weighted(1,-1),mean-queue";

    @Test
    void withoutServersAFunctionalHasItsValueAlone() {
        JsonNode fixedPoint = FluidRun.fluid("--arrival-rate", "0.8", "--functional", FUNCTIONALS)
                .get("fixed_point");
        assertThat(fixedPoint.get("functionals").propertyNames()).containsExactly("tail(2)", "weighted(1,-1)");
        assertThat(fixedPoint.get("functionals").get("tail(2)").asDouble()).isCloseTo(0.512, within(1e-12));
        assertThat(fixedPoint.get("functionals").get("weighted(1,-1)").asDouble())
                .isCloseTo(0.8 - 0.512, within(1e-12));
        assertThat(fixedPoint.has("half_width_95")).isFalse();
        assertThat(CommandRun.of("fluid", "--time", "5", "--functional", "tail(2)")
                        .out())
                .contains("tail(2) at time 5, n to infinity");
    }

    @Test
    void withServersAFunctionalHasItsValueItsBandAndItsMeanToOrderOneOverN() {
        String[] options = {"--servers", "1000", "--functional", FUNCTIONALS, "--time", "3", "--steady"};
        JsonNode result = FluidRun.fluid(options);
        JsonNode last = FluidRun.last(result);
        for (String name : new String[] {"tail(2)", "weighted(1,-1)"}) {
            assertThat(last.get("half_width_95").get(name).asDouble()).isPositive();
            double value = last.get("functionals").get(name).asDouble();
            double refined = last.get("refined_functionals").get(name).asDouble();
            assertThat(refined).isNotEqualTo(value).isCloseTo(value, within(0.01 * Math.abs(value)));
        }
        JsonNode refined = result.get("refined");
        assertThat(refined.get("functionals").get("tail(2)").asDouble())
                .isCloseTo(refined.get("tails").get(2).asDouble(), within(1e-12));
    }

    @Test
    void theTableShowsWhatTheFunctionalsAre() {
        String out = CommandRun.of("fluid", "--servers", "1000", "--functional", "tail(2)", "--time", "3")
                .out();
        assertThat(out).contains("tail(2) at time 3, n to infinity", "tail(2), n = 1000", "±95 %");
    }

    /** At n = 100 the far tails change by +28 % (s_5) to fifty times themselves (s_8), and the mean queue by 1.7 %. */
    @Test
    void refinedTailsWithLargeCorrectionsAreNamed() {
        JsonNode result = FluidRun.fluid("--arrival-rate", "0.9", "--servers", "100");
        assertThat(result.get("warnings").size()).isOne();
        assertThat(result.get("warnings").get(0).asString()).contains("1/n correction of tail(5) to tail(");
        for (JsonNode tail : result.get("refined").get("tails")) {
            assertThat(tail.asDouble()).isGreaterThan(1e-15);
        }
    }

    @Test
    void refinedFunctionalsAndMeanQueuesWithLargeCorrectionsAreNamed() {
        JsonNode result = FluidRun.fluid(
                "--arrival-rate", "0.9", "--servers", "10", "--time", "50", "--functional", "tail(4),tail(1)");
        String warnings = result.get("warnings").toString();
        assertThat(warnings)
                .contains("mean_queue, at", "tail(4), at", "of 101 times between")
                .doesNotContain("of tail(1), at");
    }

    /** Covariances of this path take a hundred times as long as the path, and nothing of them would be shown. */
    @Test
    void aPathWithoutServersHasNoCovariance() {
        JsonNode result = FluidRun.fluid("--policy", "random", "--arrival-rate", "0.9", "--time", "1000");
        assertThat(result.has("covariance")).isFalse();
        assertThat(result.has("missing")).isFalse();
        assertThat(FluidRun.last(result).get("mean_queue").asDouble()).isCloseTo(9, within(0.05));
    }

    @Test
    void csvHasTimeAndMeanQueueFirstAndTailsLast() {
        String heading = CommandRun.of(
                        "fluid", "--time", "2", "--servers", "9", "--functional", "tail(2)", "--format", "csv")
                .out()
                .lines()
                .findFirst()
                .orElseThrow();
        assertThat(heading.replace("\"", ""))
                .startsWith("time,mean_queue,refined_mean_queue,functionals.tail(2),refined_functionals.tail(2),"
                        + "half_width_95.mean_queue,half_width_95.tail(2),tails.0,tails.1,tails.2,")
                .matches(".*tails\\.\\d+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"weighted(1e308,1e308)", "weighted(1,1e-200)"})
    void weightsWhoseSquaresAreNoNumbersAreRefused(String functional) {
        CommandRun run = CommandRun.of("fluid", "--functional", functional);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors()).hasSize(1);
        assertThat(run.errors().get(0)).contains("--functional", "weight 1.0E");
    }
}
