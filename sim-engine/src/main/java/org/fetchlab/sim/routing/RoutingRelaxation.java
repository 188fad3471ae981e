package org.fetchlab.sim.routing;

import org.fetchlab.model.policy.RoutingPolicy;

/**
 * How many requests arrive in the relaxation time of n-server routing.
 *
 * <p>Under random routing every server relaxes like M/M/1. Whoever chooses among queues needs the time in which a server gains
 * its queue of about log2(1/(1-ρ)) pieces at the net rate 1-ρ; and never less than one fast server.
 *
 * <p>Under centralization near full load, longest queues that differ by δ from those of the invariant state change the idle
 * fraction by the factor (1-p)^δ, so they return in the time 1/((1-ρ) log(1/(1-p))), at most 1/((1-ρ) p), or in that of M/M/1
 * if p is small.
 *
 * <p>On a placement table the servers of the hottest files relax by themselves, the slower the fewer they are. A set that no
 * split of the pieces relieves has at least L - k + 1 servers, with L the fewest that a file is looked for at, and together they are no slower than one of their total rate.
 *
 * @param policy how files are routed
 * @param placement where files are
 * @param servers n
 * @param served how many requests all servers complete in the mean service time of a piece, at the capacity
 */
public record RoutingRelaxation(RoutingPolicy policy, Placement placement, int servers, double served) {
    /**
     * The requests in the relaxation time.
     *
     * @param single those of M/M/1 at the same load
     * @param load ρ, that of the busiest server, in (0, 1]
     * @return requests to all servers; positive infinity at full load
     */
    public double requests(double single, double load) {
        return BatchChoice.of(policy, placement)
                .map(choice -> chosen(choice, single, load))
                .orElseGet(() -> lookingAtAll(single, load));
    }

    private double chosen(BatchChoice choice, double single, double load) {
        if (placement instanceof Placement.Table table) {
            int fewest = Math.min(choice.sampled(), table.fewestHosts());
            return Math.max(single, served * single / (fewest - choice.joined() + 1));
        }
        return choice.sampled() == 1 ? servers * single : choosing(single, load);
    }

    private double lookingAtAll(double single, double load) {
        if (policy instanceof RoutingPolicy.Centralized centralized) {
            return Math.max(single, servers * Math.min(single, load / ((1 - load) * centralized.share())));
        }
        return choosing(single, load);
    }

    private double choosing(double single, double load) {
        double idle = 1 - load;
        return Math.max(single, servers * load * (1 - Math.log(idle) / Math.log(2)) / idle);
    }
}
