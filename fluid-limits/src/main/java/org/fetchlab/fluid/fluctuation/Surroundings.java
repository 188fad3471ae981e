package org.fetchlab.fluid.fluctuation;

import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.fetchlab.fluid.process.OffSurface;
import org.fetchlab.fluid.process.Room;

/**
 * What lies around the mean under a switching drift, and limits how few servers the Gaussian limit and the 1/n term hold for.
 *
 * @param rooms the rooms before the ends of the regime in which the mean lies
 * @param offSurface the servers just off the surface of that regime
 * @param sinceCrossing the time since the mean entered the regime, divided by √n times the standard deviation of the instant at which n
 *     servers do; infinite if it has been there from the start
 */
record Surroundings(List<Room> rooms, OffSurface offSurface, double sinceCrossing) {
    /** Nothing, under a smooth drift. */
    static final Surroundings NONE = new Surroundings(List.of(), OffSurface.NOBODY, Double.POSITIVE_INFINITY);

    /** The Gaussian probability that n servers are in another regime: beyond an end of this one, or not yet in it. */
    double probabilityOfOtherRegime(double[] mean, double[][] covariance, int servers) {
        double scale = Math.sqrt(servers);
        double notYet = NormalDistribution.of(0, 1).survivalProbability(sinceCrossing * scale);
        return rooms.stream()
                .mapToDouble(room -> room.probabilityBeyond(mean, covariance, scale))
                .reduce(notYet, Math::max);
    }

    /** Whether a number of servers is too small for terms beyond 1/n to be a small share. */
    boolean areRough(double[] mean, double[][] covariance, int servers) {
        double most = RefinedValue.LARGE_SHARE * servers;
        return offSurface.selfInfluence() > most
                || sinceCrossing * sinceCrossing * most < 1
                || rooms.stream().anyMatch(room -> room.relativeVariance(mean, covariance) > most);
    }
}
