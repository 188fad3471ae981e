package org.fetchlab.cli.command;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.fetchlab.cli.input.DataFiles;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.input.WholeNumber;
import org.fetchlab.cli.report.Header;
import org.fetchlab.cli.report.OutputFile;
import org.fetchlab.cli.report.Report;
import org.fetchlab.cli.report.ReportFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that every subcommand has. */
final class CommonOptions {
    /** More threads than processors only take memory. */
    private static final int MOST_THREADS = 1024;

    @Spec(Spec.Target.MIXEE)
    @Nullable
    CommandSpec command;

    @Option(
            names = {"-f", "--scenario"},
            paramLabel = "FILE",
            order = 900,
            description = "YAML file that holds any of these options under the same names, such as 'seed: 7';"
                    + " options given here win.")
    @Nullable
    Path scenario;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            order = 910,
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). JSON and CSV have full precision.")
    ReportFormat format = ReportFormat.TABLE;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            order = 920,
            description = "Write the result to a file, whole or not at all, instead of standard output.")
    @Nullable
    Path output;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            converter = SeedConverter.class,
            order = 930,
            description = "Seed of all random numbers (default: ${DEFAULT-VALUE}). Same seed, same result.")
    long seed;

    @Option(
            names = "--threads",
            paramLabel = "N",
            order = 940,
            description = "Threads to compute with (default: one per processor). Never changes a result.")
    @Nullable
    String threadsText;

    @Option(
            names = "--progress",
            paramLabel = "WHEN",
            defaultValue = "auto",
            order = 950,
            description = "${COMPLETION-CANDIDATES} (default: auto, on a terminal).")
    ProgressMode progress = ProgressMode.AUTO;

    @Option(
            names = {"-q", "--quiet"},
            order = 960,
            description = "No progress and no warnings on standard error.")
    boolean isQuiet;

    @Option(
            names = {"-v", "--verbose"},
            order = 970,
            description = "Elapsed time on standard error; the stack trace of an unexpected failure.")
    boolean isVerbose;

    @Option(names = "--help", usageHelp = true, order = 980, description = "Show this help.")
    boolean isHelpRequested;

    @Option(names = "--version", versionHelp = true, order = 990, description = "Show the version.")
    boolean isVersionRequested;

    /** Reads a seed: any whole number of 64 bits. */
    static final class SeedConverter implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            try {
                return Long.valueOf(text.strip());
            } catch (NumberFormatException notWhole) {
                throw new TypeConversionException("'" + text + "' must be a whole number of 64 bits, such as 1");
            }
        }
    }

    /** The number of threads; complains about the text if it is none. */
    int threads(Problems problems) {
        int processors = Runtime.getRuntime().availableProcessors();
        return problems.readIfGiven("--threads", threadsText, text -> WholeNumber.between(1, MOST_THREADS, text))
                .orElse(processors);
    }

    /** The file for the result, if one is wanted; complains if it cannot be written. */
    Optional<OutputFile> outputFile(Problems problems) {
        return outputFile(problems, "--output", output);
    }

    /** A file that an option asks for; complains if it cannot be written. */
    static Optional<OutputFile> outputFile(Problems problems, String option, @Nullable Path path) {
        return problems.readIfGiven(
                option, path == null ? null : path.toString(), text -> OutputFile.at(Path.of(text)));
    }

    /** The data files that codes and service laws may name. */
    DataFiles dataFiles() {
        Optional<Path> folder =
                Optional.ofNullable(scenario).map(file -> file.toAbsolutePath().getParent());
        return new DataFiles(folder);
    }

    /** The header of the result of a command. */
    Header header(Map<String, Object> conventions) {
        return new Header(command().name(), ProductVersion.number(), seed, conventions);
    }

    /** Prints the result where it is wanted. */
    void publish(Report report, Optional<OutputFile> file) {
        String text = format.renderer().render(report);
        file.ifPresentOrElse(
                target -> target.write(text.getBytes(StandardCharsets.UTF_8)),
                () -> command().commandLine().getOut().print(text));
    }

    /** A display of progress for a number of tasks, as visible as the user wants it. */
    ProgressDisplay progressDisplay(String name, int tasks) {
        boolean isTerminal = Boolean.getBoolean("fetchlab.terminal");
        boolean isVisible =
                progress == ProgressMode.ALWAYS || (progress == ProgressMode.AUTO && isTerminal && !isQuiet);
        return ProgressDisplay.of(
                name, tasks, isVisible, command().commandLine().getErr());
    }

    /** Says something on standard error, unless the user wants quiet. */
    void warn(String sentence) {
        if (!isQuiet) {
            command().commandLine().getErr().println("fetchlab: " + sentence);
        }
    }

    /** Whether the user gave an option, in the arguments or in the scenario file. */
    boolean isGiven(String option) {
        return command().commandLine().getParseResult().hasMatchedOption(option);
    }

    CommandSpec command() {
        if (command == null) {
            throw new IllegalStateException("the options are used outside a command");
        }
        return command;
    }
}
