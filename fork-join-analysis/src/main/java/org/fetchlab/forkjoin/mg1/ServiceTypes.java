package org.fetchlab.forkjoin.mg1;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.RecoveryProfile;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;

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
    private final ServiceTime service;

    private ServiceTypes(int groupSize, int groups, ServiceTime service) {
        this.groupSize = groupSize;
        this.groups = groups;
        this.service = service;
    }

    /**
     * The service types of a code.
     *
     * @param groupSize r, the locality, at least 1
     * @param groups t, the number of recovery groups, at least 1
     * @param rate &mu;, positive and finite
     * @return the types
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public static ServiceTypes of(int groupSize, int groups, double rate) {
        if (groupSize < 1 || groups < 1) {
            throw new IllegalArgumentException(
                    "availability(" + groupSize + "," + groups + "): r and t must be at least 1");
        }
        if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("service rate " + rate + " must be positive and finite");
        }
        return new ServiceTypes(groupSize, groups, ServiceTimes.exponential(rate));
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
        return LowTrafficTime.of(RecoveryProfile.of(residual(groupsByEarlyDepartures), new RandomStreams(0)), service);
    }

    /**
     * What is left of an availability code for a request of one type: the systematic server 0, and the servers of each group
     * that have not finished early.
     *
     * @param groupsByEarlyDepartures &nu;_0, …, &nu;_(r-1), at least 0
     * @return the recovery by what is left
     */
    public static Recovery residual(int... groupsByEarlyDepartures) {
        List<int[]> left = new ArrayList<>();
        left.add(new int[] {0});
        int next = 1;
        for (int early = 0; early < groupsByEarlyDepartures.length; early++) {
            for (int g = 0; g < groupsByEarlyDepartures[early]; g++) {
                int first = next;
                next += groupsByEarlyDepartures.length - early;
                left.add(IntStream.range(first, next).toArray());
            }
        }
        return GroupRecovery.of(next, left.toArray(int[][]::new));
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
