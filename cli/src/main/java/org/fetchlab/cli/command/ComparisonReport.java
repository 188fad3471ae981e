package org.fetchlab.cli.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.fetchlab.cli.chart.Chart;
import org.fetchlab.cli.input.Choice;
import org.fetchlab.cli.report.Numbers;
import org.fetchlab.cli.report.Section;
import org.fetchlab.cli.report.Table;
import org.fetchlab.cli.report.Table.Column;
import org.fetchlab.cli.study.Comparison;
import org.fetchlab.cli.study.ComparisonRow;
import org.fetchlab.cli.study.ComparisonRow.BoundPair;
import org.fetchlab.cli.study.ComparisonRow.CapacityRange;
import org.fetchlab.cli.study.ComparisonRow.Simulation;
import org.fetchlab.cli.study.Workload;
import org.fetchlab.sim.experiment.StoppingRule;
import org.jspecify.annotations.Nullable;

/** Presents a comparison: its conventions, its tables and its chart. */
final class ComparisonReport {
    private final Comparison comparison;
    private final Units units;
    private final TimeScale scale;

    ComparisonReport(Comparison comparison, Units units, List<ComparisonRow> rows) {
        this.comparison = comparison;
        this.units = units;
        this.scale = TimeScale.of(units, rows.stream().flatMap(row -> Stream.ofNullable(row.lowTrafficMean())));
    }

    /** The settings and the choices that change results. */
    Map<String, Object> conventions() {
        Workload workload = comparison.workload();
        Map<String, Object> conventions = new LinkedHashMap<>();
        conventions.put("arrivals", "Poisson, one object per request; rates are for the whole system");
        conventions.put("service", workload.service().spec());
        workload.totalServiceRate().ifPresent(rate -> conventions.put("total_service_rate", rate));
        conventions.put("time_unit", units.timeUnit());
        conventions.put("decoding", Choice.word(workload.decoding()));
        conventions.put("popularity", workload.popularity().spec());
        conventions.put("access", workload.access().spec());
        conventions.put("cancel", Choice.word(workload.cancellation()));
        conventions.put("queues", "first come first served");
        if (comparison.stopping() instanceof StoppingRule.RelativePrecision precision) {
            conventions.put("precision", precision.relativeHalfWidth());
        } else if (comparison.stopping() instanceof StoppingRule.Requests fixed) {
            conventions.put("requests", fixed.requests());
        }
        conventions.put("confidence", 0.95);
        return conventions;
    }

    /** The tables. */
    List<Section> sections(List<ComparisonRow> rows) {
        return List.of(codes(rows), loads(rows));
    }

    private Section codes(List<ComparisonRow> rows) {
        Map<String, ComparisonRow> byCode = new LinkedHashMap<>();
        rows.forEach(row -> byCode.putIfAbsent(row.code(), row));
        List<Column<ComparisonRow>> columns = List.of(
                Column.text("code", ComparisonRow::code),
                Column.number("servers", row -> Integer.toString(row.servers())),
                Column.number("objects", row -> Integer.toString(row.objects())),
                Column.number("storage\noverhead", row -> Numbers.brief(row.storageOverhead()) + "x"),
                Column.number(
                        "failures\ntolerated",
                        row -> row.faultTolerance() == null
                                ? Numbers.NONE
                                : row.faultTolerance().toString()),
                Column.number("lone request\nmean" + scale.suffix(), row -> lone(row)),
                Column.number("stable up to\narrival rate", row -> range(row.capacity())));
        return new Section(
                "Codes",
                new Table<>(columns, List.copyOf(byCode.values())),
                Stream.concat(
                                Stream.of("lone request: "
                                        + (rows.stream().allMatch(row -> row.lowTrafficMeanHalfWidth95() == null)
                                                ? "exact mean download time when no other request is in the system."
                                                : "mean download time when no other request is in the system; exact, or estimated with ±"
                                                        + " its 95 % half-width.")),
                                Stream.concat(capacityLegend(rows), missing(byCode.values().stream())))
                        .toList());
    }

