package org.fetchlab.sim.routing;

import org.apache.commons.rng.UniformRandomProvider;

/** Uniform integers below n from one 64-bit random number and one multiplication, without a division or a branch. */
public final class RandomIndex {
    private RandomIndex() {}

    /**
     * A uniform integer.
     *
     * @param random the generator
     * @param doubledRange 2n for integers in [0, n)
     * @return an integer whose probabilities differ from 1/n by less than 2<sup>-62</sup>
     */
    public static int next(UniformRandomProvider random, long doubledRange) {
        return whole(random.nextLong() >>> 1, doubledRange);
    }

    /**
     * The integer part of {@code bits · n / 2^63}: uniform in [0, n) if the bits are random.
     *
     * @param bits a number in [0, 2^63)
     * @param doubledRange 2n
     * @return the integer part
     */
    public static int whole(long bits, long doubledRange) {
        return (int) Math.multiplyHigh(bits, doubledRange);
    }

    /**
     * The fractional part of {@code bits · n / 2^63}, in units of 2<sup>-63</sup>: independent of the integer part up to
     * n / 2<sup>63</sup>.
     *
     * @param bits a number in [0, 2^63)
     * @param doubledRange 2n
     * @return a number in [0, 2^63)
     */
    public static long fraction(long bits, long doubledRange) {
        return (bits * doubledRange) >>> 1;
    }
}
