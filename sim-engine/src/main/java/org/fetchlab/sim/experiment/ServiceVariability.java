package org.fetchlab.sim.experiment;

import org.fetchlab.model.service.ServiceTime;

/** How much slower a queue relaxes than one with exponential service of the same mean. */
public final class ServiceVariability {
    private ServiceVariability() {}

    /**
     * The greater of two factors, both 1 for exponential service. Near the capacity an M/G/1 queue relaxes in the time
     * λ E[S²] / (1 - ρ)² of its Brownian limit (Abate and Whitt, Adv. Appl. Prob. 19, 1987), which is longer by
     * {@code E[S²] / (2 E[S]²)}. Far from the capacity it relaxes in the time that a service in progress still takes as the
     * waiting requests see it, the mean excess of the excess of S, which is longer by {@code E[S³] / (3 E[S] E[S²])}.
     *
     * @param law any law
     * @return the factor, at least 1, so that regular service does not pass for faster; moments that do not exist are left
     *     out, since such laws have no relaxation time
     */
    public static double of(ServiceTime law) {
        double mean = law.moment(1).value().orElse(Double.POSITIVE_INFINITY);
        double square = law.moment(2).value().orElse(0.0);
        double cube = law.moment(3).value().orElse(0.0);
        double nearCapacity = square / mean / (2 * mean);
        double farFromIt = cube / mean / (3 * square);
        return Math.max(1, Math.max(nearCapacity, farFromIt >= 0 ? farFromIt : 1));
    }
}