    /** Why cells of the table of codes are empty. */
    private static Stream<String> missing(Stream<ComparisonRow> codes) {
        return codes.flatMap(code -> Cautions.missing(code.code(), code.missing()));
    }

    private String lone(ComparisonRow row) {
        return row.lowTrafficMean() == null || row.lowTrafficMeanHalfWidth95() == null
                ? time(row.lowTrafficMean())
                : Numbers.estimate(scale.of(row.lowTrafficMean()), scale.of(row.lowTrafficMeanHalfWidth95()));
    }

    private static String range(@Nullable CapacityRange capacity) {
        if (capacity == null || (capacity.lower() == null && capacity.upper() == null)) {
            return Numbers.NONE;
        }
        String lower = capacity.lower() == null ? "0" : Numbers.brief(capacity.lower());
        String upper = capacity.upper() == null ? "?" : Numbers.brief(capacity.upper());
        String range = lower.equals(upper) ? lower : lower + ".." + upper;
        return capacity.confidence() == null ? range : "~" + range;
    }

    /** What the mark of a capacity that is not certain means. */
    private static Stream<String> capacityLegend(List<ComparisonRow> rows) {
        List<String> confidences = rows.stream()
                .flatMap(row -> Stream.ofNullable(row.capacity()))
                .flatMap(capacity -> Stream.ofNullable(capacity.confidence()))
                .distinct()
                .sorted()
                .map(confidence -> Numbers.plain(100 * confidence) + " %")
                .toList();
        return confidences.isEmpty()
                ? Stream.empty()
                : Stream.of("~: capacity known from simulation or from an estimated recovery profile, with "
                        + String.join(" or ", confidences) + " confidence.");
    }

    private Section loads(List<ComparisonRow> rows) {
        List<ComparisonRow> byRate = rows.stream()
                .sorted(Comparator.comparingDouble(ComparisonRow::arrivalRate))
                .toList();
        Set<ComparisonRow> firstOfRate = new LinkedHashSet<>();
        Set<Double> seen = new LinkedHashSet<>();
        byRate.stream().filter(row -> seen.add(row.arrivalRate())).forEach(firstOfRate::add);

        List<Column<ComparisonRow>> columns = new ArrayList<>();
        columns.add(Column.number(
                "arrival\nrate", row -> firstOfRate.contains(row) ? Numbers.plain(row.arrivalRate()) : ""));
        columns.add(Column.text("code", ComparisonRow::code));
        columns.add(Column.number("mean\nat least", row -> bound(row, BoundPair::lower)));
        columns.add(Column.number("simulated\nmean", this::mean));
        columns.add(Column.number("mean\nat most", row -> bound(row, BoundPair::upper)));
        comparison
                .percentiles()
                .forEach(percent ->
                        columns.add(Column.number("p" + percent, row -> percentile(row.simulation(), percent))));
        columns.add(Column.number("wasted\nwork", row -> wasted(row.simulation())));
        comparison.target().ifPresent(target -> columns.add(Column.text("meets\n" + target, ComparisonReport::met)));
        return new Section("Download time" + scale.suffix(), new Table<>(columns, byRate), notes(rows));
    }

    private static List<String> notes(List<ComparisonRow> rows) {
        List<String> notes = new ArrayList<>(List.of(
                "±: 95 % confidence. at least, at most: certified bounds" + estimatedBounds(rows)
                        + "; - where none holds. p99: 99 % of the downloads take at most this long.",
                "wasted work: share of the servers' busy time spent on copies that were not needed."));
        Set<String> warnings = new LinkedHashSet<>();
        for (ComparisonRow row : rows) {
            Optional.ofNullable(row.simulation())
                    .map(Simulation::warnings)
                    .ifPresent(found -> found.forEach(warning -> warnings.add("Caution, " + row.code() + " at "
                            + Numbers.plain(row.arrivalRate()) + ": " + warning + ".")));
        }
        notes.addAll(warnings);
        return notes;
    }

