package org.fetchlab.cli.chart;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.fetchlab.cli.chart.Canvas.Anchor;
import org.fetchlab.cli.chart.Canvas.Lettering;
import org.fetchlab.cli.chart.Canvas.Stroke;
import org.fetchlab.cli.report.Numbers;
import org.jspecify.annotations.Nullable;

/** Draws a chart: bands under lines, error bars, and the name of each line at its end. */
public final class ChartDrawing {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 540;
    private static final int LEFT = 74;
    private static final int RIGHT = 150;
    private static final int TOP = 72;
    private static final int BOTTOM = 62;
    private static final double LABEL_DISTANCE = 18;
    /** A line of more points than these is smooth and needs no dots. */
    private static final int MOST_DOTS = 50;

    /** A linear axis would press points that differ by more than this factor onto its lowest twentieth. */
    private static final double SQUEEZED = 20;
    /** How far a logarithmic axis goes beyond what it shows, as a factor. */
    private static final double LOG_MARGIN = 1.2;

    private static final String INK = "#222222";
    private static final String FAINT = "#666666";
    private static final String GRID = "#e6e6e6";
    /** The palette of Okabe and Ito (2008), which readers with any colour vision can tell apart. */
    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000");

    private final Chart chart;
    private final Canvas canvas;
    private final Axis across;
    private final Axis up;

    private ChartDrawing(Chart chart, Canvas canvas) {
        this.chart = chart;
        this.canvas = canvas;
        double left = smallest(values(chart, point -> point.x()));
        double right = largest(values(chart, point -> point.x()));
        double margin = right > left ? 0.02 * (right - left) : 0.5 * right;
        across = new LinearAxis(Math.max(0, left - margin), right + margin, LEFT, WIDTH - RIGHT);
        up = up(chart);
    }

    private static Axis up(Chart chart) {
        double top = largest(values(chart, point -> highest(chart, point)));
        double least = smallest(values(chart, Chart.Point::y));
        boolean isSqueezed = chart.vertical().range() == Chart.Range.POSITIVE_POINTS
                && largest(values(chart, Chart.Point::y)) > SQUEEZED * least;
        return isSqueezed
                ? new LogarithmicAxis(bottom(chart, least) / LOG_MARGIN, LOG_MARGIN * top, HEIGHT - BOTTOM, TOP)
                : new LinearAxis(0, 1.08 * top, HEIGHT - BOTTOM, TOP);
    }

    /** The least of the points and their lower bounds, but not far below the points. */
    private static double bottom(Chart chart, double leastPoint) {
        double leastBound = values(chart, Chart.Point::lower)
                .mapToDouble(Double::doubleValue)
                .min()
                .orElse(leastPoint);
        return Math.min(leastPoint, Math.max(leastBound, leastPoint / 2));
    }

    private static @Nullable Double highest(Chart chart, Chart.Point point) {
        if (point.y() == null) {
            return null;
        }
        double bar = point.y() + point.error();
        return chart.vertical().range() == Chart.Range.BANDS && point.upper() != null
                ? Math.max(bar, point.upper())
                : bar;
    }

    /**
     * The chart as SVG.
     *
     * @param chart what to show
     * @return the bytes of the file
     * @throws IllegalArgumentException if there is no point with a value
     */
    public static byte[] svg(Chart chart) {
        return draw(chart, new SvgCanvas(WIDTH, HEIGHT, chart.title()));
    }

    /**
     * The chart as PNG.
     *
     * @param chart what to show
     * @return the bytes of the file
     * @throws IllegalArgumentException if there is no point with a value
     */
    public static byte[] png(Chart chart) {
        return draw(chart, new PngCanvas(WIDTH, HEIGHT));
    }

    private static byte[] draw(Chart chart, Canvas canvas) {
        if (chart.series().stream().flatMap(series -> series.points().stream()).allMatch(point -> point.y() == null)) {
            throw new IllegalArgumentException("there is nothing to draw: no system is stable at any of these loads");
        }
        new ChartDrawing(chart, canvas).draw();
        return canvas.toBytes();
    }

