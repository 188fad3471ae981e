package org.fetchlab.forkjoin.mg1;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.forkjoin.numeric.Require;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.RecoveryProfile;
import org.fetchlab.model.random.RandomStreams;

/**
 * Service types of fork-join with fixed arrivals on an (r, t)-availability code with exponential service of rate &mu;.
 *
 * <p>A request reaches the head of the line when it arrives or, later, when its predecessor completes. Copies of it may
 * have finished by then. Its type counts the groups by the number d of such <em>early departures</em>: with
 * &nu;_d groups of d early departures,
 *
 * <pre>{@code P{S_ν > s} = e^(-μs) Π_d (1 - (1 - e^(-μs))^(r-d))^(ν_d)}</pre>
 *
 * <p>By lack of memory this is the low-traffic download time of what is left of the code: the systematic server, and
 * groups of r-d servers. Aktaş et al. (2021), §IV.
 */
public final class ServiceTypes {
    private final int groupSize;
    private final int groups;
    private final double systematicRate;
    private final double recoveryRate;

    private ServiceTypes(int groupSize, int groups, double systematicRate, double recoveryRate) {
        this.groupSize = groupSize;
        this.groups = groups;
        this.systematicRate = systematicRate;
        this.recoveryRate = recoveryRate;
    }

    /**
     * The service types of a code.
     *
     * @param groupSize r, the locality, at least 1
     * @param groups t, the number of recovery groups, at least 1
     * @param rate &mu;, in [1e-100, 1e100]
     * @return the types
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public static ServiceTypes of(int groupSize, int groups, double rate) {
        return of(groupSize, groups, rate, rate);
    }

    /**
     * The service types of a code whose systematic server has a rate of its own: in P{S_&nu; &gt; s} the first factor is then
     * {@code e^(-γs)}.
     *
     * @param groupSize r, the locality, at least 1
     * @param groups t, the number of recovery groups, at least 1
     * @param systematicRate &gamma;, in [1e-100, 1e100]
     * @param recoveryRate &mu;, in [1e-100, 1e100]
     * @return the types
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public static ServiceTypes of(int groupSize, int groups, double systematicRate, double recoveryRate) {
        if (groupSize < 1 || groups < 1) {
            throw new IllegalArgumentException(
                    "availability(" + groupSize + "," + groups + "): r and t must be at least 1");
        }
        return new ServiceTypes(
                groupSize,
                groups,
                Require.serviceRate("service rate gamma", systematicRate),
                Require.serviceRate("service rate mu", recoveryRate));
    }

    /**
     * The number of recovery groups.
     *
     * @return t
     */
    public int groups() {
        return groups;
    }

    /**
     * The service time of one type.
     *
     * @param groupsByEarlyDepartures &nu;_0, …, &nu;_(r-1), at least 0, with sum t
     * @return the law of S_&nu;
     * @throws IllegalArgumentException if there are not r counts with sum t
     */
    public LowTrafficTime type(int... groupsByEarlyDepartures) {
        if (groupsByEarlyDepartures.length != groupSize
                || Arrays.stream(groupsByEarlyDepartures).anyMatch(count -> count < 0)
                || Arrays.stream(groupsByEarlyDepartures).sum() != groups) {
            throw new IllegalArgumentException("service type " + Arrays.toString(groupsByEarlyDepartures) + " must be "
                    + groupSize + " counts of groups with sum " + groups);
        }
        RecoveryProfile left = RecoveryProfile.of(groupsLeft(groupsByEarlyDepartures), new RandomStreams(0));
        return LowTrafficTime.besideSystematic(left, systematicRate, recoveryRate);
    }

    /** The servers of each group that have not finished early. */
    private Recovery groupsLeft(int... groupsByEarlyDepartures) {
        int[][] left = new int[groups][];
        int group = 0;
        int next = 0;
        for (int early = 0; early < groupSize; early++) {
            for (int g = 0; g < groupsByEarlyDepartures[early]; g++) {
                left[group++] = IntStream.range(next, next + groupSize - early).toArray();
                next += groupSize - early;
            }
        }
        return GroupRecovery.of(next, left);
    }

    /**
     * The type with one early departure in some groups and none in the others.
     *
     * @param early i, the number of groups with an early departure, in [0, t]; 0 only when r = 1
     * @return the law of S_i; for locality r = 2 these are all types
     * @throws IllegalArgumentException if i is out of range
     */
    public LowTrafficTime typeWithEarlyGroups(int early) {
        if (early < 0 || early > groups || (groupSize == 1 && early > 0)) {
            throw new IllegalArgumentException("groups with an early departure " + early + " must lie in [0, "
                    + (groupSize == 1 ? 0 : groups) + "]");
        }
        int[] counts = new int[groupSize];
        counts[0] = groups - early;
        if (early > 0) {
            counts[1] = early;
        }
        return type(counts);
    }
}
