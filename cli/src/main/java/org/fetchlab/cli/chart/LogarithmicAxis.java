package org.fetchlab.cli.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * An axis on which equal ratios have equal lengths.
 *
 * @param from the value at the start, positive
 * @param to the value at the end, at least ten times {@code from}
 * @param start the pixel of the start
 * @param end the pixel of the end
 */
record LogarithmicAxis(double from, double to, double start, double end) implements Axis {
    /** Up to so many powers of ten, 2 and 5 times each are marked as well. */
    private static final double FEW_DECADES = 3;
    /** Beyond {@link #FEW_DECADES}, at most about so many powers of ten are marked. */
    private static final int MOST_DECADES = 8;

    /** The pixel of a value; values below the start, even those that have no logarithm, are at the start. */
    @Override
    public double at(double value) {
        return start + Math.log(Math.max(value, from) / from) / Math.log(to / from) * (end - start);
    }

    /** Powers of ten; with 2 and 5 times each on a short axis, and only every so many of them on a long one. */
    @Override
    public List<Double> ticks() {
        double decades = Math.log10(to / from);
        int stride = (int) Math.ceil(decades / MOST_DECADES);
        List<Double> ticks = new ArrayList<>();
        int first = Math.floorDiv((int) Math.floor(Math.log10(from)), stride) * stride;
        for (int power = first; power <= Math.log10(to); power += stride) {
            for (int factor : decades <= FEW_DECADES ? new int[] {1, 2, 5} : new int[] {1}) {
                double tick = Double.parseDouble(factor + "e" + power);
                if (tick >= from && tick <= to) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }
}
