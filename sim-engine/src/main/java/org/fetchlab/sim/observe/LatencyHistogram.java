package org.fetchlab.sim.observe;

import org.HdrHistogram.Histogram;

/**
 * Distribution of times with a known relative error, in memory that grows only with the logarithm of their range.
 *
 * <p>Times are counted in buckets of relative width at most 2<sup>-10</sup> (HdrHistogram with three digits), so a quantile
 * is off by at most {@link #RELATIVE_ERROR}, provided that it exceeds {@link #resolution()}. Counts are integers: merging is
 * exact and does not depend on the order. The unit of the counts is a power of two some 2<sup>-30</sup> of a typical time,
 * so that the error holds from 2<sup>-19</sup> to 2<sup>32</sup> typical times; longer times count as the longest. Not
 * thread-safe.
 */
public final class LatencyHistogram {
    /** The largest relative error of a quantile above {@link #resolution()}. */
    public static final double RELATIVE_ERROR = 1.0 / 2048;

    private static final int DIGITS = 3;
    private static final int UNIT_BITS = 30;
    private static final int EXPECTED_RANGE_BITS = UNIT_BITS + 10;
    private static final long LONGEST = 1L << 62;

    private final double unitsPerTime;
    private final Histogram histogram;

    /**
     * An empty histogram.
     *
     * @param typicalTime the order of magnitude of the times, for example a median service time; positive and finite
     * @throws IllegalArgumentException if the typical time is not positive and finite, or too extreme to scale by
     */
    public LatencyHistogram(double typicalTime) {
        if (!(typicalTime >= 0x1p-900 && typicalTime <= 0x1p900)) {
            throw new IllegalArgumentException("typical time " + typicalTime + " must lie in [2^-900, 2^900]");
        }
        unitsPerTime = Math.scalb(1.0, UNIT_BITS - Math.getExponent(typicalTime));
        histogram = new Histogram(1L << EXPECTED_RANGE_BITS, DIGITS);
        histogram.setAutoResize(true);
    }

    private LatencyHistogram(double unitsPerTime, Histogram histogram) {
        this.unitsPerTime = unitsPerTime;
        this.histogram = histogram;
    }

    /**
     * An empty histogram with the same unit.
     *
     * @return a histogram that this one can be merged into
     */
    public LatencyHistogram emptyCopy() {
        Histogram empty = new Histogram(histogram);
        empty.setAutoResize(true);
        return new LatencyHistogram(unitsPerTime, empty);
    }

    private static long longest(double time) {
        if (!(time >= 0)) {
            throw new IllegalArgumentException("time " + time + " must be at least 0");
        }
        return LONGEST;
    }

    /**
     * Counts one time.
     *
     * @param time at least 0; infinity and what is beyond the range count as the longest time there is
     * @throws IllegalArgumentException if the time is negative or NaN
     */
    public void record(double time) {
        double units = time * unitsPerTime;
        histogram.recordValue(units >= 0 && units < LONGEST ? (long) units : longest(time));
    }

    /**
     * Adds the counts of another histogram.
     *
     * @param other a histogram of the same typical time
     * @throws IllegalArgumentException if the units differ
     */
    public void merge(LatencyHistogram other) {
        if (other.unitsPerTime != unitsPerTime) {
            throw new IllegalArgumentException("histograms of different units cannot be merged");
        }
        histogram.add(other.histogram);
    }

    /** Forgets every time. */
    public void reset() {
        histogram.reset();
    }

    /**
     * How many times were counted.
     *
     * @return at least 0
     */
    public long count() {
        return histogram.getTotalCount();
    }

    /**
     * The least time above which the relative error holds; below it the absolute error is {@code RELATIVE_ERROR} of it.
     *
     * @return a positive time
     */
    public double resolution() {
        return Math.scalb(1.0, 11) / unitsPerTime;
    }

    /**
     * The quantile function of the counted times.
     *
     * @param probability p, in [0, 1]
     * @return the middle of the bucket that holds the least time with at least the fraction p at or below it; 0 for the first
     *     bucket, since times of 0 are far more common than others so short
     * @throws IllegalArgumentException if p is outside [0, 1]
     * @throws IllegalStateException if nothing was counted
     */
    public double quantile(double probability) {
        long value = bucketOf(probability);
        return value == 0
                ? 0
                : (histogram.lowestEquivalentValue(value) / 2.0 + histogram.nextNonEquivalentValue(value) / 2.0)
                        / unitsPerTime;
    }

    /**
     * The lower edge of the bucket of a quantile.
     *
     * @param probability p, in [0, 1]
     * @return a time at most {@link #quantile}
     */
    double quantileFloor(double probability) {
        return histogram.lowestEquivalentValue(bucketOf(probability)) / unitsPerTime;
    }

    /**
     * The upper edge of the bucket of a quantile.
     *
     * @param probability p, in [0, 1]
     * @return a time at least {@link #quantile}
     */
    double quantileCeiling(double probability) {
        return histogram.nextNonEquivalentValue(bucketOf(probability)) / unitsPerTime;
    }

    private long bucketOf(double probability) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("probability " + probability + " must lie in [0, 1]");
        }
        if (count() == 0) {
            throw new IllegalStateException("an empty histogram has no quantile");
        }
        return histogram.getValueAtPercentile(100 * probability);
    }

    /**
     * The empirical distribution function, at the resolution of the buckets.
     *
     * @param time at least 0
     * @return the fraction of counted times in the bucket of {@code time} or below it, in [0, 1]
     * @throws IllegalStateException if nothing was counted
     */
    public double fractionAtMost(double time) {
        if (count() == 0) {
            throw new IllegalStateException("an empty histogram has no distribution function");
        }
        long value = Math.min((long) (time * unitsPerTime), histogram.getHighestTrackableValue());
        return (double) histogram.getCountBetweenValues(0, value) / count();
    }
}
