package org.fetchlab.sim.routing;

import java.util.Optional;
import org.fetchlab.model.policy.RoutingPolicy;

/**
 * What random routing, power of d and batch sampling have in common, and on a placement table also joining the shortest or an
 * idle queue of a file's servers: look at some queues, join the shortest of them.
 *
 * @param sampled L, how many queues are looked at, at most
 * @param joined k, how many of them are joined
 * @param told queues are told apart up to this length: 1 where only idle servers are preferred
 */
public record BatchChoice(int sampled, int joined, int told) {
    /**
     * A choice by full lengths.
     *
     * @param sampled L, how many queues are looked at
     * @param joined k, how many of them are joined
     */
    public BatchChoice(int sampled, int joined) {
        this(sampled, joined, Integer.MAX_VALUE);
    }

    /**
     * Sees a policy as a batch choice.
     *
     * @param policy any policy
     * @param placement where files are; on a table no file is looked for at more servers than it has
     * @return the choice; empty for policies that look at all servers or do more than join queues
     */
    public static Optional<BatchChoice> of(RoutingPolicy policy, Placement placement) {
        if (placement instanceof Placement.Table table) {
            int most = table.mostHosts();
            return amongHosts(policy, most)
                    .map(choice -> new BatchChoice(Math.min(choice.sampled, most), choice.joined, choice.told));
        }
        return of(policy);
    }

    private static Optional<BatchChoice> amongHosts(RoutingPolicy policy, int hosts) {
        if (policy instanceof RoutingPolicy.JoinShortestQueue) {
            return Optional.of(new BatchChoice(hosts, 1));
        }
        return policy instanceof RoutingPolicy.JoinIdleQueue ? Optional.of(new BatchChoice(hosts, 1, 1)) : of(policy);
    }

    private static Optional<BatchChoice> of(RoutingPolicy policy) {
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
