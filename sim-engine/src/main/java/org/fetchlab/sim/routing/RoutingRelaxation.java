package org.fetchlab.sim.routing;

import org.fetchlab.model.policy.RoutingPolicy;

/** How many requests arrive in the relaxation time of n-server routing. */
public final class RoutingRelaxation {
    private RoutingRelaxation() {}

    /**
     * Under random routing every server relaxes like M/M/1. Whoever chooses among queues needs the time in which a server
     * gains its queue of about log2(1/(1-ρ)) pieces at the net rate 1-ρ; and never less than one fast server.
     *
     * <p>Under centralization near full load, longest queues that differ by δ from those of the invariant state change the
     * idle fraction by the factor (1-p)^δ, so they return in the time 1/((1-ρ) log(1/(1-p))), at most 1/((1-ρ) p), or in
     * that of M/M/1 if p is small.
     *
     * @param policy how files are routed
     * @param servers n
     * @param single the requests in the relaxation time of M/M/1 at the same load
     * @param load ρ, in (0, 1]
     * @return requests to all servers; positive infinity at full load
     */
    public static double requests(RoutingPolicy policy, int servers, double single, double load) {
        if (policy.minimumServers() == 1 && BatchChoice.of(policy).isPresent()) {
            return servers * single;
        }
        double idle = 1 - load;
        if (policy instanceof RoutingPolicy.Centralized centralized) {
            return Math.max(single, servers * Math.min(single, load / (idle * centralized.share())));
        }
        return Math.max(single, servers * load * (1 - Math.log(idle) / Math.log(2)) / idle);
    }
}
