package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with an input is said of the text that was given, at the character that is wrong, and once. */
final class PlaceOfProblemTest {
    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--arrival-rates | 0.1,,0.2 | '0.1,,0.2', character 5: a value is missing",
                "--arrival-rates | 0.1, | '0.1,', character 5: a value is missing",
                "--arrival-rates | 0.1, x | '0.1, x', character 6: expected",
                "--arrival-rates | 0.1::3 | '0.1::3', character 5: a value is missing",
                "--arrival-rates | 0.1:y:3 | '0.1:y:3', character 5: expected",
                "--percentiles | 50,,99 | '50,,99', character 4: a value is missing",
                "--slo | p99< | 'p99<', character 5: a value is missing",
                "--slo | p99<3parsec | 'p99<3parsec', character 6: unknown unit",
                "--service | exp(0x1p3) | the rate must be a decimal number, not 0x1p3",
                "--precision | 0x1p-3 | must be a number between 0 and 1",
                "--threads | 1000000000000 | must be a whole number from 1 to 1024",
                "--threads | 1025 | must be a whole number from 1 to 1024",
            })
    void aProblemPointsIntoTheTextThatWasGiven(String option, String text, String message) {
        CommandRun.of("compare", "rep(2)", option, text).isRefused(option + ": ", message);
    }

    @Test
    void anEmptyFunctionalIsPlacedInTheList() {
        CommandRun.of("fluid", "--functional", "tail(2),,tail(3)").isRefused("character 9: a value is missing");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 255, 300})
    void anEntryThatIsNotBinaryHintsAtTheLargerField(int entry) throws IOException {
        Path file = Files.writeString(folder.resolve("g.csv"), "1,0," + entry + "\n0,1,1\n");
        CommandRun.of("codes", "matrix(" + file + ")").isRefused("" + entry, "[0, 2)", "--field 256");
    }

    @Test
    void aFieldThatDoesNotExistIsTheOnlyComplaintAboutItsMatrix() throws IOException {
        Path file = Files.writeString(folder.resolve("g.csv"), "1,0,2\n0,1,1\n");
        CommandRun.of("codes", "matrix(" + file + ")", "--field", "3").isRefused("--field: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "!!java.lang.Runtime {}\n",
                "!config\nseed: 1\n",
                "seed: !!java.lang.Integer 1\n",
                "!x seed: 1\n",
                "codes: !!set [rep(2)]\n",
                "codes: [!x rep(2)]\n"
            })
    void aScenarioWithTagsIsRefused(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("s.yaml"), content);
        CommandRun.of("codes", "-f", file.toString()).isRefused("s.yaml', line 1");
    }

    @Test
    void standardTagsOfPlainValuesAreAllowed() throws IOException {
        Path file = Files.writeString(folder.resolve("s.yaml"), "seed: !!int 1\ncodes: [!!str rep(2)]\n");
        assertThat(CommandRun.of("codes", "-f", file.toString()).exitCode()).isZero();
    }
}
