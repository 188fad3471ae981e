package org.fetchlab.sim.experiment;

import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.sim.observe.StudentInterval;

/**
 * Two systems on common random numbers: replication by replication they see the same arrivals and the same requests, so
 * their means err in the same direction and the difference is known better than either.
 *
 * @param first the result of the first system
 * @param second the result of the second system
 * @param difference the mean download time of the second minus that of the first, with the interval of the paired
 *     differences; none if one of them has no mean
 */
public record PairedComparison(ExperimentResult first, ExperimentResult second, Outcome<Estimate> difference) {
    private static final String METHOD = "paired replications";

    /**
     * Runs the same plan on both systems, with the same warm-up.
     *
     * @param one the first system
     * @param other the second system
     * @param plan what to estimate, how precisely, from which random numbers
     * @param execution threads, progress and cancellation; without effect on the result
     * @return both results and the difference
     * @throws IllegalArgumentException if the paths do not fit in memory
     * @throws java.util.concurrent.CancellationException if the execution is cancelled or the thread interrupted
     */
    public static PairedComparison run(
            SimulatedSystem one, SimulatedSystem other, ExperimentPlan plan, Execution execution) {
        Experiment.checkMemory(one, plan);
        Experiment.checkMemory(other, plan);
        try (Workers workers = new Workers(execution)) {
            Experiment.Measured first = Experiment.measured(one, plan, workers, 0);
            Experiment.Measured second =
                    Experiment.measured(other, plan, workers, first.result().warmUp());
            if (second.result().warmUp() > first.result().warmUp()) {
                first = Experiment.measured(one, plan, workers, second.result().warmUp());
            }
            return new PairedComparison(first.result(), second.result(), difference(first, second));
        }
    }

    private static Outcome<Estimate> difference(Experiment.Measured first, Experiment.Measured second) {
        if (first.means().isEmpty() || second.means().isEmpty()) {
            return new Outcome.None<>(METHOD, "one of the systems has no mean download time");
        }
        double[] differences = new double[first.means().size()];
        for (int r = 0; r < differences.length; r++) {
            differences[r] = second.means().get(r) - first.means().get(r);
        }
        return new Outcome.Known<>(StudentInterval.ofMean(differences, Estimate.DEFAULT_CONFIDENCE), METHOD);
    }
}
