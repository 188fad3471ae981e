package org.fetchlab.sim.routing;

import java.util.Optional;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.sim.experiment.StabilityEvidence;

/**
 * The capacity of n-server routing without redundancy, in requests per server and unit time.
 *
 * <p>On the symmetric placement every policy is stable up to full load: {@code 1/(k E[S])}. On a placement table a request joins
 * the k shortest queues of those it is shown, which is stable whenever any fixed split of the pieces is (for one piece Foss
 * and Chernova, Queueing Systems 29, 1998; for k, the sum of the squared queues decreases at least as fast as under that split): the
 * capacity is {@code 1/(n E[S] u)}, with u the least possible load of the busiest server at request rate 1
 * ({@link BalancedLoad}). A request that is shown L of the servers of its file is one for any of the sets of L, at equal rates.
 *
 * <p>Joining an idle server of a file, or else any of them, sends a server with a long queue at most the share that it has when
 * pieces are spread evenly over the servers of their file: an even spread is a lower limit, the best split an upper one.
 */
public final class RoutingCapacity {
    private RoutingCapacity() {}

    /**
     * The capacity.
     *
     * @param policy a policy other than redundant requests with killing
     * @param placement where files are
     * @param servers n
     * @param meanService E[S], the mean service time of a piece, positive
     * @return the capacity, requests per server and unit time; a bracket for a table so large that the best split is only known
     *     approximately, and for joining an idle server of a file
     */
    public static Capacity of(RoutingPolicy policy, Placement placement, int servers, double meanService) {
        int pieces = BatchChoice.pieces(policy);
        if (!(placement instanceof Placement.Table table)) {
            return Capacity.exactly(1 / (pieces * meanService));
        }
        BalancedLoad.Limits load = load(policy, table, servers, pieces);
        return new Capacity(1 / (servers * meanService * load.upper()), 1 / (servers * meanService * load.lower()));
    }

    private static BalancedLoad.Limits load(RoutingPolicy policy, Placement.Table table, int servers, int pieces) {
        int shown = BatchChoice.of(policy, table).map(BatchChoice::sampled).orElseThrow();
        Optional<Placement.Table> sets = ShownServers.of(table, shown);
        boolean isBestSplit = sets.isPresent() && !(policy instanceof RoutingPolicy.JoinIdleQueue);
        BalancedLoad.Limits best = BalancedLoad.of(sets.orElse(table), servers, pieces);
        return isBestSplit
                ? best
                : new BalancedLoad.Limits(
                        best.lower(), Math.max(best.lower(), BalancedLoad.even(table, servers, pieces)));
    }

    /**
     * How the arrival rate can be compared with the capacity.
     *
     * @param perServer the capacity, requests per server and unit time
     * @param servers n
     * @return the capacity of all servers
     */
    public static StabilityEvidence evidence(Capacity perServer, int servers) {
        return new StabilityEvidence.Known(
                new Capacity(servers * perServer.lower(), servers * perServer.upper()), "load of the servers");
    }
}
