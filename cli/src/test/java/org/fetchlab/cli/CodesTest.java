package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code fetchlab codes}, from arguments to result. */
final class CodesTest {
    private static JsonNode code(String... args) {
        String[] all = new String[args.length + 3];
        all[0] = "codes";
        all[1] = "--format";
        all[2] = "json";
        System.arraycopy(args, 0, all, 3, args.length);
        CommandRun run = CommandRun.of(all);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.json().get("results").get(0);
    }

    @Test
    void theAzureStyleCodeDecodesEveryThreeAndMostFourErasurePatterns() {
        JsonNode lrc = code("lrc(6,2,2)");
        assertThat(lrc.get("servers").asInt()).isEqualTo(10);
        assertThat(lrc.get("objects").asInt()).isEqualTo(6);
        assertThat(lrc.get("storage_overhead").asDouble()).isEqualTo(10.0 / 6);
        assertThat(lrc.get("min_distance").asInt()).isEqualTo(4);
        assertThat(lrc.get("fault_tolerance").asInt()).isEqualTo(3);
        assertThat(lrc.get("locality").asInt()).isEqualTo(3);
        assertThat(lrc.get("availability").get("groups").asInt()).isEqualTo(1);
        assertThat(lrc.get("decodable_fraction").get(3).asDouble()).isEqualTo(1);
        assertThat(lrc.get("decodable_fraction").get(4).asDouble()).isCloseTo(180.0 / 210, within(1e-12));
        assertThat(lrc.get("low_traffic_mean_groups").asDouble()).isCloseTo(0.75, within(1e-12));
        assertThat(lrc.get("low_traffic_mean_linear").asDouble()).isCloseTo(0.594047619047619, within(1e-12));
        assertThat(lrc.has("mttdl")).isFalse();
        assertThat(lrc.has("explain")).isFalse();
    }

    /** Any k of the other servers are a recovery group: too many to list, and known all the same. */
    @ParameterizedTest
    @CsvSource({"'mds(40,20)', 20", "'mds(64,32)', 32", "'mds(200,100)', 100"})
    void theLocalityOfAnMdsCodeOfAnySizeIsK(String spec, int needed) {
        JsonNode mds = code(spec);
        assertThat(mds.get("locality").asInt()).isEqualTo(needed);
        assertThat(mds.get("availability").get("group_size").asInt()).isEqualTo(needed);
    }

