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
                || (policy instanceof RoutingPolicy.Centralized centralized && centralized.share() == 0);
        return random ? Optional.of(BatchChoice.of(1, 1)) : Optional.empty();
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
        return policy instanceof RoutingPolicy.Centralized centralized && centralized.share() > 0
                ? Optional.of(Centralization.of(arrivalRate, centralized.share(), FEW_LEVELS))
                : Optional.empty();
    }
}
