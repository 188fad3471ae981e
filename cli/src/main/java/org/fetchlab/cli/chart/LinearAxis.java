package org.fetchlab.cli.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * An axis on which equal differences have equal lengths.
 *
 * @param from the value at the start
 * @param to the value at the end, above {@code from}
 * @param start the pixel of the start
 * @param end the pixel of the end
 */
record LinearAxis(double from, double to, double start, double end) implements Axis {
    private static final int TICKS = 6;

    @Override
    public double at(double value) {
        return start + (value - from) / (to - from) * (end - start);
    }

    /** Multiples of 1, 2 or 5 times a power of ten, at most about six of them. */
    @Override
    public List<Double> ticks() {
        double step = step();
        List<Double> ticks = new ArrayList<>();
        for (long i = (long) Math.ceil(from / step - 1e-9); i * step <= to * (1 + 1e-12); i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    private double step() {
        double rough = (to - from) / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        for (int factor : new int[] {1, 2, 5}) {
            if (factor * power >= rough) {
                return factor * power;
            }
        }
        return 10 * power;
    }
}
