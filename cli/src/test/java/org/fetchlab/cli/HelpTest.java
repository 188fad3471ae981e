package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Help and version texts. */
final class HelpTest {
    @ParameterizedTest
    @ValueSource(strings = {"codes", "compare", "analyze", "fluid", "simulate"})
    void everyCommandExplainsItselfWithinHundredColumns(String command) {
        CommandRun run = CommandRun.of(command, "--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Usage: fetchlab " + command, "--seed", "--format");
        assertThat(run.out().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    @Test
    void formsOfTextAreNotBrokenAcrossLines() {
        assertThat(CommandRun.of("simulate", "--help").out())
                .contains("fork-join(CODE)", "mds(9,6), and\n", "from 0;\n", "in vain, to m\n");
        assertThat(CommandRun.of("fluid", "--help").out())
                .doesNotContain("fork-join")
                .contains("have 0, 1, 2, ...\n");
    }

    @Test
    void verboseTellsTheElapsedTimeOnStandardError() {
        CommandRun verbose = CommandRun.of("codes", "rep(2)", "-v");
        assertThat(verbose.err()).containsPattern("took [0-9]+\\.[0-9]{3} s");
        CommandRun usual = CommandRun.of("codes", "rep(2)");
        assertThat(usual.err()).isEmpty();
        assertThat(usual.out()).isEqualTo(verbose.out());
    }

    @Test
    void theVersionIsThatOfTheBuild() {
        CommandRun run = CommandRun.of("--version");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).containsPattern("fetchlab [0-9]+\\.[0-9]+\\.[0-9]+");
    }

    @Test
    void withoutACommandTheCommandsAreListed() {
        CommandRun run = CommandRun.of();
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("compare", "codes");
    }
}
