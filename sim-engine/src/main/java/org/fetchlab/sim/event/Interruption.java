package org.fetchlab.sim.event;

import java.util.OptionalDouble;
import org.fetchlab.model.service.ServiceTime;

/**
 * How servers alternate between full speed and a slow period, independently of each other and of their work. With speed 0 a
 * slow period is a failure and its end the repair: the copies of the server wait, and reads complete by the others.
 * Work in progress is resumed, not lost. Servers start at full speed.
 *
 * @param up the law of the time at full speed
 * @param down the law of the time of a slow period
 * @param speed the factor on the server's speed in a slow period, in [0, 1)
 */
public record Interruption(ServiceTime up, ServiceTime down, double speed) {
    /** Changes of speed per request that are simulated at most, over all servers, on average. */
    private static final int MOST_CHANGES = 1000;

    /**
     * Checks the speed.
     *
     * @param up the law of the time at full speed
     * @param down the law of the time of a slow period
     * @param speed the factor in a slow period
     * @throws IllegalArgumentException unless the factor lies in [0, 1)
     */
    public Interruption {
        if (!(speed >= 0 && speed < 1)) {
            throw new IllegalArgumentException("speed in a slow period " + speed + " must lie in [0, 1)");
        }
    }

    /**
     * The mean time from one slow period to the next.
     *
     * @return E[up] + E[down]; positive infinity where a mean is infinite
     */
    public double meanCycle() {
        return mean(up) + mean(down);
    }

    /**
     * The long-run average of the factor on a server's speed.
     *
     * @return (E[up] + speed E[down]) / (E[up] + E[down]); empty where a mean is infinite
     */
    public OptionalDouble meanSpeed() {
        double cycle = meanCycle();
        return cycle < Double.POSITIVE_INFINITY
                ? OptionalDouble.of((mean(up) + speed * mean(down)) / cycle)
                : OptionalDouble.empty();
    }

    /**
     * Checks that servers do not change their speed so often that hardly anything else is simulated.
     *
     * @param servers how many servers are interrupted
     * @param arrivalRate requests per unit time, positive and finite
     * @throws IllegalArgumentException if a request sees more than 1000 changes on average, over all servers
     */
    void checkFrequency(int servers, double arrivalRate) {
        double shortestCycle = 2.0 * servers / MOST_CHANGES / arrivalRate;
        if (!(meanCycle() >= shortestCycle)) {
            throw new IllegalArgumentException("with up time " + up.spec() + " and down time " + down.spec() + " the "
                    + servers + " servers change their speed more than " + MOST_CHANGES
                    + " times per request at arrival rate " + arrivalRate
                    + ": give times whose means add up to at least "
                    + shortestCycle + ", a higher arrival rate, or a constant speed that is the average");
        }
    }

    private static double mean(ServiceTime law) {
        return law.moment(1).value().orElse(Double.POSITIVE_INFINITY);
    }
}
