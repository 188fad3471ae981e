package org.fetchlab.sim.experiment;

import org.fetchlab.model.service.ServiceTime;

/** The order of magnitude of a service time. */
public final class TypicalTime {
    /** Times below it cannot be told from 0. */
    private static final double LEAST = 0x1p-900;

    private TypicalTime() {}

    /**
     * The first positive one of the quantiles at 1/2, 3/4, 7/8, …: the median, unless most services take no time.
     *
     * @param service any law
     * @return a positive finite time; 1 if every quantile is 0
     */
    public static double of(ServiceTime service) {
        for (double probability = 0.5; probability < 1; probability = (1 + probability) / 2) {
            double time = service.quantile(probability);
            if (time >= LEAST) {
                return time;
            }
        }
        return 1;
    }
}
