package org.fetchlab.cli.study;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.fetchlab.cli.study.SimulationResult.Queues;
import org.fetchlab.cli.study.SimulationResult.Shares;
import org.fetchlab.cli.study.SimulationResult.SystemName;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.SimulatedSystem;
import org.fetchlab.sim.occupancy.OccupancyStatistics;
import org.fetchlab.sim.occupancy.OccupancySystem;
import org.fetchlab.sim.recursion.ForkJoinStatistics;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.fetchlab.sim.recursion.RequestMix;
import org.fetchlab.sim.routing.RoutedSystem;
import org.fetchlab.sim.routing.RoutingStatistics;

/** A system that is simulated at stationarity, and what its experiment says beside the download time. */
public sealed interface StationarySystem {
    /**
     * What results call it.
     *
     * @return the name
     */
    SystemName name();

    /**
     * The system.
     *
     * @return what to simulate
     */
    SimulatedSystem system();

    /**
     * The unit of its arrival rate.
     *
     * @return servers that the rate is for, over all servers
     */
    default double rateUnit() {
        return 1;
    }

    /**
     * Whether what is observed is a download time.
     *
     * @return false if it is the mean queue
     */
    default boolean hasDownloads() {
        return true;
    }

    /**
     * What limits the validity of its numbers.
     *
     * @param result the result of the experiment
     * @return sentences; by default those of the result
     */
    default List<String> warnings(ExperimentResult result) {
        return result.warnings();
    }

    /**
     * The queue lengths.
     *
     * @param result the result of the experiment
     * @return queues; empty where nobody looks at them
     */
    default Optional<Queues> queues(ExperimentResult result) {
        return Optional.empty();
    }

    /**
     * Fractions of the servers' time and of the requests.
     *
     * @param result the result of the experiment
     * @return the shares; empty if the system is not stable
     */
    default Optional<Shares> shares(ExperimentResult result) {
        return Optional.empty();
    }

    /**
     * Download times and queues of n-server routing.
     *
     * @param name what results call the system
     * @param system the system
     */
    record Routing(SystemName name, RoutedSystem system) implements StationarySystem {
        @Override
        public double rateUnit() {
            return 1.0 / system.servers();
        }

        @Override
        public Optional<Queues> queues(ExperimentResult result) {
            return RoutingStatistics.of(result)
                    .flatMap(found -> found.meanQueue().map(mean -> StationarySystem.queues(mean, found.tails())));
        }

        @Override
        public Optional<Shares> shares(ExperimentResult result) {
            return RoutingStatistics.of(result)
                    .map(found -> new SharesBuilder()
                            .utilization(found.utilization())
                            .wasted(found.wastedWork())
                            .build());
        }
    }

    /**
     * Queue lengths of n-server routing with exponential service, without download times.
     *
     * @param name what results call the system
     * @param system the system
     */
    record QueueLengths(SystemName name, OccupancySystem system) implements StationarySystem {
        @Override
        public double rateUnit() {
            return 1.0 / system.model().servers();
        }

        @Override
        public boolean hasDownloads() {
            return false;
        }

        @Override
        public Optional<Queues> queues(ExperimentResult result) {
            return OccupancyStatistics.of(result)
                    .map(found -> StationarySystem.queues(found.meanQueue(), found.tails())
                            .withScaledVariance(found.scaledVariance()
                                    .value()
                                    .map(EstimatedValue::of)
                                    .orElse(null)));
        }

        /** And why there is no variance. */
        @Override
        public List<String> warnings(ExperimentResult result) {
            Optional<String> withoutVariance =
                    OccupancyStatistics.of(result).map(found -> Views.reason(found.scaledVariance()));
            return Stream.concat(result.warnings().stream(), withoutVariance.stream())
                    .toList();
        }

        @Override
        public Optional<Shares> shares(ExperimentResult result) {
            return OccupancyStatistics.of(result)
                    .filter(found -> found.tails().size() > 1)
                    .map(found -> new SharesBuilder()
                            .utilization(found.tails().get(1))
                            .build());
        }
    }

    /**
     * Download times of a code.
     *
     * @param name what results call the system
     * @param mix what its requests ask for
     * @param system the system
     */
    record Code(SystemName name, RequestMix mix, SimulatedSystem system) implements StationarySystem {
        @Override
        public Optional<Shares> shares(ExperimentResult result) {
            return ForkJoinStatistics.of(mix, result)
                    .map(found -> new SharesBuilder()
                            .utilization(found.utilization())
                            .types(found.typeFractions())
                            .wonBySystematic(found.wonBySystematic())
                            .wasted(Optional.of(found.wastedWork()))
                            .build());
        }
    }

    /**
     * A code whose requests are all of the fastest type. Its servers are the copies that may come last, so that shares of
     * servers would be shares of no server of the code.
     *
     * @param name what results call the system
     * @param system the system
     */
    record FastSplitMerge(SystemName name, ForkJoinSystem system) implements StationarySystem {}

    private static Queues queues(Estimate mean, List<Estimate> tails) {
        return new Queues(
                EstimatedValue.of(mean), tails.stream().map(EstimatedValue::of).toList(), null);
    }
}
