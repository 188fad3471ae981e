package org.fetchlab.sim.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.demand.Popularity;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.SimulatedSystem;
import org.fetchlab.sim.experiment.StoppingRule;
import org.fetchlab.sim.recursion.DecoderMemory;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.fetchlab.sim.recursion.RequestMix;
import org.junit.jupiter.api.Test;

/** The memory of systems on codes is known before they are simulated. */
class CodeMemoryTest {
    /** So many paths that no heap is large enough. */
    private static final ExperimentPlan HUGE =
            new ExperimentPlan(new StoppingRule.Requests(10_000_000), new RandomStreams(1), List.of(), 10_000_000);

    private static ForkJoinSystem system(StorageCode code, Decoding decoding) {
        RequestMix mix = RequestMix.ofObjects(code, decoding, Popularity.uniform());
        return ForkJoinSystem.of(mix, ServiceTimes.exponential(1), 0.5);
    }

    private static ForkJoinSystem mds(int servers, int needed) {
        return system(StorageCode.mds(servers, needed), Decoding.LINEAR);
    }

    private static SimulatedSystem byEvents(ForkJoinSystem system) {
        return EventDrivenSystem.of(system).with(new AccessPolicy.Hedge(1, 1));
    }

    private static void assertRefused(SimulatedSystem system) {
        assertThatThrownBy(() -> Experiment.run(system, HUGE, Execution.threads(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("MiB");
    }

    @Test
    void aSystemThatDoesNotFitInMemoryIsRefusedBeforehand() {
        assertRefused(mds(256, 128));
        assertRefused(byEvents(mds(256, 128)));
    }

    /** Objects share their copies, but have decoders of their own, and by events requests of their own. */
    @Test
    void memoryIsThatOfTheUsefulServersOfEveryObject() {
        assertThat(mds(512, 256).memory()).isCloseTo(4 * mds(256, 128).memory(), withinPercentage(10));
        assertThat(byEvents(mds(512, 256)).memory())
                .isCloseTo(4 * byEvents(mds(256, 128)).memory(), withinPercentage(10));
        ForkJoinSystem blocks = system(StorageCode.mds(4, 2).times(100), Decoding.LINEAR);
        assertThat(blocks.memory()).isCloseTo(100 * mds(4, 2).memory(), withinPercentage(1e-9));
    }

    @Test
    void decodersOfLinearCodesKeepABasis() {
        StorageCode code = StorageCode.lrc(100, 10, 10);
        double bases = 100 * 2 * 2 * 120 * 120;
        assertThat(system(code, Decoding.LINEAR).memory()).isBetween(bases, 1.1 * bases);
        assertThat(byEvents(system(code, Decoding.LINEAR)).memory()).isGreaterThan(bases);
        assertThat(system(code, Decoding.GROUPS).memory()).isLessThan(0.1 * bases);
    }

    @Test
    void theWholeFileOfManyBlocksNeedsABasisForEachLinearBlock() {
        assertThat(DecoderMemory.ofBasis(StorageCode.mds(4, 2).times(3).wholeFile()))
                .isZero();
        double block = DecoderMemory.ofBasis(StorageCode.lrc(6, 2, 2).wholeFile());
        assertThat(block).isPositive();
        assertThat(DecoderMemory.ofBasis(StorageCode.lrc(6, 2, 2).times(3).wholeFile()))
                .isEqualTo(3 * block);
    }
}
