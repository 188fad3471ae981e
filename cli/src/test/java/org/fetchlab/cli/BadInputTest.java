package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Input that cannot be used ends with exit code 2, one sentence on standard error and nothing on standard output. */
final class BadInputTest {
    private static final String LONG_NAME =
            "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
                    + "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
                    + "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
                    + "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn";

    @TempDir
    Path folder = Path.of("");

    static Stream<Arguments> codes() {
        return Stream.of(
                Arguments.of("mds(6,9)", "mds(6,9)"),
                Arguments.of("mds(0,0)", "mds(0,0)"),
                Arguments.of("lrc(6,4,2)", "lrc(6,4,2)"),
                Arguments.of("simplex(40)", "simplex(40)"),
                Arguments.of("rep(-1)", "rep(-1)"),
                Arguments.of("rep(3", "')'"),
                Arguments.of("rep(3))", "end"),
                Arguments.of("rep()", "number"),
                Arguments.of("reed(3)", "reed"),
                Arguments.of("0*rep(3)", "0*rep(3)"),
                Arguments.of("2*", "character 3"),
                Arguments.of("", "empty"),
                Arguments.of("rep(99999999999)", "99999999999"),
                Arguments.of("mds(9,6)+", "character 10"));
    }

    @ParameterizedTest
    @MethodSource("codes")
    void aCodeThatDoesNotExistIsRefused(String code, String word) {
        CommandRun.of("compare", code, "--arrival-rates", "0.1").isRefused("code: ", word);
        CommandRun.of("codes", code).isRefused("code: ", word);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-1", "NaN", "1e400", "", "0", "abc", "1,,2", "1:2", "2:1:3", "1:2:0", "1:2:x", "0.5/parsec"})
    void anArrivalRateThatIsNoPositiveNumberIsRefused(String rates) {
        CommandRun.of("compare", "rep(3)", "--arrival-rates=" + rates).isRefused("--arrival-rates: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "NaN", "1e400", "", "0"})
    void aServiceRateThatIsNoPositiveNumberIsRefused(String rate) {
        CommandRun.of("compare", "rep(3)", "--service-rate=" + rate).isRefused("--service-rate: ");
        CommandRun.of("compare", "rep(3)", "--total-service-rate=" + rate).isRefused("--total-service-rate: ");
        CommandRun.of("compare", "rep(3)", "--service", "exp(" + rate + ")").isRefused("--service: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "expo(1)",
                "exp(1",
                "uniform(2,1)",
                "erlang(0,1)",
                "hyperexp(0.5:1,0.6:2)",
                "percentiles(50:12ms,90:10ms)",
                "percentiles(90:12ms,50:15ms)",
                "percentiles(50:12ms,101:15ms)",
                "percentiles()",
                "exp(mean=10parsec)"
            })
    void aServiceLawThatDoesNotExistIsRefused(String law) {
        CommandRun.of("compare", "rep(3)", "--service", law).isRefused("--service: ");
    }

    static Stream<Arguments> matrices() {
        return Stream.of(
                Arguments.of("1,0,1\n0,1\n", "row 2"),
                Arguments.of("1,0,2\n0,1,1\n", "2"),
                Arguments.of("1,0,x\n0,1,1\n", "'x'"),
                Arguments.of("1,0,0\n0,1,0\n", "column"),
                Arguments.of("", "empty"),
                Arguments.of("1,0,-1\n0,1,1\n", "-1"));
    }

    @ParameterizedTest
    @MethodSource("matrices")
    void aFileThatIsNoGeneratorMatrixIsRefused(String content, String word) throws IOException {
        Path file = Files.writeString(folder.resolve("g.csv"), content);
        CommandRun.of("codes", "matrix(" + file + ")").isRefused(word);
    }

    @Test
    void aMatrixFileThatIsMissingIsRefused() {
        CommandRun.of("codes", "matrix(" + folder.resolve("no.csv") + ")").isRefused("no.csv");
    }

    @Test
    void aMatrixEntryOutsideTheFieldIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("g.csv"), "1,0,256\n0,1,7\n");
        CommandRun.of("codes", "matrix(" + file + ")", "--field", "256").isRefused("256");
        CommandRun.of("codes", "rep(3)", "--field", "3").isRefused("--field: ");
        CommandRun.of("codes", "rep(3)", "--field", "two").isRefused("--field: ");
    }

    static Stream<Arguments> measurements() {
        return Stream.of(
                Arguments.of("", "empty"),
                Arguments.of("seconds\n", "no times"),
                Arguments.of("0.1\nabc\n", "'abc'"),
                Arguments.of("0.1\n-0.2\n", "'-0.2'"),
                Arguments.of("0.1\nNaN\n", "'NaN'"),
                Arguments.of("0.1,5\n0.2,6\n", "2 columns"));
    }

    @ParameterizedTest
    @MethodSource("measurements")
    void aFileThatHoldsNoMeasuredTimesIsRefused(String content, String word) throws IOException {
        Path file = Files.writeString(folder.resolve("times.csv"), content);
        CommandRun.of("compare", "rep(3)", "--service", "empirical(" + file + ")")
                .isRefused("--service: ", word);
    }

    @Test
    void aMeasuredTimesFileOrColumnThatIsMissingIsRefused() throws IOException {
        CommandRun.of("compare", "rep(3)", "--service", "empirical(" + folder.resolve("no.csv") + ")")
                .isRefused("no.csv");
        Path file = Files.writeString(folder.resolve("times.csv"), "read,write\n1,2\n");
        CommandRun.of("compare", "rep(3)", "--service", "empirical(" + file + ",raed)")
                .isRefused("did you mean 'read'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e-320,1", "0.5,0.6", "0.5", "zipf(-1)", "zipf", "often", "0.5,NaN", "-0.5,1.5"})
    void aPopularityThatIsNoDistributionOverTheObjectsIsRefused(String popularity) {
        CommandRun.of("compare", "2*rep(2)", "--arrival-rates", "0.1", "--popularity=" + popularity)
                .isRefused("--popularity: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--requests=0",
                "--requests=1",
                "--requests=31",
                "--requests=-5",
                "--requests=1.5",
                "--requests=many",
                "--precision=0",
                "--precision=2",
                "--precision=NaN",
                "--threads=0",
                "--threads=two",
                "--percentiles=0",
                "--percentiles=100",
                "--percentiles=fifty",
                "--slo=p99",
                "--slo=p99<-1",
                "--slo=p101<1",
                "--access=fork(0)",
                "--access=spoon",
                "--cancel=never",
                "--decoding=quadratic",
                "--seed=x",
                "--format=xml",
                "--progress=sometimes",
                "--chart=picture.gif"
            })
    void anOptionValueOutOfRangeIsRefused(String option) {
        CommandRun.of("compare", "rep(3)", "--arrival-rates", "0.1", option)
                .isRefused(option.substring(0, option.indexOf('=')));
    }

    @Test
    void optionsThatContradictEachOtherAreRefused() {
        CommandRun.of("compare", "rep(3)", "--requests", "100", "--precision", "0.1")
                .isRefused("--precision");
        CommandRun.of("compare", "rep(3)", "--service", "exp(1)", "--service-rate", "1")
                .isRefused("--service-rate");
        CommandRun.of("compare", "rep(3)", "--service", "exp(mean=10ms)", "--arrival-rates", "1")
                .isRefused("unit");
        CommandRun.of("codes", "rep(3)", "--mtbf", "1").isRefused("--mttr");
        CommandRun.of("codes", "rep(3)", "--explain", "1").isRefused("--explain");
    }

    @Test
    void anOutputThatCannotBeWrittenIsRefusedBeforeAnythingIsComputed() {
        Path nowhere = folder.resolve("no").resolve("result.json");
        CommandRun.of("compare", "rep(3)", "--requests", "1e12", "--output", nowhere.toString())
                .isRefused("--output: ");
        CommandRun.of("compare", "rep(3)", "--requests", "1e12", "--output", folder.toString())
                .isRefused("folder");
        CommandRun.of("compare", "--requests", "1e12", "--chart", nowhere + ".svg")
                .isRefused("--chart: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/proc/fetchlab.svg", "folder/" + LONG_NAME + ".svg"})
    void aPlaceThatTakesNoFileIsRefusedBeforeAnythingIsComputed(String place) {
        String path = place.replace("folder", folder.toString());
        CommandRun.of("compare", "rep(3)", "--requests", "1e12", "--output", path)
                .isRefused("--output: ");
        CommandRun.of("compare", "rep(3)", "--requests", "1e12", "--chart", path)
                .isRefused("--chart: ");
    }

    @Test
    void anOutputThatFailsWhileItIsWrittenIsToldInOneSentence() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        CommandRun.of("codes", "rep(3)", "--output", full.toString()).isRefused("cannot write '/dev/full'");
    }

