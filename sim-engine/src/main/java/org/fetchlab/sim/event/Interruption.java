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

    private static double mean(ServiceTime law) {
        return law.moment(1).value().orElse(Double.POSITIVE_INFINITY);
    }
}
