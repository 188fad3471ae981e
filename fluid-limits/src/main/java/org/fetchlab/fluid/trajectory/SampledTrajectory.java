package org.fetchlab.fluid.trajectory;

import java.util.List;

/**
 * A fluid trajectory at given times.
 *
 * @param points the solution at those times
 * @param truncationError a bound on what the truncation of the queue-length axis changes in any tail or in the mean queue:
 *     the jobs per server that it refused (see {@link org.fetchlab.fluid.process.QueueMeanField#lossRate})
 * @param switches the regime changes of a switching drift, in order
 */
public record SampledTrajectory(List<TailPoint> points, double truncationError, List<RegimeSwitch> switches) {
    /**
     * Copies the lists.
     *
     * @param points the solution
     * @param truncationError the bound
     * @param switches the regime changes
     */
    public SampledTrajectory {
        points = List.copyOf(points);
        switches = List.copyOf(switches);
    }
}