    @Test
    void anOutputWithALongNameIsWrittenWholeAndLeavesNothingElse() throws IOException {
        Path file = folder.resolve("r".repeat(250) + ".json");
        assertThat(CommandRun.of("codes", "rep(3)", "--output", file.toString()).exitCode())
                .isZero();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aByteOrderMarkIsNoPartOfAFile() throws IOException {
        Path matrix = Files.writeString(folder.resolve("g.csv"), "\ufeff1,0,1\n0,1,1\n");
        assertThat(CommandRun.of("codes", "matrix(" + matrix + ")").exitCode()).isZero();
        Path times = Files.writeString(folder.resolve("t.csv"), "\ufeff1000\n1\n");
        CommandRun run = CommandRun.of(
                "compare",
                "rep(1)",
                "--service",
                "empirical(" + times + ")",
                "--arrival-rates",
                "1e-6",
                "--requests",
                "1000",
                "--format",
                "json");
        assertThat(run.json().get("results").get(0).get("low_traffic_mean").asDouble())
                .isEqualTo(500.5);
    }

    @Test
    void aBinaryFileIsCalledNoTextFile() throws IOException {
        byte[] bytes = new byte[20_000];
        bytes[15_000] = (byte) 0xff;
        for (int start : new int[] {0, 15_000}) {
            byte[] content = bytes.clone();
            content[start] = (byte) 0xff;
            Path file = Files.write(folder.resolve("b.csv"), content);
            CommandRun.of("codes", "matrix(" + file + ")").isRefused("b.csv' is not a text file in UTF-8");
            CommandRun.of("compare", "rep(3)", "--service", "empirical(" + file + ")")
                    .isRefused("b.csv' is not a text file in UTF-8");
        }
    }

    @Test
    void anUnknownOptionOrCommandNamesTheNearestOne() {
        CommandRun.of("compare", "--servce", "exp(1)").isRefused("'--servce'", "did you mean '--service'?");
        CommandRun.of("compare", "--arival-rates=1").isRefused("did you mean '--arrival-rates'?");
        CommandRun.of("compere").isRefused("did you mean 'compare'?");
        CommandRun.of("compare", "--seed").isRefused("--seed");
    }

    @Test
    void anArgumentThatBelongsToNoOptionIsRefused() {
        CommandRun.of("fluid", "jsq").isRefused("'jsq' belongs to no option", "fluid --help");
        CommandRun.of("analyze", "rep(2)", "rep(3)").isRefused("'rep(3)' belongs to no option");
        CommandRun.of("fluid", "--policy", "fork-join(rep(2))").isRefused("--policy: ", "fetchlab simulate");
    }

    @Test
    void anUnknownKeyOfAScenarioNamesTheNearestOneAndItsLine() throws IOException {
        Path file = Files.writeString(folder.resolve("s.yaml"), "seed: 3\nservise: exp(1)\n");
        CommandRun.of("compare", "-f", file.toString()).isRefused("line 2", "'servise'", "did you mean 'service'?");
    }

    @Test
    void aScenarioThatIsNoMappingIsRefused() throws IOException {
        for (String content :
                List.of("", "- a\n- b\n", "just text", "a: [1\n", "service: {a: 1}\n", "seed: 1\nseed: 2\n")) {
            Path file = Files.writeString(folder.resolve("s.yaml"), content);
            CommandRun.of("compare", "-f", file.toString()).isRefused("s.yaml");
        }
        CommandRun.of("compare", "-f", folder.resolve("no.yaml").toString()).isRefused("no.yaml");
    }

    @Test
    void aScenarioValueThatIsRefusedNamesFileAndLine() throws IOException {
        Path file = Files.writeString(folder.resolve("s.yaml"), "seed: 1\nrequests: 0\n");
        CommandRun.of("compare", "rep(2)", "-f", file.toString()).isRefused("s.yaml', line 2", "--requests");
        Files.write(file, new byte[] {0, (byte) 0xff, (byte) 0xfe});
        CommandRun.of("compare", "-f", file.toString()).isRefused("not a text file");
        CommandRun.of("compare", "-f", folder.toString()).isRefused("is a folder");
        Files.writeString(file, "codes: []\n");
        CommandRun.of("compare", "-f", file.toString()).isRefused("line 1", "empty");
        Files.writeString(file, "service:\n");
        CommandRun.of("compare", "-f", file.toString()).isRefused("line 1", "no value");
    }

    @Test
    void anOptionSilencesItsAlternativesInTheScenario() throws IOException {
        Path file = Files.writeString(
                folder.resolve("s.yaml"), "codes: rep(2)\narrival-rates: 0.1\nservice-rate: 2\nrequests: 1000\n");
        CommandRun run = CommandRun.of("compare", "-f", file.toString(), "--service", "exp(1)", "--precision", "0.2");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("service: exp(1)", "precision: 0.2");
        CommandRun.of("compare", "--service-rate", "1", "--total-service-rate", "2")
                .isRefused("--total-service-rate");
    }

    @Test
    void aNameThatIsNotNearIsNotSuggested() {
        CommandRun run = CommandRun.of("compare", "--mtbf", "1");
        run.isRefused("--mtbf");
        assertThat(run.err()).doesNotContain("did you mean");
    }

    @Test
    void everyProblemOfAnInputIsToldAtOnce() throws IOException {
        Path file = Files.writeString(folder.resolve("s.yaml"), "requests: 0\nservice: exp(-1)\n");
        CommandRun run = CommandRun.of("compare", "mds(6,9)", "-f", file.toString(), "--cancel", "never");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors()).hasSize(4);
    }
}
