package org.fetchlab.cli.command;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command without a subcommand: explains itself. */
@Command(
        name = "fetchlab",
        versionProvider = ProductVersion.class,
        header = "Tells how long a download from coded, redundant storage takes.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CodesCommand.class,
            CompareCommand.class,
            AnalyzeCommand.class,
            FluidCommand.class,
            SimulateCommand.class
        },
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Start with 'fetchlab compare'. 'fetchlab COMMAND --help' explains a command.",
            "Exit codes: 0 done; 1 unexpected failure; 2 bad input; 3 computed, but the question has no answer."
        })
final class FetchlabCommand implements Callable<Integer> {
    @Spec
    @Nullable
    CommandSpec spec;

    @Option(names = "--help", usageHelp = true, description = "Show this help.")
    boolean isHelpRequested;

    @Option(names = "--version", versionHelp = true, description = "Show the version.")
    boolean isVersionRequested;

    @Override
    public Integer call() {
        if (spec != null) {
            CommandLine commandLine = spec.commandLine();
            commandLine.usage(commandLine.getErr());
        }
        return ExitCodes.BAD_INPUT;
    }
}
