package org.fetchlab.cli.crosscheck;

import java.util.Arrays;
import java.util.List;
import org.fetchlab.fluid.FluidAnalysis;
import org.fetchlab.fluid.fluctuation.Moments;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.result.QueueTails;

/** Means, covariances and 1/n terms that simulations are compared with. */
final class FluidMoments {
    private FluidMoments() {}

    /** The moments at some times, from so many jobs at every server. */
    static List<Moments> fromEqualQueues(RoutingPolicy policy, double load, int jobs, double... times) {
        double[] start = new double[jobs + 1];
        Arrays.fill(start, 1);
        return FluidAnalysis.of(policy, load)
                .startingAt(QueueTails.of(start))
                .fluctuations(times)
                .value()
                .orElseThrow()
                .stream()
                .map(point -> point.moments().value().orElseThrow())
                .toList();
    }
}
