package org.fetchlab.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.fetchlab.cli.input.InvalidInput;
import org.fetchlab.cli.input.NearestName;
import org.fetchlab.cli.input.Scenario;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The commands put together: parsing, scenario files, error messages and exit codes. */
public final class FetchlabCommandLine {
    private static final String POSITIONAL_KEY = "codes";
    private static final int HELP_WIDTH = 100;

    private FetchlabCommandLine() {}

    /**
     * Runs one command. Never exits the process and never throws.
     *
     * @param args the arguments
     * @param out receives the result and nothing else
     * @param err receives messages and progress
     * @return the exit code: 0 done, 1 unexpected failure, 2 bad input, 3 no answer
     */
    public static int run(String[] args, PrintWriter out, PrintWriter err) {
        CommandLine commands = assemble(out, err);
        try {
            return commands.execute(withScenario(args, commands));
        } catch (InvalidInput invalid) {
            return complain(invalid.problems(), err);
        }
    }

    static CommandLine assemble(PrintWriter out, PrintWriter err) {
        CommandLine commands = new CommandLine(new FetchlabCommand())
                .setOut(out)
                .setErr(err)
                .setUsageHelpWidth(HELP_WIDTH)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUnmatchedOptionsArePositionalParams(false)
                .setAbbreviatedOptionsAllowed(false)
                .setParameterExceptionHandler((failure, args) -> complain(List.of(sentence(failure)), err))
                .setExecutionExceptionHandler((failure, command, parsed) -> report(failure, parsed, err));
        return commands;
    }

    /** The arguments followed by what the scenario file says about options that are not among them. */
    private static String[] withScenario(String[] args, CommandLine commands) {
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
        scenario.values().forEach((key, elements) -> append(key, elements, command, all));
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

    private static void append(String key, List<String> elements, ParseResult command, List<String> all) {
        String name = "--" + key;
        if (command.commandSpec().findOption(name) == null) {
            if (command.matchedPositionals().isEmpty()) {
                all.addAll(elements);
            }
        } else if (!command.hasMatchedOption(name)) {
            all.add(name + "=" + String.join(",", elements));
        }
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
                    : "unknown command or argument '" + written + "'"
                            + NearestName.hint(written, command.subcommands().keySet());
        }
        return String.valueOf(failure.getMessage());
    }

    private static int report(Exception failure, ParseResult parsed, PrintWriter err) {
        if (failure instanceof InvalidInput invalid) {
            return complain(invalid.problems(), err);
        }
        if (failure instanceof IllegalArgumentException outOfRange) {
            return complain(List.of(String.valueOf(outOfRange.getMessage())), err);
        }
        ParseResult command = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
        boolean isVerbose = command.hasMatchedOption("--verbose");
        err.println("fetchlab: unexpected failure: " + failure
                + (isVerbose ? "" : " (run again with -v for the details, and please report it)"));
        if (isVerbose) {
            failure.printStackTrace(err);
        }
        return ExitCodes.UNEXPECTED;
    }

    private static int complain(List<String> problems, PrintWriter err) {
        problems.forEach(problem ->
                err.println("fetchlab: " + problem.lines().findFirst().orElse(problem)));
        return ExitCodes.BAD_INPUT;
    }
}
