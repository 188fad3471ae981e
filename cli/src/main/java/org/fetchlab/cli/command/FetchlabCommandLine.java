package org.fetchlab.cli.command;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.fetchlab.cli.input.InvalidInput;
import org.fetchlab.cli.input.NearestName;
import org.fetchlab.cli.input.Scenario;
import org.fetchlab.cli.report.ReportFormat;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The commands put together: parsing, scenario files, error messages and exit codes. */
public final class FetchlabCommandLine {
    private static final String POSITIONAL_KEY = "codes";
    private static final int HELP_WIDTH = 100;
    /** Options that say the same in another way: one on the command line silences the other in the scenario. */
    private static final Map<String, List<String>> ALTERNATIVES = Map.of(
            "service", List.of("service-rate"),
            "service-rate", List.of("service", "total-service-rate"),
            "total-service-rate", List.of("service-rate"),
            "requests", List.of("precision"),
            "precision", List.of("requests"));

    private static final Pattern CONTROL_CHARACTERS = Pattern.compile("\\p{Cntrl}+");

    private FetchlabCommandLine() {}

    /**
     * Runs one command. Never exits the process and never throws.
     *
     * @param args the arguments
     * @param out receives the result and nothing else
     * @param err receives messages and progress
     * @return the exit code: 0 done, 1 unexpected failure, 2 bad input or an output that cannot be written, 3 no answer
     */
    public static int run(String[] args, PrintWriter out, PrintWriter err) {
        Map<String, String> places = new LinkedHashMap<>();
        CommandLine commands = assemble(out, err, places);
        try {
            return commands.execute(withScenario(args, commands, places));
        } catch (InvalidInput invalid) {
            return complain(invalid.problems(), places, err);
        }
    }

    private static CommandLine assemble(PrintWriter out, PrintWriter err, Map<String, String> places) {
        CommandLine commands = new CommandLine(new FetchlabCommand())
                .setOut(out)
                .setErr(err)
                .setUsageHelpWidth(HELP_WIDTH)
                .registerConverter(ReportFormat.class, new WordConverter<>(ReportFormat.class))
                .registerConverter(ProgressMode.class, new WordConverter<>(ProgressMode.class))
                .setUnmatchedOptionsArePositionalParams(false)
                .setAbbreviatedOptionsAllowed(false)
                .setExecutionStrategy(parsed -> timed(parsed, err))
                .setParameterExceptionHandler((failure, args) -> complain(List.of(sentence(failure)), places, err))
                .setExecutionExceptionHandler((failure, command, parsed) -> report(failure, parsed, places, err));
        return commands;
    }

    /** The arguments followed by what the scenario file says about options that are not among them. */
    private static String[] withScenario(String[] args, CommandLine commands, Map<String, String> places) {
        ParseResult parsed;
        try {
            parsed = commands.parseArgs(args);
        } catch (ParameterException reportedByExecute) {
            return args;
        }
        ParseResult command = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
        Path file = command.matchedOptionValue("--scenario", null);
        if (file == null) {
            return args;
        }
        Scenario scenario = Scenario.read(file, keys(command.commandSpec()));
        List<String> all = new ArrayList<>(List.of(args));
        scenario.values().forEach((key, elements) -> {
            if (append(key, elements, command, all)) {
                places.put(key.equals(POSITIONAL_KEY) ? "code" : "--" + key, scenario.place(key));
            }
        });
        return all.toArray(String[]::new);
    }

    private static Set<String> keys(CommandSpec command) {
        Set<String> keys = new LinkedHashSet<>();
        for (OptionSpec option : command.options()) {
            if (!option.usageHelp()
                    && !option.versionHelp()
                    && !option.longestName().equals("--scenario")) {
                keys.add(option.longestName().substring(2));
            }
        }
        if (!command.positionalParameters().isEmpty()) {
            keys.add(POSITIONAL_KEY);
        }
        return keys;
    }

    /** Adds a value of the scenario unless the command line says otherwise; tells whether it did. */
    private static boolean append(String key, List<String> elements, ParseResult command, List<String> all) {
        String name = "--" + key;
        if (command.commandSpec().findOption(name) == null) {
            return command.matchedPositionals().isEmpty() && all.addAll(elements);
        }
        boolean isSilenced = command.hasMatchedOption(name)
                || ALTERNATIVES.getOrDefault(key, List.of()).stream()
                        .anyMatch(other -> command.hasMatchedOption("--" + other));
        return !isSilenced && all.add(name + "=" + String.join(",", elements));
    }

    private static String sentence(ParameterException failure) {
        if (failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String argument = unmatched.getUnmatched().get(0);
            String written = argument.contains("=") ? argument.substring(0, argument.indexOf('=')) : argument;
            CommandSpec command = failure.getCommandLine().getCommandSpec();
            return written.startsWith("-")
                    ? "unknown option '" + written + "'"
                            + NearestName.hint(written, command.optionsMap().keySet())
                    : command.subcommands().isEmpty()
                            ? "'" + argument + "' belongs to no option; see 'fetchlab " + command.name() + " --help'"
                            : "unknown command or argument '" + written + "'"
                                    + NearestName.hint(
                                            written, command.subcommands().keySet());
        }
        if (failure.getArgSpec() instanceof OptionSpec option
                && failure.getCause() instanceof TypeConversionException conversion) {
            return option.longestName() + ": " + conversion.getMessage();
        }
        return String.valueOf(failure.getMessage());
    }

    /** Runs the command, and says how long that took if the user wants to know. */
    private static int timed(ParseResult parsed, PrintWriter err) {
        long start = System.nanoTime();
        int exitCode = new CommandLine.RunLast().execute(parsed);
        if (isVerbose(parsed)) {
            double seconds = 1e-9 * (System.nanoTime() - start);
            err.println(String.format(Locale.ROOT, "fetchlab: took %.3f s", seconds));
        }
        return exitCode;
    }

    private static boolean isVerbose(ParseResult parsed) {
        ParseResult command = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
        return command.hasMatchedOption("--verbose");
    }

    private static int report(Exception failure, ParseResult parsed, Map<String, String> places, PrintWriter err) {
        if (failure instanceof InvalidInput invalid) {
            return complain(invalid.problems(), places, err);
        }
        if (failure instanceof IllegalArgumentException || failure instanceof UncheckedIOException) {
            return complain(List.of(String.valueOf(failure.getMessage())), places, err);
        }
        boolean isVerbose = isVerbose(parsed);
        err.println("fetchlab: unexpected failure: " + failure
                + (isVerbose ? "" : " (run again with -v for the details, and please report it)"));
        if (isVerbose) {
            failure.printStackTrace(err);
        }
        return ExitCodes.UNEXPECTED;
    }

    /** One line per problem; where the scenario file is to blame, with its name and line. */
    private static int complain(List<String> problems, Map<String, String> places, PrintWriter err) {
        for (String problem : problems) {
            String place = places.entrySet().stream()
                    .filter(entry ->
                            problem.startsWith(entry.getKey() + ":") || problem.contains("'" + entry.getKey() + "'"))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse("");
            err.println("fetchlab: " + place + onOneLine(problem));
        }
        return ExitCodes.BAD_INPUT;
    }

    /** A text whose line breaks and other control characters, which only inputs hold, are seen as spaces. */
    private static String onOneLine(String text) {
        return CONTROL_CHARACTERS.matcher(text).replaceAll(" ");
    }
}
