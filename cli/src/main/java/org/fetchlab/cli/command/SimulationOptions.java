package org.fetchlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fetchlab.cli.input.Grids;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.input.WholeNumber;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.StoppingRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long to simulate, and what to report of it. */
final class SimulationOptions {
    private static final double DEFAULT_PRECISION = 0.01;
    private static final long BUDGET = 20_000_000;

    @Option(
            names = "--requests",
            paramLabel = "N",
            order = 40,
            description =
                    "Simulate so many requests of each system, such as 1e6; at least 32, one on each of 32 paths.")
    @Nullable
    String requestsText;

    @Option(
            names = "--precision",
            paramLabel = "REL",
            order = 41,
            description = "Simulate until the 95 %% half-width of the mean is this share of it (default: 0.01),"
                    + " or 20 million requests; exit code 3 when that is not enough.")
    @Nullable
    String precisionText;

    @Mixin
    PercentilesOption percentilesOption = new PercentilesOption();

    /** What the options say. */
    record Reading(StoppingRule stopping, List<String> percentiles) {}

    /** Reads the options; a percentile that is needed is reported even if it is not listed. */
    Reading read(Optional<String> neededPercentile, Problems problems) {
        problems.addIf(
                requestsText != null && precisionText != null,
                "--requests and --precision exclude each other; give one");
        Optional<Long> requests = problems.readIfGiven(
                "--requests", requestsText, text -> WholeNumber.atLeast(ExperimentPlan.REPLICATIONS, text));
        Optional<Double> precision = problems.readIfGiven("--precision", precisionText, Grids::fraction);
        List<String> percentiles =
                new ArrayList<>(percentilesOption.read(problems).orElse(List.of()));
        neededPercentile.filter(percentile -> !percentiles.contains(percentile)).ifPresent(percentiles::add);
        StoppingRule stopping = requests.<StoppingRule>map(StoppingRule.Requests::new)
                .orElseGet(() -> new StoppingRule.RelativePrecision(precision.orElse(DEFAULT_PRECISION), BUDGET));
        return new Reading(stopping, percentiles);
    }
}
