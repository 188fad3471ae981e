package org.fetchlab.cli.chart;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a line chart shows.
 *
 * @param title one line
 * @param subtitle one line that says what lines, bars and bands are
 * @param horizontal the title of the horizontal axis, with the unit
 * @param vertical the vertical axis
 * @param series the lines, at least one with a point
 */
public record Chart(String title, String subtitle, String horizontal, Vertical vertical, List<Series> series) {
    /**
     * Copies the list.
     *
     * @param title one line
     * @param subtitle one line that says what lines
     * @param horizontal the title of the horizontal axis
     * @param vertical the vertical axis
     * @param series the lines
     */
    public Chart {
        series = List.copyOf(series);
    }

    /**
     * The vertical axis.
     *
     * @param title its title, with the unit
     * @param range what it has to show
     */
    public record Vertical(String title, Range range) {}

    /** What a vertical axis has to show. */
    public enum Range {
        /** Zero, all points and their error bars, and all bands. */
        BANDS,
        /**
         * All points and their error bars, which are positive. Bands may leave the picture. The axis starts at zero, or is
         * logarithmic where the smallest points would not be told apart from zero.
         */
        POSITIVE_POINTS
    }

    /**
     * One line with its band.
     *
     * @param name written beside the end of the line
     * @param points from left to right
     * @param limit the range in which the line has to end, such as the bracket of a capacity; null when there is none
     */
    public record Series(
            String name, List<Point> points, @Nullable Limit limit) {
        /**
         * Copies the list.
         *
         * @param name written beside the end of the line
         * @param points from left to right
         * @param limit where the line has to end
         */
        public Series {
            points = List.copyOf(points);
        }
    }

    /**
     * Where a line has to end.
     *
     * @param lower the line exists below it
     * @param upper the line does not exist from it on; null when that is not known
     */
    public record Limit(double lower, @Nullable Double upper) {}

    /**
     * One point of a line.
     *
     * @param x the place on the horizontal axis
     * @param y the value; null where there is none, which is marked at the upper edge when the line has a limit
     * @param error half the length of the error bar, at least 0
     * @param lower the lower edge of the band; null when there is none
     * @param upper the upper edge of the band; null when there is none
     */
    public record Point(
            double x,
            @Nullable Double y,
            double error,
            @Nullable Double lower,
            @Nullable Double upper) {}
}
