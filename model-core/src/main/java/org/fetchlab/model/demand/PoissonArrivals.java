package org.fetchlab.model.demand;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Requests that arrive as a Poisson process: the times between them are independent and exponential.
 *
 * @param rate the arrival rate &lambda;, requests per unit of time, positive and finite
 */
public record PoissonArrivals(double rate) {
    /**
     * Checks the rate.
     *
     * @param rate &lambda;
     * @throws IllegalArgumentException if the rate, or the mean time 1/&lambda; between arrivals, is not positive and finite
     */
    public PoissonArrivals {
        if (!(rate > 0 && rate < Double.POSITIVE_INFINITY && 1 / rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "arrival rate " + rate
                            + " must be positive and finite, and so must the mean time 1/rate between arrivals: at least 5.6e-309");
        }
    }

    /**
     * A source of independent times between arrivals.
     *
     * @param random the generator the sampler draws from; it is used, not copied
     * @return a sampler of Exp(&lambda;)
     */
    public ContinuousSampler interarrivalSampler(UniformRandomProvider random) {
        return ZigguratSampler.Exponential.of(random, 1 / rate);
    }

    /**
     * The arrivals of a part of the requests, picked independently: again a Poisson process.
     *
     * @param fraction the probability that a request is kept, in (0, 1]
     * @return the thinned process, of rate {@code fraction * rate}
     * @throws IllegalArgumentException if the fraction is not in (0, 1]
     */
    public PoissonArrivals thinnedBy(double fraction) {
        if (!(fraction > 0 && fraction <= 1)) {
            throw new IllegalArgumentException("fraction " + fraction + " must lie in (0, 1]");
        }
        return new PoissonArrivals(fraction * rate);
    }
}
