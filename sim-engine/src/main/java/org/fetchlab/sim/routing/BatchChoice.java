package org.fetchlab.sim.routing;

import java.util.Optional;
import org.fetchlab.model.policy.RoutingPolicy;

/**
 * What random routing, power of d and batch sampling have in common: look at some queues, join the shortest of them.
 *
 * @param sampled L, how many queues are looked at
 * @param joined k, how many of them are joined
 */
public record BatchChoice(int sampled, int joined) {
    /**
     * Sees a policy as a batch choice.
     *
     * @param policy any policy
     * @return the choice; empty for policies that look at all servers or do more than join queues
     */
    public static Optional<BatchChoice> of(RoutingPolicy policy) {
        if (policy instanceof RoutingPolicy.BatchSampling batch) {
            return Optional.of(new BatchChoice(batch.sampled(), batch.joined()));
        }
        if (policy instanceof RoutingPolicy.PowerOfD power) {
            return Optional.of(new BatchChoice(power.choices(), 1));
        }
        return policy instanceof RoutingPolicy.Random ? Optional.of(new BatchChoice(1, 1)) : Optional.empty();
    }

    /**
     * The number of pieces that a policy makes of a file.
     *
     * @param policy any policy
     * @return k for batch sampling and for redundant requests with killing, 1 for all others
     */
    public static int pieces(RoutingPolicy policy) {
        if (policy instanceof RoutingPolicy.RedundantKilling killing) {
            return killing.needed();
        }
        return of(policy).map(BatchChoice::joined).orElse(1);
    }
}
