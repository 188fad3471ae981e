package org.fetchlab.model.service;

import java.util.Arrays;

/** A cumulative hazard H that is 0 up to some time and from there on linear between points, and beyond the last. */
final class Hazard {
    /** Below it the first terms of the series in the climb are exact, above it 11 digits of the closed forms are left. */
    private static final double SHORT = 0.01;

    /** Beyond it nothing is cut off. */
    private static final double LONG = 700;

    /** Where the segments start: t_0, t_1, … */
    private final double[] starts;

    /** H at the starts: y_0 = 0, y_1, … */
    private final double[] heights;

    /** The inverse slopes (t_(i+1) - t_i) / (y_(i+1) - y_i): mean residual times. The last segment has no end. */
    private final double[] means;

    private Hazard(double[] starts, double[] heights, double[] means) {
        this.starts = starts;
        this.heights = heights;
        this.means = means;
    }

    /** The hazard through percents in [0, 100) that increase, and times that do not decrease, the last two different. */
    static Hazard through(double[] percents, double[] times) {
        int extra = percents[0] == 0 ? 0 : 1;
        int points = percents.length + extra;
        double[] t = new double[points];
        double[] y = new double[points];
        for (int i = extra; i < points; i++) {
            t[i] = times[i - extra];
            y[i] = -Math.log((100 - percents[i - extra]) / 100);
        }
        double[] means = new double[points - 1];
        for (int i = 0; i < means.length; i++) {
            means[i] = (t[i + 1] - t[i]) / (y[i + 1] - y[i]);
        }
        return new Hazard(Arrays.copyOf(t, points - 1), Arrays.copyOf(y, points - 1), means);
    }

    /** H(s). */
    double at(double time) {
        if (time < starts[0]) {
            return 0;
        }
        int i = segment(starts, time);
        return heights[i] + (time - starts[i]) / means[i];
    }

    /** The s with H(s) = y, for y in [0, ∞]. */
    double inverse(double height) {
        int i = segment(heights, height);
        return starts[i] + (height - heights[i]) * means[i];
    }

    /**
     * E[S^m] = t_0^m + Σ_i m τ_i J_(m-1,i), where J_(m,i) is the integral of s^m dF over segment i. On a segment the
     * density is the survival function divided by τ_i (a segment of length 0 adds nothing), so that integration by parts gives
     * J_(m,i) = q_i t_i^m - q_(i+1) t_(i+1)^m + m τ_i J_(m-1,i), with J_(0,i) = q_i - q_(i+1).
     */
    double moment(int order) {
        double sum = Math.pow(starts[0], order);
        for (int i = 0; i < means.length; i++) {
            sum += order * means[i] * integral(i, order - 1);
        }
        return sum;
    }

    /**
     * The variance about the mean: with the share of a segment, the mean and the variance within it, that within the
     * segments and that between them. All terms are positive.
     */
    double variance() {
        double mean = 0;
        for (int i = 0; i < means.length; i++) {
            mean += share(i) * meanWithin(i);
        }
        double variance = 0;
        for (int i = 0; i < means.length; i++) {
            variance += share(i) * (varianceWithin(i) + Math.pow(meanWithin(i) - mean, 2));
        }
        return variance;
    }

    /** The height that a segment climbs, infinite for the last. */
    private double climb(int segment) {
        return segment == means.length - 1 ? Double.POSITIVE_INFINITY : heights[segment + 1] - heights[segment];
    }

    private double share(int segment) {
        return Math.exp(-heights[segment]) * -Math.expm1(-climb(segment));
    }

    /** Of an exponential time cut off where the hazard has climbed by x: t_i + τ_i (1 - x / (e^x - 1)). */
    private double meanWithin(int segment) {
        double x = climb(segment);
        double relative = x < SHORT ? x / 2 - x * x / 12 + Math.pow(x, 4) / 720 : x > LONG ? 1 : 1 - x / Math.expm1(x);
        return starts[segment] + means[segment] * relative;
    }

    /** Of the same time: τ_i² (1 - (h / sinh h)²) with h = x/2. */
    private double varianceWithin(int segment) {
        double h = climb(segment) / 2;
        double relative = h < SHORT
                ? h * h / 3 - Math.pow(h, 4) / 15 + 2 * Math.pow(h, 6) / 189
                : h > LONG ? 1 : 1 - Math.pow(h / Math.sinh(h), 2);
        return means[segment] * means[segment] * relative;
    }

    private double integral(int segment, int power) {
        boolean isLast = segment == means.length - 1;
        double startSurvival = Math.exp(-heights[segment]);
        double endSurvival = isLast ? 0 : Math.exp(-heights[segment + 1]);
        double start = starts[segment];
        double end = isLast ? 0 : starts[segment + 1];
        double integral = startSurvival - endSurvival;
        for (int m = 1; m <= power; m++) {
            integral =
                    startSurvival * Math.pow(start, m) - endSurvival * Math.pow(end, m) + m * means[segment] * integral;
        }
        return integral;
    }

    private static int segment(double[] lowerEnds, double value) {
        int i = 0;
        while (i + 1 < lowerEnds.length && lowerEnds[i + 1] <= value) {
            i++;
        }
        return i;
    }
}
