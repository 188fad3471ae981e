package org.fetchlab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.demand.Popularity;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.event.EventDrivenSystem;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.PairedComparison;
import org.fetchlab.sim.experiment.StoppingRule;
import org.fetchlab.sim.occupancy.OccupancyModel;
import org.fetchlab.sim.occupancy.OccupancySystem;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.fetchlab.sim.recursion.RequestMix;
import org.fetchlab.sim.routing.Placement;
import org.fetchlab.sim.routing.RoutedSystem;
import org.junit.jupiter.api.Test;

/** The code of the module's README compiles, runs, and is what the README shows. */
class ReadmeTest {
    @Test
    void theFiveLinesGiveAMeanWithinOnePerCent() {
        RequestMix mix = RequestMix.ofObjects(StorageCode.mds(9, 6), Decoding.LINEAR, Popularity.uniform());
        ForkJoinSystem system = ForkJoinSystem.of(mix, ServiceTimes.exponential(1), 0.45);
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.RelativePrecision(0.01, 10_000_000));
        ExperimentResult result = Experiment.run(system, plan, Execution.threads(2));
        Estimate mean = result.mean().value().orElseThrow();

        assertThat(mean.halfWidth()).isLessThanOrEqualTo(0.01 * mean.value());
    }

    @Test
    void systemsCanBeVariedAndCompared() {
        RequestMix mix = RequestMix.ofObjects(StorageCode.mds(9, 6), Decoding.LINEAR, Popularity.uniform());
        ForkJoinSystem system = ForkJoinSystem.of(mix, ServiceTimes.exponential(1), 0.45);
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(20_000));
        ForkJoinSystem lazy = system.with(Cancellation.ON_START).with(new AccessPolicy.ForkTo(7));
        EventDrivenSystem hedged = EventDrivenSystem.of(system).with(new AccessPolicy.Hedge(2, 1));
        PairedComparison paired = PairedComparison.run(system, hedged, plan, Execution.threads(2));

        assertThat(paired.difference().value()).isPresent();
        assertThat(lazy.cancellation()).isEqualTo(Cancellation.ON_START);
    }

    @Test
    void aHundredServersHaveQueuesAndDownloads() {
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(4_000_000));
        OccupancyModel pairs = OccupancyModel.of(new RoutingPolicy.PowerOfD(2), 100, 0.9);
        ExperimentPlan precise = ExperimentPlan.of(new StoppingRule.RelativePrecision(0.005, 100_000_000));
        ExperimentResult queues = Experiment.run(OccupancySystem.of(pairs), precise, Execution.threads(2));
        Placement symmetric = Placement.symmetric(Sampling.DISTINCT);
        RoutedSystem anyLaw = RoutedSystem.of(pairs.policy(), symmetric, 100, 0.9, ServiceTimes.deterministic(1));
        ExperimentResult downloads = Experiment.run(anyLaw, plan, Execution.threads(2));

        Estimate meanQueue = queues.mean().value().orElseThrow();
        assertThat(meanQueue.halfWidth()).isLessThanOrEqualTo(0.005 * meanQueue.value());
        assertThat(downloads.mean().value()).isPresent();
    }

    @Test
    void theReadmeShowsTheseLines() throws IOException {
        String source = Files.readString(Path.of("src/test/java/org/fetchlab/sim/ReadmeTest.java"));
        List<String> shown = Files.readAllLines(Path.of("README.md")).stream()
                .dropWhile(line -> !line.equals("```java"))
                .filter(line -> line.endsWith(";"))
                .toList();
        assertThat(shown)
                .hasSizeGreaterThan(5)
                .allSatisfy(line -> assertThat(source).contains("        " + line + "\n"));
    }
}
