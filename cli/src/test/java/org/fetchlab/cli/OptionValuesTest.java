package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every option of every command, as its help lists them, with values that can never be right. */
final class OptionValuesTest {
    private static final Pattern OPTION_IN_HELP = Pattern.compile("(?m)^ +(?:-\\w, )?(--[a-z-]+)=");
    /** Options whose value is the name of a new file, so that hardly any value is wrong. */
    private static final List<String> NEW_FILES = List.of("--output", "--trajectory");
    /** Options whose complaint names what they are, not how they are written. */
    private static final Map<String, String> OWN_WORDS = Map.of("--scenario", "scenario file");

    private static final Map<String, List<String>> COMMANDS = Map.of(
            "codes", List.of("codes", "rep(2)"),
            "compare", List.of("compare", "rep(2)"),
            "analyze", List.of("analyze", "rep(2)"),
            "simulate", List.of("simulate", "--requests=100"),
            "simulate a code", List.of("simulate", "--policy=fork-join(rep(2))"),
            "fluid", List.of("fluid", "--time=1"));

    @TempDir
    Path folder = Path.of("");

    static Stream<Arguments> options() {
        return COMMANDS.entrySet().stream()
                .flatMap(command -> OPTION_IN_HELP
                        .matcher(CommandRun.of(command.getValue().get(0), "--help")
                                .out())
                        .results()
                        .map(option -> Arguments.of(command.getKey(), option.group(1))));
    }

    @ParameterizedTest
    @MethodSource("options")
    void nonsenseIsRefusedInTheNameOfItsOption(String command, String option) {
        Stream<String> nonsense = NEW_FILES.contains(option)
                ? Stream.of("", " ", folder.resolve("no").resolve("file").toString())
                : Stream.of("", " ", "NaN", "(", "mds(", "1;2", "two\nlines", "\u2603");
        nonsense.forEach(value -> assertRefused(arguments(command, option + "=" + value), option));
    }

    /** The usual arguments of a command but for the option, which takes the value. */
    private static String[] arguments(String command, String option) {
        List<String> arguments = new ArrayList<>(COMMANDS.get(command));
        String prefix = option.substring(0, option.indexOf('=') + 1);
        arguments.removeIf(usual -> usual.startsWith(prefix));
        arguments.add(option);
        return arguments.toArray(String[]::new);
    }

    private static void assertRefused(String[] arguments, String option) {
        CommandRun run = CommandRun.of(arguments);
        String question = String.join(" ", arguments);
        assertThat(run.exitCode()).as(question).isEqualTo(2);
        assertThat(run.out()).as(question).isEmpty();
        assertThat(run.errors())
                .as(question)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line)
                        .startsWith("fetchlab: ")
                        .doesNotContain("Exception", "For input string", "Invalid value")
                        .hasSizeLessThan(250));
        assertThat(run.err()).as(question).contains(OWN_WORDS.getOrDefault(option, option));
    }

    @ParameterizedTest
    @ValueSource(strings = {"simulate", "fluid"})
    void aTimeThatCannotBeReachedIsRefused(String command) {
        CommandRun.of(command, "--time", "1e20").isRefused("--time: ", "requests arrive");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--service", "--cancel-delay"})
    void aNumberIsNoLaw(String option) {
        CommandRun.of("simulate", "--policy", "fork-join(rep(2))", option, "2").isRefused(option, "2*exp(1)");
    }
}
