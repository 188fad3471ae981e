package org.fetchlab.fluid.trajectory;

import org.fetchlab.fluid.process.LevelTruncation;
import org.fetchlab.model.result.QueueTails;

/**
 * The fluid limit at one time.
 *
 * @param time t, at least 0
 * @param tails s_0 = 1, s_1, …
 */
public record TailPoint(double time, QueueTails tails) {
    private static final double LARGEST_VIOLATION = 1e-7;

    /**
     * A point from a computed state: the tails must be monotone up to the error of the integration, which is then removed.
     */
    static TailPoint of(double time, LevelTruncation field, double[] state) {
        double[] tails = field.tails(state);
        double worst = 0;
        for (int j = 1; j < tails.length; j++) {
            double monotone = Math.min(Math.max(tails[j], 0), tails[j - 1]);
            worst = Math.max(worst, Math.abs(monotone - tails[j]));
            tails[j] = monotone;
        }
        if (!(worst <= LARGEST_VIOLATION)) {
            throw new IllegalStateException("the solution left the space of queue-length distributions at time " + time
                    + " by " + worst + ": ask for a smaller tolerance");
        }
        return new TailPoint(time, QueueTails.of(tails));
    }
}
