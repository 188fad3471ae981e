package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code fetchlab fluid --servers} where few servers are far from the limit of many: what it says about its numbers. */
final class FluidValidityTest {
    /** The truth is 0.058 and 0.124 jobs per server instead of 0.4 and 0.2; P(empty) = 0.4 is no band of width 0. */
    @ParameterizedTest
    @CsvSource({"0.41,100,0.4", "0.6,10,0.2"})
    void aCentralServerThatIsHardlyFastEnoughIsCalledRough(String share, String servers, double refined) {
        String[] options = {
            "--policy", "centralized(" + share + ")", "--arrival-rate", "0.4", "--servers", servers, "--steady"
        };
        JsonNode result = FluidRun.fluid(options);
        assertThat(result.get("refined").get("mean_queue").asDouble()).isCloseTo(refined, within(1e-9));
        assertThat(result.get("warnings").toString())
                .contains(servers + " servers stray far near a surface", "band of mean_queue is too narrow");
        JsonNode path = FluidRun.fluid(
                Stream.concat(Stream.of(options), Stream.of("--time", "5")).toArray(String[]::new));
        assertThat(path.get("warnings").toString())
                .contains(
                        "stray far near a surface where the drift switches, at 100 of 101 times between 0.05000 and 5.000")
                .contains("is too narrow, at 100 of 101 times");
    }

    @Test
    void aCentralServerWithRoomToSpareIsNot() {
        JsonNode result = FluidRun.fluid("--policy", "centralized(0.6)", "--arrival-rate", "0.4", "--servers", "1000");
        assertThat(result.get("warnings")).hasSize(1);
        assertThat(result.get("warnings").get(0).asString()).contains("band of mean_queue");
    }

    /** Tail 1 is 0 at n = ∞. */
    @Test
    void theTableShowsEveryTailOfTheLimitOrToOrderOneOverN() {
        CommandRun run = CommandRun.of(
                "fluid", "--policy", "centralized(0.41)", "--arrival-rate", "0.4", "--servers", "100", "--steady");
        assertThat(run.out()).containsPattern("(?m)^\\D*1 .* 0 .* 0\\.4");
    }

    @ParameterizedTest
    @CsvSource({"power-of-d(2),0.999", "centralized(0.4),0.39999999"})
    void aTermThatIsTooLargeToBePrintedIsWarnedOf(String policy, String load) {
        JsonNode result = FluidRun.fluid("--policy", policy, "--arrival-rate", load, "--servers", "100");
        assertThat(result.has("refined")).isFalse();
        assertThat(result.get("warnings").toString())
                .contains("1/n term is too large for 100 servers, at stationarity");
    }

    @Test
    void meansThatAreWithheldOverTimeAreNamedWithTheirTimes() {
        JsonNode result = FluidRun.fluid("--policy", "jsq", "--servers", "1000", "--initial", "3", "--time", "30");
        List<Double> withheld = result.get("trajectory")
                .valueStream()
                .filter(point -> !point.has("refined_mean_queue"))
                .map(point -> point.get("time").asDouble())
                .toList();
        assertThat(withheld).isNotEmpty();
        assertThat(result.get("missing").get("refined_mean_queue").asString())
                .startsWith("there is no 1/n term once")
                .endsWith(String.format(
                        "(refined_mean_queue, at %d of 101 times between %.4g and 30.00)",
                        withheld.size(), withheld.get(0)));
    }

    @Test
    void aCriticalStartHasItsOwnReason() {
        JsonNode result = FluidRun.fluid(
                "--policy", "jsq", "--arrival-rate", "1.0000001", "--servers", "100", "--time", "1", "--initial", "1");
        assertThat(result.get("missing").get("refined").asString())
                .contains("from a start at which servers come off a surface about as often as they return")
                .doesNotContain("once queues have come off");
    }
}
