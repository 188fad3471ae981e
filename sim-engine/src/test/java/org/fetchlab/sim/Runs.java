package org.fetchlab.sim;

import org.fetchlab.model.result.Estimate;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.SimulatedSystem;
import org.fetchlab.sim.experiment.StoppingRule;

/** Experiments of a fixed number of requests, from seed 1. */
public final class Runs {
    private Runs() {}

    /**
     * An experiment.
     *
     * @param system what to simulate
     * @param requests how many requests to measure
     * @return its result
     */
    public static ExperimentResult run(SimulatedSystem system, long requests) {
        return Experiment.run(system, ExperimentPlan.of(new StoppingRule.Requests(requests)), Execution.threads(1));
    }

    /**
     * The mean download time; fails where there is none.
     *
     * @param system what to simulate
     * @param requests how many requests to measure
     * @return its estimate
     */
    public static Estimate mean(SimulatedSystem system, long requests) {
        return run(system, requests).mean().value().orElseThrow();
    }

    /**
     * The mean download time; fails where there is none.
     *
     * @param result the result of an experiment
     * @return its estimate
     */
    public static Estimate mean(ExperimentResult result) {
        return result.mean().value().orElseThrow();
    }
}
