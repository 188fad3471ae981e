package org.fetchlab.fluid;

import java.util.Optional;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.fluid.process.BatchSampling;
import org.fetchlab.fluid.process.Centralization;
import org.fetchlab.fluid.process.JoinIdleQueue;
import org.fetchlab.fluid.process.JoinShortestQueue;
import org.fetchlab.fluid.process.SwitchingProcess;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;

/** From the description of a policy to the mean field that it has. */
final class PolicyModels {
    private static final int FEW_LEVELS = 2;
    /** A centralized capacity that changes no digit of any answer: the mean queue changes by about p/(1 − λ)². */
    private static final double NEGLIGIBLE_SHARE = 1e-100;

    private PolicyModels() {}

    /** The choice of queues of a policy that is batch sampling under one name or another. */
    static Optional<BatchChoice> choice(RoutingPolicy policy) {
        if (policy instanceof RoutingPolicy.BatchSampling batch) {
            return Optional.of(BatchChoice.of(batch.sampled(), batch.joined()));
        }
        if (policy instanceof RoutingPolicy.PowerOfD power) {
            return Optional.of(BatchChoice.of(power.choices(), 1));
        }
        boolean random = policy instanceof RoutingPolicy.Random
                || (policy instanceof RoutingPolicy.Centralized && !isCentralized(policy));
        return random ? Optional.of(BatchChoice.of(1, 1)) : Optional.empty();
    }

    /** Whether a policy has a central server that makes a difference. Without one, centralization is random routing. */
    static boolean isCentralized(RoutingPolicy policy) {
        return policy instanceof RoutingPolicy.Centralized centralized && centralized.share() > NEGLIGIBLE_SHARE;
    }

    /** Whether a stable system under the policy has an idle server for almost every job. */
    static boolean findsIdleServer(RoutingPolicy policy) {
        return policy instanceof RoutingPolicy.JoinShortestQueue || policy instanceof RoutingPolicy.JoinIdleQueue;
    }

    /** A policy of which this module knows nothing. */
    static IllegalStateException unknown(RoutingPolicy policy) {
        return new IllegalStateException("no fluid limit is known for the policy " + policy.spec());
    }

    static Optional<BatchSampling> smooth(RoutingPolicy policy, double arrivalRate, Sampling sampling) {
        return choice(policy).map(choice -> BatchSampling.of(choice, arrivalRate, sampling, FEW_LEVELS));
    }

    static Optional<SwitchingProcess> switching(RoutingPolicy policy, double arrivalRate) {
        if (policy instanceof RoutingPolicy.JoinShortestQueue) {
            return Optional.of(JoinShortestQueue.of(arrivalRate, FEW_LEVELS));
        }
        if (policy instanceof RoutingPolicy.JoinIdleQueue) {
            return Optional.of(JoinIdleQueue.of(arrivalRate, FEW_LEVELS));
        }
        return policy instanceof RoutingPolicy.Centralized centralized && isCentralized(policy)
                ? Optional.of(Centralization.of(arrivalRate, centralized.share(), FEW_LEVELS))
                : Optional.empty();
    }
}
