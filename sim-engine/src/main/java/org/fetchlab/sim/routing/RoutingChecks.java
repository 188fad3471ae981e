package org.fetchlab.sim.routing;

import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;

/** The checks that every n-server system makes of its description. */
public final class RoutingChecks {
    private static final int MOST_SERVERS = 1 << 30;

    private RoutingChecks() {}

    /**
     * Checks that a policy and a placement fit a number of servers.
     *
     * @param policy the routing policy
     * @param placement where files are
     * @param servers n
     * @throws IllegalArgumentException if n is too small for the policy or below 1, or the placement is a table that does
     *     not fit the policy or the servers
     */
    public static void checkFit(RoutingPolicy policy, Placement placement, int servers) {
        checkServers(servers);
        checkSampling(policy, placement);
        if (placement instanceof Placement.Table table) {
            checkTable(policy, table, servers);
        } else if (((Placement.Symmetric) placement).sampling() == Sampling.DISTINCT
                && servers < policy.minimumServers()) {
            throw new IllegalArgumentException(policy.spec() + " asks " + policy.minimumServers()
                    + " distinct servers, but there are only n = " + servers);
        }
    }

    /**
     * Checks that the copies of a request get servers of their own.
     *
     * @param policy the routing policy
     * @param placement where files are
     * @throws IllegalArgumentException if several copies, of which the first to finish kill the others, may be sent to one
     *     server
     */
    public static void checkSampling(RoutingPolicy policy, Placement placement) {
        boolean mayRepeat =
                placement instanceof Placement.Symmetric symmetric && symmetric.sampling() == Sampling.WITH_REPLACEMENT;
        if (mayRepeat && policy instanceof RoutingPolicy.RedundantKilling killing && killing.copies() > 1) {
            throw new IllegalArgumentException(policy.spec() + " needs distinct servers: two copies of a request at one"
                    + " server make no sense, since it would serve them one after the other");
        }
    }

    /**
     * Checks that a number of servers can be simulated.
     *
     * @param servers n
     * @throws IllegalArgumentException unless n lies in [1, 2^30]
     */
    public static void checkServers(int servers) {
        if (servers < 1 || servers > MOST_SERVERS) {
            throw new IllegalArgumentException(
                    "the number of servers " + servers + " must lie in [1, " + MOST_SERVERS + "]");
        }
    }

    private static void checkTable(RoutingPolicy policy, Placement.Table table, int servers) {
        if (policy instanceof RoutingPolicy.Centralized) {
            throw new IllegalArgumentException(
                    policy.spec() + " sends every request to any server and needs the symmetric"
                            + " placement; leave out the placement table, or choose another policy");
        }
        int pieces = BatchChoice.pieces(policy);
        if (table.fewestHosts() < pieces) {
            throw new IllegalArgumentException(policy.spec() + " needs " + pieces + " servers for every file, but file "
                    + table.fileWithFewestHosts() + " of the placement table is on " + table.fewestHosts() + " only");
        }
        if (table.lastServer() >= servers) {
            throw new IllegalArgumentException("the placement table names server " + table.lastServer()
                    + ", but with n = " + servers + " servers are numbered from 0 to " + (servers - 1));
        }
    }

    /**
     * Checks that a policy is defined for a law of service.
     *
     * @param policy the routing policy
     * @param service the law of the service time of one piece or copy
     * @throws IllegalArgumentException if the policy is centralization and the law is not exponential: a central server
     *     that completes a job in service makes the work done on it so far vanish, unless service has no memory
     */
    public static void checkService(RoutingPolicy policy, ServiceTime service) {
        if (policy instanceof RoutingPolicy.Centralized
                && ServiceTimes.exponentialRate(service).isEmpty()) {
            throw new IllegalArgumentException(policy.spec() + " is defined for exponential service only, not for "
                    + service.spec() + ": its central server completes jobs that local servers have begun");
        }
    }

    /**
     * Checks that a rate is a rate.
     *
     * @param name what the rate is called
     * @param rate events per unit time
     * @throws IllegalArgumentException unless the rate is positive and finite
     */
    public static void checkRate(String name, double rate) {
        if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " " + rate + " must be positive and finite");
        }
    }
}
