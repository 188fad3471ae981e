package org.fetchlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.cli.chart.Chart;
import org.fetchlab.cli.report.Numbers;
import org.fetchlab.cli.report.Section;
import org.fetchlab.cli.report.Table;
import org.fetchlab.cli.report.Table.Column;
import org.fetchlab.cli.study.EstimatedValue;
import org.fetchlab.cli.study.FluidResult;
import org.fetchlab.cli.study.FluidResult.Point;
import org.fetchlab.cli.study.Functional;
import org.jspecify.annotations.Nullable;

/** Presents the limits of a large system. */
final class FluidReport {
    private static final int LEVELS_SHOWN = 5;
    private static final int EVERY = 5;
    private static final double SMALLEST_SHOWN = 1e-9;
    private static final String LIMIT = ", n to infinity";
    private static final String MEAN_QUEUE = Functional.MEAN_QUEUE.name();

    private final FluidResult result;
    private final String timeUnit;

    FluidReport(FluidResult result, String timeUnit) {
        this.result = result;
        this.timeUnit = timeUnit;
    }

    /** The tables. */
    List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        sections.add(summary());
        if (result.trajectory() != null) {
            sections.add(trajectory(result.trajectory()));
        }
        if (result.paths() != null) {
            sections.add(paths(result.paths()));
        }
        if (result.fixedPoint() != null && result.fixedPoint().tails() != null) {
            sections.add(tails(result.fixedPoint().tails()));
        }
        return sections;
    }

    /** One quantity of the summary. */
    private record Line(String name, @Nullable Double value) {}

    private Section summary() {
        List<Line> lines = new ArrayList<>();
        FluidResult.FixedPoint fixedPoint = result.fixedPoint();
        if (fixedPoint != null) {
            addLimits(lines, "", fixedPoint.meanQueue(), fixedPoint.functionals());
        }
        if (fixedPoint == null && result.trajectory() != null) {
            Point last = result.trajectory().get(result.trajectory().size() - 1);
            addLimits(lines, " at time " + Numbers.plain(last.time()), last.meanQueue(), last.functionals());
        }
        if (result.refined() != null) {
            lines.add(new Line(forServers("mean queue"), result.refined().meanQueue()));
            entries(result.refined().functionals())
                    .forEach(entry -> lines.add(new Line(forServers(entry.getKey()), entry.getValue())));
        }
        if (fixedPoint != null) {
            entries(fixedPoint.halfWidth95())
                    .forEach(entry -> lines.add(new Line(forServers("±95 % of " + entry.getKey()), entry.getValue())));
        }
        if (result.download() != null) {
            lines.add(new Line("download time, mean", result.download().mean()));
            lines.add(new Line("download time, p50", result.download().p50()));
            lines.add(new Line("download time, p99", result.download().p99()));
        }
        List<Column<Line>> columns =
                List.of(Column.text("", Line::name), Column.number("value", line -> Numbers.brief(line.value())));
        return new Section(title() + ": " + result.status(), new Table<>(columns, lines), notes());
    }

    private static void addLimits(
            List<Line> lines, String when, double meanQueue, @Nullable Map<String, Double> functionals) {
        lines.add(new Line("mean queue" + when + LIMIT, meanQueue));
        entries(functionals).forEach(entry -> lines.add(new Line(entry.getKey() + when + LIMIT, entry.getValue())));
    }

    private static Stream<Map.Entry<String, Double>> entries(@Nullable Map<String, Double> values) {
        return Stream.ofNullable(values).flatMap(map -> map.entrySet().stream());
    }

    private String forServers(String name) {
        return name + ", n = " + result.servers();
    }

    private String title() {
        return result.policy() + " at " + Numbers.shortest(result.arrivalRate()) + " requests per server";
    }

    private List<String> notes() {
        Stream<String> missing = Stream.ofNullable(result.missing())
                .flatMap(reasons -> reasons.entrySet().stream())
                .filter(entry -> result.servers() != null || !entry.getKey().equals("covariance"))
                .map(entry -> "Not available: " + entry.getValue() + ".")
                .distinct();
        Stream<String> warnings =
                Stream.ofNullable(result.warnings()).flatMap(List::stream).map(warning -> "Caution: " + warning + ".");
        return Stream.concat(missing, warnings).toList();
    }

    private Section trajectory(List<Point> points) {
        List<Column<Point>> columns = new ArrayList<>();
        columns.add(Column.number("time", point -> Numbers.plain(point.time())));
        columns.add(Column.number("mean queue", point -> Numbers.brief(point.meanQueue())));
        addColumn(columns, "mean queue\nto order 1/n", points, Point::refinedMeanQueue);
        for (String name : names(points, Point::functionals)) {
            addColumn(columns, name, points, point -> valueOf(point.functionals(), name));
            addColumn(columns, name + "\nto order 1/n", points, point -> valueOf(point.refinedFunctionals(), name));
        }
        List<String> bands = names(points, Point::halfWidth95);
        for (String name : bands) {
            addColumn(columns, "±95 %\n" + name, points, point -> valueOf(point.halfWidth95(), name));
        }
        for (int j = 1; j <= LEVELS_SHOWN; j++) {
            int level = j;
            columns.add(Column.number("s" + j, point -> Numbers.brief(tail(point.tails(), level))));
        }
        List<Point> shown = IntStream.range(0, points.size())
                .filter(i -> i % EVERY == 0)
                .mapToObj(points::get)
                .toList();
        String band = bands.isEmpty()
                ? ""
                : " ±95 %: so far " + result.servers() + " servers stray, with 95 % probability at each time.";
        return new Section(
                "Queues over time",
                new Table<>(columns, shown),
                List.of("sj: fraction of servers with at least j jobs." + band));
    }

    /** Adds a column of numbers, if there is any. */
    private static void addColumn(
            List<Column<Point>> columns, String heading, List<Point> points, Function<Point, @Nullable Double> value) {
        if (points.stream().anyMatch(point -> value.apply(point) != null)) {
            columns.add(Column.number(heading, point -> Numbers.brief(value.apply(point))));
        }
    }

    /** The keys of the values at the first point that has any. */
    private static List<String> names(List<Point> points, Function<Point, @Nullable Map<String, Double>> values) {
        return points.stream()
                .flatMap(point -> Stream.ofNullable(values.apply(point)))
                .findFirst()
                .map(found -> List.copyOf(found.keySet()))
                .orElse(List.of());
    }

    private static @Nullable Double valueOf(@Nullable Map<String, Double> values, String name) {
        return values == null ? null : values.get(name);
    }

    private Section paths(FluidResult.Paths paths) {
        List<Column<Map.Entry<String, FluidResult.Spread>>> columns = List.of(
                Column.text("functional", Map.Entry::getKey),
                Column.number("mean", entry -> estimate(entry.getValue().mean())),
                Column.number(
                        "2.5 % lie below",
                        entry -> Numbers.brief(entry.getValue().lower95())),
                Column.number(
                        "2.5 % lie above",
                        entry -> Numbers.brief(entry.getValue().upper95())));
        return new Section(
                paths.count() + " paths of the diffusion approximation of " + result.servers() + " servers at time "
                        + Numbers.plain(paths.time()),
                new Table<>(columns, List.copyOf(paths.functionals().entrySet())),
                List.of("±: 95 % confidence."));
    }

    private static String estimate(EstimatedValue value) {
        return Numbers.estimate(value.value(), value.halfWidth95());
    }

    private Section tails(List<Double> tails) {
        List<Double> refined =
                result.refined() == null ? List.of() : result.refined().tails();
        List<Integer> levels = IntStream.range(0, Math.max(tails.size(), refined.size()))
                .filter(j -> Math.max(tail(tails, j), tail(refined, j)) > SMALLEST_SHOWN)
                .boxed()
                .toList();
        List<Column<Integer>> columns = new ArrayList<>();
        columns.add(Column.number("jobs j", j -> Integer.toString(j)));
        columns.add(Column.number("servers with at least j,\nn to infinity", j -> Numbers.brief(tail(tails, j))));
        if (result.refined() != null) {
            columns.add(Column.number("to order 1/n,\nn = " + result.servers(), j -> Numbers.brief(tail(refined, j))));
        }
        return new Section("Queues at stationarity", new Table<>(columns, levels), List.of());
    }

    private static double tail(List<Double> tails, int level) {
        return level < tails.size() ? tails.get(level) : 0;
    }

    /** The mean queue over time with its band for n servers. */
    Chart chart(List<Point> points) {
        boolean hasBand = points.stream().anyMatch(point -> valueOf(point.halfWidth95(), MEAN_QUEUE) != null);
        boolean isRefined = points.stream().allMatch(point -> point.refinedMeanQueue() != null);
        String band = !hasBand ? "" : " Shaded: where " + result.servers() + " servers are with 95 % probability.";
        return new Chart(
                "Mean queue length over time, " + title(),
                "Line: the limit of many servers." + band,
                timeUnit.equals("s") ? "time (s)" : "time",
                new Chart.Vertical("jobs per server", Chart.Range.BANDS),
                List.of(new Chart.Series(
                        result.policy(),
                        points.stream().map(point -> point(point, isRefined)).toList(),
                        null)));
    }

    /** The band lies around the means to order 1/n where these exist all the time, around the limit otherwise. */
    private static Chart.Point point(Point point, boolean isRefined) {
        Double halfWidth = valueOf(point.halfWidth95(), MEAN_QUEUE);
        if (halfWidth == null) {
            return new Chart.Point(point.time(), point.meanQueue(), 0, null, null);
        }
        double centre = isRefined ? Objects.requireNonNull(point.refinedMeanQueue()) : point.meanQueue();
        return new Chart.Point(point.time(), point.meanQueue(), 0, Math.max(0, centre - halfWidth), centre + halfWidth);
    }
}
