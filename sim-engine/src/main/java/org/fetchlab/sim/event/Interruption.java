package org.fetchlab.sim.event;

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
}
