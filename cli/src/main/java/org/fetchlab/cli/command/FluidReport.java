package org.fetchlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.fetchlab.cli.chart.Chart;
import org.fetchlab.cli.report.Numbers;
import org.fetchlab.cli.report.Section;
import org.fetchlab.cli.report.Table;
import org.fetchlab.cli.report.Table.Column;
import org.fetchlab.cli.study.FluidResult;
import org.fetchlab.cli.study.FluidResult.Point;
import org.jspecify.annotations.Nullable;

/** Presents the limits of a large system. */
final class FluidReport {
    private static final int LEVELS_SHOWN = 5;
    private static final double SMALLEST_SHOWN = 1e-9;
    private static final String MEAN_QUEUE = "mean-queue";

    private FluidReport() {}

    /** The tables. */
    static List<Section> sections(FluidResult result) {
        List<Section> sections = new ArrayList<>();
        sections.add(summary(result));
        if (result.trajectory() != null) {
            sections.add(trajectory(result, result.trajectory()));
        }
        if (result.fixedPoint() != null) {
            sections.add(tails(result, result.fixedPoint().tails()));
        }
        return sections;
    }

    /** One quantity of the summary. */
    private record Line(String name, @Nullable Double value) {}

    private static Section summary(FluidResult result) {
        List<Line> lines = new ArrayList<>();
        if (result.fixedPoint() != null) {
            lines.add(new Line("mean queue, n to infinity", result.fixedPoint().meanQueue()));
        }
        if (result.refined() != null) {
            lines.add(new Line(
                    "mean queue, n = " + result.servers(), result.refined().meanQueue()));
        }
        if (result.variance() != null) {
            result.variance()
                    .forEach((name, variance) -> lines.add(new Line(
                            "standard deviation of " + name + ", n = " + result.servers(), Math.sqrt(variance))));
        }
        if (result.download() != null) {
            lines.add(new Line("download time, mean", result.download().mean()));
            lines.add(new Line("download time, p50", result.download().p50()));
            lines.add(new Line("download time, p99", result.download().p99()));
        }
        List<Column<Line>> columns =
                List.of(Column.text("", Line::name), Column.number("value", line -> Numbers.brief(line.value())));
        return new Section(
                result.policy() + " at " + Numbers.plain(result.arrivalRate()) + " requests per server: "
                        + result.status(),
                new Table<>(columns, lines),
                result.notes() == null ? List.of() : result.notes());
    }

    private static Section trajectory(FluidResult result, List<Point> points) {
        List<Column<Point>> columns = new ArrayList<>();
        columns.add(Column.number("time", point -> Numbers.plain(point.time())));
        columns.add(Column.number("mean queue", point -> Numbers.brief(point.meanQueue())));
        if (result.servers() != null) {
            columns.add(Column.number("1/n refined", point -> Numbers.brief(point.refinedMeanQueue())));
            Point last = points.get(points.size() - 1);
            if (last.halfWidth95() != null) {
                last.halfWidth95()
                        .keySet()
                        .forEach(name -> columns.add(
                                Column.number("±95 %\n" + name, point -> Numbers.brief(halfWidth(point, name)))));
            }
        }
        for (int j = 1; j <= LEVELS_SHOWN; j++) {
            int level = j;
            columns.add(Column.number("s" + j, point -> Numbers.brief(tail(point.tails(), level))));
        }
        return new Section(
                "Queues over time",
                new Table<>(columns, points),
                List.of(
                        "sj: fraction of servers with at least j jobs. ±95 %: n servers stay within, with 95 % probability"
                                + " at each time."));
    }

    private static @Nullable Double halfWidth(Point point, String name) {
        return point.halfWidth95() == null ? null : point.halfWidth95().get(name);
    }

    private static Section tails(FluidResult result, List<Double> tails) {
        List<Integer> levels = IntStream.range(0, tails.size())
                .filter(j -> tails.get(j) > SMALLEST_SHOWN)
                .boxed()
                .toList();
        List<Column<Integer>> columns = new ArrayList<>();
        columns.add(Column.number("jobs j", j -> Integer.toString(j)));
        columns.add(Column.number("servers with at least j,\nn to infinity", j -> Numbers.brief(tails.get(j))));
        if (result.refined() != null) {
            List<Double> refined = result.refined().tails();
            columns.add(Column.number("to order 1/n,\nn = " + result.servers(), j -> Numbers.brief(tail(refined, j))));
        }
        return new Section("Queues at stationarity", new Table<>(columns, levels), List.of());
    }

    private static double tail(List<Double> tails, int level) {
        return level < tails.size() ? tails.get(level) : 0;
    }

    /** The mean queue over time with its band for n servers. */
    static Chart chart(FluidResult result) {
        List<Point> points = result.trajectory() == null ? List.of() : result.trajectory();
        String band = result.servers() == null ? "" : " Shaded: 95 % of systems with " + result.servers() + " servers.";
        return new Chart(
                "Mean queue length over time, " + result.policy() + ", " + Numbers.plain(result.arrivalRate())
                        + " requests per server",
                "Line: the limit of many servers." + band,
                "time",
                "jobs per server",
                List.of(new Chart.Series(
                        result.policy(), points.stream().map(FluidReport::point).toList(), null)));
    }

    private static Chart.Point point(Point point) {
        Double halfWidth = halfWidth(point, MEAN_QUEUE);
        Double centre = point.refinedMeanQueue();
        if (halfWidth == null || centre == null) {
            return new Chart.Point(point.time(), point.meanQueue(), 0, null, null);
        }
        double lower = Math.max(0, centre - halfWidth);
        return new Chart.Point(point.time(), point.meanQueue(), 0, lower, centre + halfWidth);
    }
}
