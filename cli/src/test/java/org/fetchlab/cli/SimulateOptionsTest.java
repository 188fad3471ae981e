package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fetchlab.cli.SimulateRun.run;
import static org.fetchlab.cli.SimulateRun.with;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code fetchlab simulate}: what its options change, and which it refuses together. */
final class SimulateOptionsTest {
    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--policy=batch-sampling(5,3)",
                "--policy=redundant-killing(5,3)",
                "--policy=centralized(0.2)",
                "--policy=fork-join(simplex(2))",
                "--time=2"
            })
    void theResultDoesNotDependOnTheNumberOfThreads(String option) {
        String[] options =
                option.startsWith("--time") ? new String[] {option} : new String[] {option, "--requests=200000"};
        String one = with(options, "--threads=1").toString();
        assertThat(with(options, "--threads=2").toString()).isEqualTo(one);
        assertThat(with(options, "--seed=2").toString()).isNotEqualTo(one);
        assertThat(with(options, "--replications=24").toString()).isNotEqualTo(one);
    }

    @Test
    void centralizationNeedsServiceWithoutMemory() {
        run("--policy", "centralized(0.1)", "--service", "erlang(2,2)")
                .isRefused("--service: centralized(0.1)", "exponential service only", "erlang(2");
    }

    @Test
    void tooManyServersAreBlamedOnTheirNumber() {
        run("--policy", "jsq", "--servers", "2000000000", "--arrival-rate", "0.5", "--time", "2")
                .isRefused("--servers: ");
    }

    @Test
    void fewerCopiesThanRecoverAreRefused() {
        run("--policy", "fork-join(mds(4,2))", "--request", "whole-file", "--access", "fork(1)")
                .isRefused("--access: fork(1)", "the 2 that a request for mds(4,2) needs");
        run("--policy", "fork-join(rep(3))", "--access", "hedge(1,1,1,4)")
                .isRefused("--access: hedge(1.0,1,1,4)", "the 3 servers", "rep(3)");
    }

    @Test
    void moreCopiesThanUsefulServersAreRefused() {
        CommandRun one = run("--policy", "fork-join(mds(9,6))", "--access", "fork(10)");
        CommandRun two = CommandRun.of("compare", "mds(9,6)", "rep(12)", "--access", "fork(10)");
        for (CommandRun run : List.of(one, two)) {
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.errors()).hasSize(1);
            assertThat(run.err()).contains("--access: fork(10)", "the 9 servers", "mds(9,6)");
        }
    }

    @Test
    void serversThatChangeTheirSpeedAllTheTimeAreRefused() {
        String[] pair = {"--policy=fork-join(rep(2))", "--arrival-rate=0.5"};
        for (String law : List.of("det(1e-20)", "exp(1e4)", "1e-6*exp(1)")) {
            run(Stream.concat(Stream.of(pair), Stream.of("--up-time=" + law, "--down-time=" + law))
                            .toArray(String[]::new))
                    .isRefused(
                            "--up-time, --down-time: with up time ",
                            "1000 times per request",
                            "the 2 servers",
                            "at least 0.008");
        }
    }

    static Stream<List<String>> refusals() {
        return Stream.of(
                List.of("--servers", "1"),
                List.of("--servers", "0"),
                List.of("--servers", "1e9"),
                List.of("--policy", "batch-sampling(3,5)"),
                List.of("--policy", "centralized(2)"),
                List.of("--policy", "fork-join(mds(6,9))"),
                List.of("--policy", "fork-join(mds(9,6)"),
                List.of("--policy", "fork-join()"),
                List.of("--policy", "fork-join(mds(9,6))", "--servers", "8"),
                List.of("--policy", "fork-join(mds(9,6))", "--time", "3"),
                List.of("--policy", "fork-join(mds(9,6))", "--sampling", "distinct"),
                List.of("--policy", "fork-join(mds(9,6))", "--access", "hedge(-1)"),
                List.of("--policy", "redundant-killing(2,1)", "--time", "3"),
                List.of("--policy", "centralized(0.1)", "--service", "det(1)"),
                List.of("--access", "fork(2)"),
                List.of("--discipline", "processor-sharing"),
                List.of("--policy", "fork-join(rep(2))", "--discipline", "random"),
                List.of("--policy", "fork-join(rep(2))", "--up-time", "exp(1)"),
                List.of("--policy", "fork-join(rep(2))", "--up-time", "exp(1)", "--down-time", "x"),
                List.of("--policy", "fork-join(rep(2))", "--up-time=exp(1)", "--down-time=exp(1)", "--slow-speed=1"),
                List.of("--policy", "fork-join(rep(2))", "--degraded-reads"),
                List.of("--policy", "fork-join(rep(3))", "--access", "split-merge", "--cancel-delay", "det(1)"),
                List.of("--cancel", "none"),
                List.of("--queues-only", "--service", "det(1)"),
                List.of("--queues-only", "--time", "3"),
                List.of("--queues-only", "--percentiles", "99"),
                List.of("--queues-only", "--policy", "redundant-killing(2,1)"),
                List.of("--queues-only", "--policy", "fork-join(rep(2))"),
                List.of("--arrival-rate", "-0.5"),
                List.of("--arrival-rate", "0"),
                List.of("--service", "exp(0)"),
                List.of("--service", "exp(mean=10ms)"),
                List.of("--time", "0"),
                List.of("--time", "3", "--requests", "40"),
                List.of("--time", "3", "--precision", "0.1"),
                List.of("--time", "3", "--service", "det(1)"),
                List.of("--time", "3", "--initial", "nowhere.csv"),
                List.of("--initial", "2"),
                List.of("--trajectory", "x.csv"),
                List.of("--replications", "1"),
                List.of("--requests", "0"),
                List.of("--precision", "2"),
                List.of("--placement", "nowhere.csv"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void inputThatCannotBeUsedIsRefusedWithOneSentence(List<String> options) {
        run(options.toArray(String[]::new)).isRefused();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5,3,3", "0.55,0.45", "0.5,0.4", "-1,11"})
    void anInitialHistogramThatIsNoneOfTheServersIsRefused(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("state.csv"), content + "\n");
        run("--servers", "10", "--time", "1", "--initial", file.toString()).isRefused("--initial: ");
    }

    @Test
    void aPlacementThatDoesNotFitIsBlamedOnThePlacement() throws IOException {
        Path file = Files.writeString(folder.resolve("place.csv"), "0.5,0,1\n0.5,2\n");
        String placement = "--placement=" + file;
        for (String queues : List.of("--quiet", "--queues-only")) {
            run("--policy=batch-sampling(2,2)", "--servers=4", placement, queues)
                    .isRefused("--placement: batch-sampling(2,2) needs 2 servers", "file 1");
            run("--policy=centralized(0.1)", "--servers=4", placement, queues)
                    .isRefused("--placement: centralized(0.1)", "leave out the placement table");
            run("--policy=jsq", "--servers=2", placement, queues)
                    .isRefused("--placement: the placement table names server 2, but with n = 2");
        }
        run("--policy=power-of-d(5)", "--servers=4").isRefused("--servers: power-of-d(5) asks 5 distinct servers");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.5,0\n0.5\n", "0.5,0,1\n0.6,2,3\n", "0.5,0,1\n0.5,2,9\n", "half,0,1\n", "1,0,x\n"})
    void aPlacementThatIsNoneIsRefused(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("place.csv"), content);
        run("--servers", "4", "--placement", file.toString()).isRefused();
    }
}
