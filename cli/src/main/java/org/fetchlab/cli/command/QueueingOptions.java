package org.fetchlab.cli.command;

import java.util.Optional;
import java.util.OptionalInt;
import org.fetchlab.cli.input.Choice;
import org.fetchlab.cli.input.DataFiles;
import org.fetchlab.cli.input.Grids;
import org.fetchlab.cli.input.InitialQueues;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.input.WholeNumber;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.text.Quantity;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Load, size and start of a system of n servers under a routing policy. */
final class QueueingOptions {
    @Option(
            names = "--arrival-rate",
            paramLabel = "RATE",
            order = 11,
            description = "Requests per unit time and server (default: 0.9).")
    String arrivalRateText = "0.9";

    @Option(names = "--servers", paramLabel = "N", order = 12, description = "Number of servers.")
    @Nullable
    String serversText;

    @Option(
            names = "--sampling",
            paramLabel = "HOW",
            order = 13,
            description = "Sampled servers: distinct or with-replacement (default: distinct).")
    String samplingText = "distinct";

    @Option(names = "--time", paramLabel = "T", order = 40, description = "Follow the queues from time 0 to T.")
    @Nullable
    String timeText;

    @Option(
            names = "--initial",
            paramLabel = "STATE",
            order = 44,
            description = {
                "Queues at time 0 (default: empty):",
                "  empty   no jobs",
                "  5       so many jobs at every server",
                "  FILE    CSV: how many servers, or which fraction, have 0, 1, 2, ...",
                "          jobs; headed 'tails', which fraction has at least so many"
            })
    String initialText = "empty";

    /**
     * What the options say. A part is empty when it is not given or invalid.
     *
     * @param arrivalRate requests per unit time
     * @param servers n
     * @param sampling whether sampled servers are distinct
     * @param time how long to follow the queues
     * @param initial the queues at time 0
     */
    record Reading(
            Optional<Quantity> arrivalRate,
            OptionalInt servers,
            Optional<Sampling> sampling,
            Optional<Quantity> time,
            Optional<InitialQueues> initial) {}

    /** Reads the options; tells {@code units} which times and rates have one. */
    Reading read(DataFiles files, Units units, Problems problems) {
        Optional<Quantity> rate = problems.read("--arrival-rate", arrivalRateText, Grids::positiveRate);
        Optional<Quantity> time = problems.readIfGiven("--time", timeText, Grids::positiveTime);
        rate.ifPresent(given -> units.add("--arrival-rate", given.hasUnit()));
        time.ifPresent(given -> units.add("--time", given.hasUnit()));
        Optional<Integer> servers = problems.readIfGiven("--servers", serversText, text -> WholeNumber.count(1, text));
        return new Reading(
                rate,
                servers.map(OptionalInt::of).orElse(OptionalInt.empty()),
                problems.read("--sampling", samplingText, Choice.of(Sampling.class)),
                time,
                problems.read("--initial", initialText, text -> InitialQueues.read(text, files)));
    }
}
