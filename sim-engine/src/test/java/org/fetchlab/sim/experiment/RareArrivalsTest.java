package org.fetchlab.sim.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.Runs;
import org.fetchlab.sim.event.EventDrivenSystem;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.fetchlab.sim.recursion.RequestMix;
import org.fetchlab.sim.routing.Placement;
import org.fetchlab.sim.routing.RoutedSystem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock of a simulation has 53 bits: beside gaps of 1e12 it does not resolve service times of 1. */
class RareArrivalsTest {
    @ParameterizedTest
    @ValueSource(doubles = {1e-11, 1e-12, 1e-16, 1e-18, 1e-90})
    void timesThatTheClockCannotTellApartAreNotReported(double arrivalRate) {
        for (SimulatedSystem system : systems(arrivalRate)) {
            ExperimentResult result = Runs.run(system, 20_000);
            assertThat(((Outcome.None<Estimate>) result.mean()).reason()).startsWith("clock too coarse");
            assertThat(result.withheld()).contains(WithheldMean.CLOCK_TOO_COARSE);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-7, 1e-8})
    void rareRequestsThatItTellsApartAreAlone(double arrivalRate) {
        // False alarms: 4 in 10^4 for each rate, were the seed not fixed.
        Estimate mean = Runs.mean(forkJoin(arrivalRate), 20_000);
        assertThat(mean.value()).isBetween(2.0 / 3 - 2 * mean.halfWidth(), 2.0 / 3 + 2 * mean.halfWidth());
    }

    private static List<SimulatedSystem> systems(double arrivalRate) {
        return List.of(
                forkJoin(arrivalRate),
                EventDrivenSystem.of(forkJoin(arrivalRate)),
                RoutedSystem.of(
                        new RoutingPolicy.PowerOfD(2),
                        Placement.symmetric(Sampling.DISTINCT),
                        3,
                        arrivalRate,
                        ServiceTimes.exponential(1)));
    }

    private static ForkJoinSystem forkJoin(double arrivalRate) {
        return ForkJoinSystem.of(
                RequestMix.fixed(StorageCode.mds(3, 2).recovery(0, Decoding.LINEAR)),
                ServiceTimes.exponential(1),
                arrivalRate);
    }
}
