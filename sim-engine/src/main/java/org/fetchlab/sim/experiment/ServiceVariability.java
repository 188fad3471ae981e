package org.fetchlab.sim.experiment;

import org.fetchlab.model.service.ServiceTime;
import org.jspecify.annotations.Nullable;

/** What long services that others wait for do to a simulation, against exponential service of the same mean. */
public final class ServiceVariability {
    /** Nobody waits for a long service. */
    public static final ServiceVariability NONE = new ServiceVariability(1, null);

    private static final double STEP = 0.5;
    private static final double LAST_EXPONENT = 700;
    private static final double NEGLIGIBLE = 1e-6;

    private final double factor;
    private final @Nullable ServiceTime law;

    private ServiceVariability(double factor, @Nullable ServiceTime law) {
        this.factor = factor;
        this.law = law;
    }

    /**
     * Others wait for services of a law.
     *
     * @param law any law
     * @return its effects
     */
    public static ServiceVariability of(ServiceTime law) {
        return new ServiceVariability(factor(law), law);
    }

    /**
     * Services of a law share their server, so that a long one delays others in proportion to their own lengths only.
     *
     * @param law any law
     * @return its effects
     */
    public static ServiceVariability ofShared(ServiceTime law) {
        return new ServiceVariability(factor(law), null);
    }

    private static double factor(ServiceTime law) {
        double mean = law.moment(1).value().orElse(Double.POSITIVE_INFINITY);
        double square = law.moment(2).value().orElse(0.0);
        double cube = law.moment(3).value().orElse(0.0);
        double nearCapacity = square / mean / (2 * mean);
        double farFromIt = cube / mean / (3 * square);
        return Math.max(1, Math.max(nearCapacity, farFromIt >= 0 ? farFromIt : 1));
    }

    /**
     * How much slower a queue relaxes. The greater of two factors, both 1 for exponential service. Near the capacity an M/G/1
     * queue relaxes in the time λ E[S²] / (1 - ρ)² of its Brownian limit (Abate and Whitt, Adv. Appl. Prob. 19, 1987), which
     * is longer by {@code E[S²] / (2 E[S]²)}. Far from the capacity it relaxes in the time that a service in progress still
     * takes as the waiting requests see it, the mean excess of the excess of S, which is longer by
     * {@code E[S³] / (3 E[S] E[S²])}.
     *
     * @return the factor, at least 1, so that regular service does not pass for faster; moments that do not exist are left
     *     out, since such laws have no relaxation time
     */
    public double factor() {
        return factor;
    }

    /**
     * How skewed the waiting is that a service causes. One of length s adds s² to the waiting of others, so that this is
     * {@code E[S⁶] / E[S⁴]^(3/2)}: 6 for exponential service. When it is large, most of the variance of a mean lies in services
     * too rare to be drawn, and no interval knows of them. Moments are integrals over the hazard, by the trapezoidal rule.
     *
     * @return the ratio, to a few per cent; positive infinity if the sixth moment is infinite or no number, 0 if nobody waits
     */
    public double skewness() {
        if (law == null) {
            return 0;
        }
        double scale = law.quantile(0.5) > 0 ? law.quantile(0.5) : law.inverseSurvival(NEGLIGIBLE);
        double fourth = 0;
        double sixth = 0;
        double term = 1;
        for (double y = STEP; y < LAST_EXPONENT && (y < LAST_EXPONENT / 10 || term > NEGLIGIBLE * sixth); y += STEP) {
            double survival = Math.exp(-y);
            double square = Math.pow(law.inverseSurvival(survival) / scale, 2);
            term = square * square * square * survival;
            fourth += STEP * square * square * survival;
            sixth += STEP * term;
        }
        return term > NEGLIGIBLE * sixth ? Double.POSITIVE_INFINITY : sixth / Math.pow(fourth, 1.5);
    }
}
