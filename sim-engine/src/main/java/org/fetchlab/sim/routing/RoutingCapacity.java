package org.fetchlab.sim.routing;

import java.util.Arrays;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.sim.experiment.StabilityEvidence;

/**
 * The capacity of n-server routing without redundancy, in requests per server and unit time.
 *
 * <p>On the symmetric placement every policy is stable up to full load: {@code 1/(k E[S])}. On a placement table with
 * popularity p, batch sampling is stable whenever joining k uniformly chosen servers of the file, without looking, would
 * be: {@code n λ E[S] max_s Σ_{f on s} p_f k/L < 1}; and it is unstable when all servers, or the servers of one file
 * alone, get more work than they can do. Between the two the table alone does not tell.
 */
public final class RoutingCapacity {
    private RoutingCapacity() {}

    /**
     * The capacity.
     *
     * @param policy a policy other than redundant requests with killing
     * @param placement where files are
     * @param servers n
     * @param meanService E[S], the mean service time of a piece, positive and finite
     * @return the bracket of the capacity, requests per server and unit time
     */
    public static Capacity of(RoutingPolicy policy, Placement placement, int servers, double meanService) {
        int pieces = BatchChoice.pieces(policy);
        double full = 1 / (pieces * meanService);
        if (!(placement instanceof Placement.Table table)) {
            return Capacity.exactly(full);
        }
        double spread = 1 / (servers * meanService * largestPieceShare(table, servers, pieces));
        double hottest = table.copies() / (servers * meanService * pieces * largestPopularity(table));
        double upper = Math.min(full, hottest);
        return new Capacity(Math.min(spread, upper), upper);
    }

    /**
     * How the arrival rate can be compared with the capacity.
     *
     * @param policy a policy other than redundant requests with killing
     * @param placement where files are
     * @param servers n
     * @param arrivalRate λ, requests per server and unit time
     * @param meanService E[S], the mean service time of a piece, positive and finite
     * @return the capacity of all servers, or the growth of the backlog where the bracket of the capacity does not decide
     */
    public static StabilityEvidence evidence(
            RoutingPolicy policy, Placement placement, int servers, double arrivalRate, double meanService) {
        Capacity perServer = of(policy, placement, servers, meanService);
        if (perServer.verdict(arrivalRate) == Verdict.UNDETERMINED) {
            return new StabilityEvidence.Backlog();
        }
        return new StabilityEvidence.Known(
                new Capacity(servers * perServer.lower(), servers * perServer.upper()), "load of the servers");
    }

    private static double largestPieceShare(Placement.Table table, int servers, int pieces) {
        double[] share = new double[servers];
        double[] popularity = table.popularity();
        for (int file = 0; file < table.files(); file++) {
            for (int server : table.hosts(file)) {
                share[server] += popularity[file] * pieces / table.copies();
            }
        }
        return Arrays.stream(share).max().orElseThrow();
    }

    private static double largestPopularity(Placement.Table table) {
        return Arrays.stream(table.popularity()).max().orElseThrow();
    }
}