    private static String estimatedBounds(List<ComparisonRow> rows) {
        return rows.stream().map(ComparisonRow::bounds).anyMatch(ComparisonReport::isEstimated)
                ? ", with ~ at 95 % confidence only, since the recovery profile is an estimate"
                : "";
    }

    private static boolean isEstimated(@Nullable BoundPair bounds) {
        return bounds != null && bounds.confidence() != null;
    }

    private String bound(ComparisonRow row, java.util.function.Function<BoundPair, @Nullable Double> end) {
        BoundPair bounds = row.bounds();
        Double bound = bounds == null ? null : end.apply(bounds);
        return bound == null ? Numbers.NONE : (isEstimated(bounds) ? "~" : "") + time(bound);
    }

    private String mean(ComparisonRow row) {
        Simulation simulation = row.simulation();
        if (simulation == null || !row.status().equals("stable")) {
            return row.status();
        }
        return simulation.mean() == null || simulation.halfWidth95() == null
                ? withoutMean(simulation.withheld())
                : Numbers.estimate(scale.of(simulation.mean()), scale.of(simulation.halfWidth95()));
    }

    /** Why a stable system has no simulated mean, in a few words. */
    static String withoutMean(@Nullable String withheld) {
        return withheld == null ? Numbers.NONE : withheld.replace('_', ' ');
    }

    private String percentile(@Nullable Simulation simulation, String percent) {
        return simulation == null
                ? Numbers.NONE
                : time(Objects.requireNonNull(simulation.percentiles().get(percent))
                        .value());
    }

    private String time(@Nullable Double time) {
        return time == null ? Numbers.NONE : Numbers.brief(scale.of(time));
    }

    private static String wasted(@Nullable Simulation simulation) {
        return simulation == null || simulation.wastedWorkFraction() == null
                ? Numbers.NONE
                : Math.round(100 * simulation.wastedWorkFraction()) + " %";
    }

    private static String met(ComparisonRow row) {
        return row.slo() == null ? Numbers.NONE : row.slo().met();
    }

    /** The mean download time against the arrival rate, one line per code. */
    Chart chart(List<ComparisonRow> rows) {
        Map<String, List<ComparisonRow>> byCode = new LinkedHashMap<>();
        rows.forEach(row ->
                byCode.computeIfAbsent(row.code(), code -> new ArrayList<>()).add(row));
        List<Chart.Series> series = byCode.entrySet().stream()
                .map(entry -> new Chart.Series(
                        entry.getKey(),
                        entry.getValue().stream().map(this::point).toList(),
                        limit(entry.getValue())))
                .toList();
        return new Chart(
                "Mean download time against arrival rate",
                "Dots: simulated, 95 % bars. Dashed: lower bound; shaded up to the upper one. Vertical: capacity; ×: no mean.",
                "arrival rate, requests per " + (units.areSeconds() ? "second" : "unit time") + " for the whole system",
                new Chart.Vertical("mean download time" + scale.suffix(), Chart.Range.POSITIVE_POINTS),
                series);
    }

    private Chart.Point point(ComparisonRow row) {
        Simulation simulation = row.simulation();
        BoundPair bounds = row.bounds();
        return new Chart.Point(
                row.arrivalRate(),
                simulation == null ? null : scaled(simulation.mean()),
                simulation == null || simulation.halfWidth95() == null ? 0 : scale.of(simulation.halfWidth95()),
                bounds == null ? null : scaled(bounds.lower()),
                bounds == null ? null : scaled(bounds.upper()));
    }

    private @Nullable Double scaled(@Nullable Double time) {
        return time == null ? null : Double.valueOf(scale.of(time));
    }

    private static Chart.@Nullable Limit limit(List<ComparisonRow> rows) {
        return rows.stream()
                .flatMap(row -> Stream.ofNullable(row.capacity()))
                .min(Comparator.comparingDouble(CapacityRange::width))
                .filter(capacity -> capacity.lower() != null)
                .map(capacity -> new Chart.Limit(Objects.requireNonNull(capacity.lower()), capacity.upper()))
                .orElse(null);
    }
}
