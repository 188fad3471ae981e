package org.fetchlab.cli.command;

import java.util.List;
import java.util.Optional;
import org.fetchlab.cli.study.PairedResult;
import org.fetchlab.cli.study.SimulationResult;
import org.fetchlab.cli.study.SimulationStudy;

/** One system, or two, ready to be simulated. */
@FunctionalInterface
interface SimulationTask {
    /** Simulates. */
    Answer run(SimulationStudy study);

    /**
     * What came out.
     *
     * @param result the result, of the first system if there are two
     * @param paired both results and their difference, if there are two systems
     * @param trajectory the queues over time; empty at stationarity
     */
    record Answer(SimulationResult result, Optional<PairedResult> paired, List<SimulationResult.Point> trajectory) {
        static Answer stationary(SimulationResult result) {
            return new Answer(result, Optional.empty(), List.of());
        }

        static Answer paired(PairedResult both) {
            return new Answer(both.first(), Optional.of(both), List.of());
        }

        static Answer trajectory(SimulationResult last, List<SimulationResult.Point> points) {
            return new Answer(last, Optional.empty(), points);
        }

        /** What machines read. */
        Object content() {
            return paired.<Object>map(both -> both).orElse(result);
        }

        /** The results of all systems. */
        List<SimulationResult> results() {
            return paired.map(both -> List.of(both.first(), both.against())).orElse(List.of(result));
        }
    }
}