    private void draw() {
        titles();
        grid();
        canvas.clip(LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
        for (int i = 0; i < chart.series().size(); i++) {
            band(chart.series().get(i), colour(i));
        }
        for (int i = 0; i < chart.series().size(); i++) {
            curve(chart.series().get(i), colour(i));
        }
        canvas.unclip();
        labels();
    }

    private void titles() {
        canvas.text(LEFT, 30, chart.title(), new Lettering(INK, 18, true, Anchor.START, false));
        canvas.text(LEFT, 52, chart.subtitle(), new Lettering(FAINT, 13, false, Anchor.START, false));
        Lettering axisTitle = new Lettering(INK, 14, false, Anchor.MIDDLE, false);
        canvas.text((across.start() + across.end()) / 2, HEIGHT - 16.0, chart.horizontal(), axisTitle);
        String scale = up instanceof LogarithmicAxis ? ", logarithmic" : "";
        canvas.text(
                22,
                (up.start() + up.end()) / 2,
                chart.vertical().title() + scale,
                new Lettering(INK, 14, false, Anchor.MIDDLE, true));
    }

    private void grid() {
        Stroke gridLine = new Stroke(GRID, 1, false);
        for (double tick : up.ticks()) {
            horizontal(up.at(tick), gridLine);
            canvas.text(
                    LEFT - 9.0,
                    up.at(tick) + 4.5,
                    Numbers.plain(tick),
                    new Lettering(FAINT, 13, false, Anchor.END, false));
        }
        for (double tick : across.ticks()) {
            vertical(across.at(tick), gridLine);
            canvas.text(
                    across.at(tick),
                    up.start() + 20,
                    Numbers.plain(tick),
                    new Lettering(FAINT, 13, false, Anchor.MIDDLE, false));
        }
        horizontal(up.start(), new Stroke(FAINT, 1, false));
    }

    private void horizontal(double y, Stroke stroke) {
        canvas.line(new double[] {across.start(), across.end()}, new double[] {y, y}, stroke);
    }

    private void vertical(double x, Stroke stroke) {
        canvas.line(new double[] {x, x}, new double[] {up.start(), up.end()}, stroke);
    }

    /** The area between the bounds where both exist, and the lower bound as a dashed line. */
    private void band(Chart.Series series, String colour) {
        List<Chart.Point> lower =
                series.points().stream().filter(point -> point.lower() != null).toList();
        List<Chart.Point> both =
                lower.stream().filter(point -> point.upper() != null).toList();
        if (both.size() > 1) {
            List<Chart.Point> back = new ArrayList<>(both);
            Collections.reverse(back);
            double[] x = Stream.concat(both.stream(), back.stream())
                    .mapToDouble(point -> across.at(point.x()))
                    .toArray();
            double[] y = DoubleStream.concat(
                            both.stream().mapToDouble(point -> up.at(Objects.requireNonNull(point.lower()))),
                            back.stream().mapToDouble(point -> up.at(Objects.requireNonNull(point.upper()))))
                    .toArray();
            canvas.area(x, y, colour, 0.08);
        }
        if (lower.size() > 1) {
            canvas.line(
                    lower.stream().mapToDouble(point -> across.at(point.x())).toArray(),
                    lower.stream()
                            .mapToDouble(point -> up.at(Objects.requireNonNull(point.lower())))
                            .toArray(),
                    new Stroke(colour, 1, true));
        }
    }

    /** A line where the certain part ends, and a shade up to where nothing is left. */
    private void limit(Chart.Series series, String colour) {
        Chart.Limit limit = series.limit();
        if (limit == null || limit.lower() >= across.to()) {
            return;
        }
        double from = across.at(limit.lower());
        vertical(from, new Stroke(colour, 1, true));
        if (limit.upper() != null && limit.upper() > limit.lower()) {
            double to = across.at(limit.upper());
            canvas.area(
                    new double[] {from, to, to, from},
                    new double[] {up.start(), up.start(), up.end(), up.end()},
                    colour,
                    0.15);
        }
        for (Chart.Point point : series.points()) {
            if (point.y() == null) {
                canvas.text(
                        across.at(point.x()),
                        up.end() + 14,
                        "×",
                        new Lettering(colour, 18, true, Anchor.MIDDLE, false));
            }
        }
    }

    private void curve(Chart.Series series, String colour) {
        List<Chart.Point> points =
                series.points().stream().filter(point -> point.y() != null).toList();
        limit(series, colour);
        double[] x = points.stream().mapToDouble(point -> across.at(point.x())).toArray();
        double[] y = points.stream()
                .mapToDouble(point -> up.at(Objects.requireNonNull(point.y())))
                .toArray();
        if (points.size() > 1) {
            canvas.line(x, y, new Stroke(colour, 2.2, false));
        }
        for (int i = 0; i < points.size() && points.size() <= MOST_DOTS; i++) {
            double value = Objects.requireNonNull(points.get(i).y());
            double error = points.get(i).error();
            canvas.line(
                    new double[] {x[i], x[i]},
                    new double[] {up.at(value + error), up.at(value - error)},
                    new Stroke(colour, 1.4, false));
            canvas.dot(x[i], y[i], 3, colour);
        }
    }

    /** Names in the right margin, each as near to the end of its line as the others allow. */
    private void labels() {
        List<Label> labels = new ArrayList<>();
        for (int i = 0; i < chart.series().size(); i++) {
            Chart.Series series = chart.series().get(i);
            int index = i;
            series.points().stream()
                    .filter(point -> point.y() != null)
                    .reduce((first, second) -> second)
                    .ifPresent(last -> labels.add(new Label(
                            series.name(),
                            colour(index),
                            across.at(last.x()),
                            up.at(Objects.requireNonNull(last.y())))));
        }
        labels.sort(Comparator.comparingDouble(Label::y));
        double[] places = spread(labels.stream().mapToDouble(Label::y).toArray());
        for (int i = 0; i < places.length; i++) {
            Label label = labels.get(i);
            canvas.line(
                    new double[] {label.x() + 4, across.end() + 6},
                    new double[] {label.y(), places[i]},
                    new Stroke(label.colour(), 0.8, false));
            canvas.text(
                    across.end() + 10,
                    places[i] + 5,
                    label.name(),
                    new Lettering(label.colour(), 14, true, Anchor.START, false));
        }
    }

    /** Places in the given order at least one label's height apart, moved as one where they would leave the plot. */
    private double[] spread(double[] wanted) {
        double[] places = wanted.clone();
        for (int i = 1; i < places.length; i++) {
            places[i] = Math.max(places[i], places[i - 1] + LABEL_DISTANCE);
        }
        double bottom = up.start();
        for (int i = places.length - 1; i >= 0; i--) {
            places[i] = Math.min(places[i], bottom);
            bottom = places[i] - LABEL_DISTANCE;
        }
        return places;
    }

    private static String colour(int series) {
        return COLOURS.get(series % COLOURS.size());
    }

    private static Stream<Double> values(Chart chart, Function<Chart.Point, @Nullable Double> coordinate) {
        return chart.series().stream()
                .flatMap(series -> series.points().stream())
                .flatMap(point -> Stream.ofNullable(coordinate.apply(point)));
    }

    private static double smallest(Stream<Double> values) {
        return values.mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    private static double largest(Stream<Double> values) {
        return values.mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    private record Label(String name, String colour, double x, double y) {}
}
