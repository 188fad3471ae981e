package org.fetchlab.cli.command;

import java.util.List;
import org.fetchlab.cli.study.SimulationResult;
import org.fetchlab.cli.study.SimulationStudy;

/** A system that is ready to be simulated. */
@FunctionalInterface
interface SimulationTask {
    /** Simulates it. */
    Answer run(SimulationStudy study);

    /**
     * What came out.
     *
     * @param result the result
     * @param trajectory the queues over time; empty at stationarity
     */
    record Answer(SimulationResult result, List<SimulationResult.Point> trajectory) {
        static Answer stationary(SimulationResult result) {
            return new Answer(result, List.of());
        }
    }
}
