package org.fetchlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.cli.report.Numbers;
import org.fetchlab.cli.report.Section;
import org.fetchlab.cli.report.Table;
import org.fetchlab.cli.report.Table.Column;
import org.fetchlab.cli.study.ComparisonRow.CapacityRange;
import org.fetchlab.cli.study.ComparisonRow.PercentileRange;
import org.fetchlab.cli.study.EstimatedValue;
import org.fetchlab.cli.study.PairedResult;
import org.fetchlab.cli.study.SimulationResult;
import org.jspecify.annotations.Nullable;

/** Presents the simulation of one system, or of two. */
final class SimulationReport {
    private final SimulationTask.Answer answer;
    private final TimeScale scale;

    SimulationReport(SimulationTask.Answer answer, Units units) {
        this.answer = answer;
        this.scale = TimeScale.of(
                units,
                answer.results().stream()
                        .flatMap(result -> Stream.ofNullable(result.download()))
                        .flatMap(download -> Stream.ofNullable(download.mean()))
                        .map(EstimatedValue::value));
    }

    /** The tables. */
    List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        for (SimulationResult result : answer.results()) {
            sections.add(summary(result));
            if (result.queues() != null) {
                sections.add(tails(result.queues().tails()));
            }
        }
        answer.paired().map(this::difference).ifPresent(sections::add);
        return sections;
    }

    private Section difference(PairedResult both) {
        boolean isTime = both.first().download() != null || both.against().download() != null;
        PairedResult.Difference found = both.difference();
        String value = found.value() == null || found.halfWidth95() == null
                ? Numbers.NONE
                : estimate(new EstimatedValue(found.value(), found.halfWidth95()), isTime ? scale.factor() : 1);
        Line line = new Line(isTime ? "download time, mean" + scale.suffix() : "mean queue", value);
        return new Section(
                both.against().system().policy() + " minus "
                        + both.first().system().policy() + ", on the same random numbers",
                new Table<>(LINES, List.of(line)),
                Stream.ofNullable(found.reason())
                        .map(why -> "None: " + why + ".")
                        .toList());
    }

    /** One quantity of the summary. */
    private record Line(String name, String value) {}

    private static final List<Column<Line>> LINES =
            List.of(Column.text("", Line::name), Column.number("value", Line::value));

    private Section summary(SimulationResult result) {
        List<Line> lines = new ArrayList<>();
        CapacityRange capacity = result.capacity();
        if (capacity != null && capacity.upper() != null) {
            lines.add(new Line("stable up to arrival rate", interval(capacity)));
        }
        if (result.download() != null) {
            addDownload(result.download(), lines);
        }
        if (result.queues() != null) {
            lines.add(new Line(
                    "mean queue" + (result.time() == null ? "" : " at time " + Numbers.plain(result.time())),
                    estimate(result.queues().meanQueue(), 1)));
            EstimatedValue variance = result.queues().scaledVariance();
            if (variance != null) {
                lines.add(new Line("variance of the mean queue, times n", estimate(variance, 1)));
            }
        }
        if (result.shares() != null) {
            addShares(result.shares(), lines);
        }
        addCounts(result, lines);
        return new Section(
                result.system().policy() + ", " + result.system().servers() + " servers, arrival rate "
                        + Numbers.plain(result.system().arrivalRate()) + ": " + result.status(),
                new Table<>(LINES, lines),
                notes(result));
    }

    /** The rate below which the system is stable; both ends where that is known up to an interval. */
    private static String interval(CapacityRange capacity) {
        String last = capacity.upper() == null ? "?" : Numbers.brief(capacity.upper());
        String first = capacity.lower() == null ? last : Numbers.brief(capacity.lower());
        String range = first.equals(last) ? last : first + ".." + last;
        return capacity.confidence() == null
                ? range
                : range + " (" + Numbers.plain(100 * capacity.confidence()) + " % confidence)";
    }

    private void addDownload(SimulationResult.Download download, List<Line> lines) {
        String mean = download.mean() == null
                ? ComparisonReport.withoutMean(download.withheld())
                : estimate(download.mean(), scale.factor());
        lines.add(new Line("download time, mean" + scale.suffix(), mean));
        download.percentiles()
                .forEach((percent, range) ->
                        lines.add(new Line("download time, p" + percent + scale.suffix(), percentile(range))));
    }

    private String percentile(PercentileRange range) {
        return range.value() == null || range.lower95() == null || range.upper95() == null
                ? Numbers.NONE
                : Numbers.brief(scale.of(range.value())) + " (" + Numbers.brief(scale.of(range.lower95())) + ".."
                        + Numbers.brief(scale.of(range.upper95())) + ")";
    }

    private static void addShares(SimulationResult.Shares shares, List<Line> lines) {
        addShare("busy fraction of a server", shares.utilization(), lines);
        addShare("wasted share of the servers' work", shares.wastedWorkFraction(), lines);
        addShare("requests won by the systematic server", shares.wonBySystematic(), lines);
        addShare("requests won by recovery", shares.wonByRecovery(), lines);
        List<Double> types = shares.typeFractions() == null ? List.of() : shares.typeFractions();
        for (int i = 0; i < types.size(); i++) {
            addShare("requests of type " + i, types.get(i), lines);
        }
    }

    private static void addShare(String name, @Nullable Double share, List<Line> lines) {
        if (share != null) {
            lines.add(new Line(name, Numbers.brief(share)));
        }
    }

    private static void addCounts(SimulationResult result, List<Line> lines) {
        if (result.events() != null) {
            lines.add(new Line("events measured", Long.toString(result.events())));
        }
        if (result.warmUp() != null) {
            lines.add(new Line("events dropped before", Long.toString(result.warmUp())));
        }
        if (result.replications() != null) {
            lines.add(new Line("independent paths", Integer.toString(result.replications())));
        }
    }

    private static List<String> notes(SimulationResult result) {
        Stream<String> intervals =
                result.status().equals("stable") ? Stream.of("± and (..): 95 % confidence.") : Stream.empty();
        List<String> warnings = result.warnings() == null ? List.of() : result.warnings();
        Stream<String> cautions = warnings.stream().map(warning -> "Caution: " + warning + ".");
        return Stream.of(intervals, cautions, missingPercentiles(result, warnings))
                .flatMap(notes -> notes)
                .toList();
    }

    /** Why percentiles have no limits, unless a warning says so for all of them. */
    private static Stream<String> missingPercentiles(SimulationResult result, List<String> warnings) {
        return Stream.ofNullable(result.download())
                .flatMap(download -> download.percentiles().entrySet().stream())
                .filter(one -> one.getValue().reason() != null
                        && !warnings.contains(one.getValue().reason()))
                .map(one -> "p" + one.getKey() + ": " + one.getValue().reason() + ".");
    }

    private static Section tails(List<EstimatedValue> tails) {
        List<Column<Integer>> columns = List.of(
                Column.number("jobs j", j -> Integer.toString(j)),
                Column.number("servers with at least j", j -> estimate(tails.get(j), 1)));
        return new Section(
                "Queues",
                new Table<>(columns, IntStream.range(0, tails.size()).boxed().toList()),
                List.of());
    }

    private static String estimate(EstimatedValue value, double factor) {
        return Numbers.estimate(factor * value.value(), factor * value.halfWidth95());
    }
}