    @Test
    void objectsThatDifferGiveArrays(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("g.csv"), "1,0,0,1\n0,1,0,1\n0,0,1,0\n");
        JsonNode matrix = code("matrix(" + file + ")");
        assertThat(matrix.get("low_traffic_mean_linear").size()).isEqualTo(3);
        assertThat(matrix.get("low_traffic_mean_linear").get(2).asDouble()).isCloseTo(1, within(1e-12));
        assertThat(matrix.get("low_traffic_mean_linear").get(0).asDouble()).isCloseTo(2.0 / 3, within(1e-12));
    }

    /** What needs no enumeration is printed of a matrix of any size, and the codes beside it are not lost. */
    @Test
    void ofAMatrixOfMoreThan24ServersEverythingThatIsKnownIsPrinted(@TempDir Path folder) throws IOException {
        StringBuilder rows = new StringBuilder();
        for (int row = 0; row < 10; row++) {
            rows.append("0,".repeat(row)).append("1,").append("0,".repeat(9 - row));
            rows.append("1,".repeat(14)).append("1\n");
        }
        String spec = "matrix(" + Files.writeString(folder.resolve("g.csv"), rows) + ")";
        CommandRun json = CommandRun.inJson("codes", spec, "rep(2)", "--explain", "0");
        assertThat(json.exitCode()).as(json.err()).isZero();
        JsonNode matrix = json.json().get("results").get(0);
        assertThat(matrix.get("servers").asInt()).isEqualTo(25);
        assertThat(matrix.has("low_traffic_mean_linear")).isTrue();
        assertThat(matrix.get("decodable_fraction").size()).isEqualTo(26);
        assertThat(matrix.get("missing").propertyNames())
                .containsExactlyInAnyOrder(
                        "min_distance", "fault_tolerance", "locality", "availability", "low_traffic_mean_groups");
        for (String field : matrix.get("missing").propertyNames()) {
            assertThat(matrix.has(field)).as(field).isFalse();
            assertThat(matrix.get("missing").get(field).asString()).contains("24");
        }
        JsonNode object = matrix.get("explain");
        assertThat(object.get("unrecovered_linear").size()).isEqualTo(26);
        assertThat(object.get("missing").propertyNames())
                .containsExactlyInAnyOrder("recovery_groups", "unrecovered_groups");
        assertThat(json.json().get("results").get(1).get("fault_tolerance").asInt())
                .isEqualTo(1);
        assertThat(CommandRun.of("codes", spec, "rep(2)").out()).contains("Caution", "enumerated", "rep(2)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rep(2)", "mds(3,2)"})
    void anInfiniteMeanIsNamedInsteadOfADash(String spec) {
        JsonNode code = code(spec, "--service", "pareto(1,0.5)");
        for (String field : List.of("low_traffic_mean_groups", "low_traffic_mean_linear")) {
            assertThat(code.has(field)).isFalse();
            assertThat(code.get("missing").get(field).asString()).contains("infinite", "pareto(1,0.5)");
        }
        assertThat(CommandRun.of("codes", spec, "--service", "pareto(1,0.5)").out())
                .contains("Caution, " + spec, "infinite")
                .doesNotContain("All exact");
    }

    @Test
    void anObjectWithoutRecoveryGroupsSaysSo() {
        JsonNode single = code("rep(1)");
        assertThat(single.has("availability")).isFalse();
        assertThat(single.get("missing").get("availability").asString()).contains("no recovery group");
        assertThat(code("rep(2)").has("missing")).isFalse();
    }

    @Test
    void theSimplexCodeOf63ServersIsExactAndOneValueForAllObjects() {
        JsonNode simplex = code("simplex(6)");
        assertThat(simplex.get("low_traffic_mean_linear").asDouble()).isCloseTo(6.0 / 63, within(1e-12));
        assertThat(simplex.has("low_traffic_mean_linear_half_width_95")).isFalse();
        assertThat(simplex.has("decodable_fraction_half_width_95")).isFalse();
        assertThat(simplex.get("decodable_fraction").get(47).asDouble()).isCloseTo(0.9999483, within(5e-8));
        assertThat(simplex.get("decodable_fraction").get(58).asDouble()).isZero();
    }

    @Test
    void estimatesCarryTheirHalfWidths() {
        JsonNode lrc = code("lrc(4,2,21)", "--explain", "0");
        JsonNode means = lrc.get("low_traffic_mean_linear");
        JsonNode errors = lrc.get("low_traffic_mean_linear_half_width_95");
        assertThat(means.size()).isEqualTo(4);
        assertThat(errors.size()).isEqualTo(4);
        assertThat(errors.get(0).asDouble()).isPositive();
        assertThat(lrc.has("low_traffic_mean_groups_half_width_95")).isFalse();
        JsonNode widths = lrc.get("decodable_fraction_half_width_95");
        assertThat(widths.get(22).asDouble()).as("within the fault tolerance").isZero();
        assertThat(widths.get(23).asDouble()).isPositive();
        assertThat(lrc.get("decodable_fraction").get(24).asDouble())
                .as("fewer than k survive")
                .isZero();
        assertThat(widths.get(24).asDouble()).isZero();
        assertThat(lrc.get("explain").get("unrecovered_linear_half_width_95").size())
                .isEqualTo(28);
        assertThat(lrc.get("explain").has("unrecovered_groups_half_width_95")).isFalse();
    }

    @Test
    void tablesMarkEstimatesAndSayWhereThereAreNone() {
        assertThat(CommandRun.of("codes", "lrc(4,2,21)").out()).contains(" ~0.", "±: estimated");
        assertThat(CommandRun.of("codes", "simplex(6)").out())
                .contains("All exact.")
                .doesNotContain("±", "~");
    }

    /** Two copies, failure rate a, repair rate b: the mean time to data loss is (3a + b) / 2a². */
    @Test
    void theMeanTimeToDataLossOfTwoCopiesIsTheTextbookValue() {
        double a = 1.0 / 1000;
        double b = 1.0 / 5;
        assertThat(code("rep(2)", "--mtbf", "1000", "--mttr", "5").get("mttdl").asDouble())
                .isCloseTo((3 * a + b) / (2 * a * a), within(1e-3));
    }

    @Test
    void anExplanationListsRecoveryGroupsAndProfile() {
        JsonNode object = code("simplex(3)", "--explain", "0").get("explain");
        assertThat(object.get("systematic_server").asInt()).isZero();
        assertThat(object.get("recovery_groups").size()).isEqualTo(3);
        assertThat(object.get("unrecovered_groups").size()).isEqualTo(8);
        assertThat(object.get("unrecovered_linear").get(7).asDouble()).isZero();
        String table = CommandRun.of("codes", "simplex(3)", "--explain", "0").out();
        assertThat(table).contains("recovery groups: {");
    }

    @Test
    void tablesFitHundredColumns() {
        CommandRun run = CommandRun.of("codes", "6*rep(3)", "availability(2,3)", "--mtbf", "1000d", "--mttr", "1h");
        assertThat(run.out().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        assertThat(CommandRun.of("codes").out()).contains("6*rep(3)", "2*simplex(3)");
    }
}
