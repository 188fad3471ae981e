package org.fetchlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.fetchlab.cli.report.Numbers;
import org.fetchlab.cli.report.Section;
import org.fetchlab.cli.report.Table;
import org.fetchlab.cli.report.Table.Column;
import org.fetchlab.cli.study.AnalysisResult;
import org.fetchlab.cli.study.AnalysisResult.Exact;
import org.fetchlab.cli.study.AnalysisResult.LowTraffic;
import org.fetchlab.cli.study.AnalysisResult.LowTrafficHalfWidths;
import org.fetchlab.cli.study.AnalysisResult.Saturation;
import org.fetchlab.forkjoin.literature.Literature;
import org.jspecify.annotations.Nullable;

/** Presents what theory says about one code. */
final class AnalysisReport {
    private static final LowTrafficHalfWidths EXACT = new LowTrafficHalfWidths(0.0, 0.0, 0, 0);

    /** Type fractions in a table: an availability code of many groups has as many. */
    private static final int SHOWN = 8;

    private AnalysisReport() {}

    /** The tables. */
    static List<Section> sections(AnalysisResult result) {
        return Stream.of(summary(result), means(result)).toList();
    }

    /** One quantity with its bracket. */
    private record Line(
            String name, @Nullable Double lower, @Nullable Double upper) {}

    private static Section summary(AnalysisResult result) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(
                "stable up to arrival rate",
                result.capacity().lower(),
                result.capacity().upper()));
        addLoneRequest(result.lowTraffic(), lines);
        if (result.bounds() != null) {
            lines.add(new Line("mean", result.bounds().lower(), result.bounds().upper()));
        }
        Exact exact = result.exact();
        if (exact != null) {
            exact.percentiles().forEach((percent, bracket) -> addBracket("p" + percent, bracket, lines));
            addBracket("won by the object's own server", exact.wonBySystematic(), lines);
            addBracket("won by a recovery group", exact.wonByRecovery(), lines);
            addBracket("utilization of a server", exact.utilization(), lines);
        }
        List<Column<Line>> columns = List.of(
                Column.text("", Line::name),
                Column.number("at least", line -> precise(line.lower())),
                Column.number("at most", line -> precise(line.upper())));
        List<String> notes = new ArrayList<>();
        if (exact != null) {
            notes.add("Download times and shares come from the in-order chain with " + exact.phases()
                    + " phases, leads up to " + exact.maxLead() + "; every end shown is certified.");
        }
        if (result.lowTraffic().halfWidth95() != null) {
            notes.add(
                    "The recovery profile is an estimate: the lone request, and the bounds that rest on it, hold with 95 %"
                            + " confidence.");
        }
        if (result.notes() != null) {
            notes.addAll(result.notes());
        }
        return new Section(
                result.code() + " at " + Numbers.shortest(result.arrivalRate()) + " requests per unit time: "
                        + result.status(),
                new Table<>(
                        columns,
                        lines.stream()
                                .filter(line -> line.lower() != null || line.upper() != null)
                                .toList()),
                notes);
    }

    private static void addLoneRequest(LowTraffic alone, List<Line> lines) {
        LowTrafficHalfWidths errors = alone.halfWidth95() == null ? EXACT : alone.halfWidth95();
        lines.add(around("lone request, mean", alone.mean(), errors.mean()));
        lines.add(around("lone request, p50", alone.p50(), errors.p50()));
        lines.add(around("lone request, p99", alone.p99(), errors.p99()));
    }

    private static void addBracket(String name, AnalysisResult.@Nullable Bracket bracket, List<Line> lines) {
        if (bracket != null) {
            lines.add(new Line(name, bracket.lower(), bracket.upper()));
        }
    }

    private static Line around(String name, @Nullable Double value, @Nullable Double halfWidth) {
        return value == null || halfWidth == null
                ? exactly(name, value)
                : new Line(name, value - halfWidth, value + halfWidth);
    }

    private static Line exactly(String name, @Nullable Double value) {
        return new Line(name, value, value);
    }

    private static String precise(@Nullable Double value) {
        return value == null ? Numbers.NONE : Numbers.precise(value);
    }

    /** One formula for the mean. */
    private record Formula(
            String name, String kind, @Nullable Double mean, String remark) {}

    private static Section means(AnalysisResult result) {
        List<Formula> formulas = new ArrayList<>();
        formulas.add(bound("split-merge", "upper", result.splitMerge(), Literature.JOSHI));
        formulas.add(bound("fast split-merge", "lower", result.fastSplitMerge(), Literature.AKTAS));
        formulas.removeIf(formula -> isPublished(formula.name(), result));
        result.approximations()
                .forEach(one -> formulas.add(new Formula(
                        one.name(),
                        "approximation",
                        one.mean(),
                        remark(one.reason(), fractions(one.typeFractions())))));
        result.literature()
                .forEach(one -> formulas.add(
                        new Formula(one.name(), one.kind(), one.mean(), remark(one.reason(), one.source()))));
        List<Column<Formula>> columns = List.of(
                Column.text("formula for the mean", Formula::name),
                Column.text("kind", Formula::kind),
                Column.number("value", formula -> Numbers.brief(formula.mean())),
                Column.text("type fractions or source", Formula::remark));
        List<Formula> shown =
                formulas.stream().filter(formula -> !isInapplicable(formula)).toList();
        String others = formulas.stream()
                .filter(AnalysisReport::isInapplicable)
                .map(Formula::name)
                .collect(Collectors.joining(", "));
        return new Section(
                "Bounds, approximations and published formulas", new Table<>(columns, shown), notes(result, others));
    }

    private static List<String> notes(AnalysisResult result, String inapplicable) {
        List<String> notes = new ArrayList<>();
        if (result.saturation() != null) {
            notes.add(saturation(result.saturation()));
        }
        if (!result.approximations().isEmpty()) {
            notes.add("Approximations by type fractions: " + Literature.AKTAS + ".");
        }
        if (!inapplicable.isEmpty()) {
            notes.add("Not applicable to this system: " + inapplicable + ".");
        }
        return notes;
    }

    private static boolean isPublished(String name, AnalysisResult result) {
        return result.literature().stream().anyMatch(one -> one.name().equals(name));
    }

    private static boolean isInapplicable(Formula formula) {
        return formula.mean() == null && formula.remark().startsWith("not applicable");
    }

    private static Formula bound(String name, String kind, AnalysisResult.Value value, String source) {
        return new Formula(name, kind, value.mean(), remark(value.reason(), source));
    }

    private static String remark(@Nullable String reason, String otherwise) {
        return reason == null ? otherwise : reason;
    }

    /** The first fractions; the machine formats have them all. */
    private static String fractions(@Nullable List<Double> fractions) {
        if (fractions == null) {
            return "";
        }
        String first = fractions.stream().limit(SHOWN).map(Numbers::brief).collect(Collectors.joining(" "));
        return fractions.size() > SHOWN ? first + " …" : first;
    }

    /** What the saturated system says about every load. */
    private static String saturation(Saturation leads) {
        return "At every load at least " + Numbers.brief(leads.wonBySystematic())
                + " of the requests are won by the object's own server, and at least "
                + Numbers.brief(leads.typeFractions().get(0))
                + " find no copy done when they reach the head of the line: the saturated system, " + Literature.AKTAS
                + ".";
    }
}
