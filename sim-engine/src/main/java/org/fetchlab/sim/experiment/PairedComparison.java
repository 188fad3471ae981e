package org.fetchlab.sim.experiment;

import java.util.List;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.sim.observe.StudentInterval;

/**
 * Two systems on common random numbers: replication by replication they see the same arrivals, and requests for the same
 * objects where they have as many, so their means err in the same direction and the difference is known better than either.
 * Service times come from the same stream, which systems with another number of copies use differently.
 *
 * @param first the result of the first system
 * @param second the result of the second system
 * @param difference the mean download time of the second minus that of the first, with the interval of the paired
 *     differences; none if one of them has no mean
 */
public record PairedComparison(ExperimentResult first, ExperimentResult second, Outcome<Estimate> difference) {
    private static final String METHOD = "paired replications";

    /**
     * Runs the same plan on both systems, and the same requests: warm-up and measurement are as long as the system that
     * needs more of them needs. A goal of precision is one for both means.
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
        List<Experiment.Measured> both = Experiment.together(List.of(one, other), plan, execution);
        Experiment.Measured first = both.get(0);
        Experiment.Measured second = both.get(1);
        return new PairedComparison(first.result(), second.result(), difference(first, second));
    }

    private static Outcome<Estimate> difference(Experiment.Measured first, Experiment.Measured second) {
        if (first.means().isEmpty() || second.means().isEmpty()) {
            return new Outcome.None<>(METHOD, reason(first.result(), second.result()));
        }
        double[] differences = new double[first.means().size()];
        for (int r = 0; r < differences.length; r++) {
            differences[r] = second.means().get(r) - first.means().get(r);
        }
        return new Outcome.Known<>(StudentInterval.ofMean(differences, Estimate.DEFAULT_CONFIDENCE), METHOD);
    }

    /** Why there is no difference. */
    private static String reason(ExperimentResult first, ExperimentResult second) {
        String why = first.mean() instanceof Outcome.None<Estimate> none
                ? "the first system has no mean, " + none.reason()
                : "";
        if (second.mean() instanceof Outcome.None<Estimate> none) {
            why = why + (why.isEmpty() ? "" : "; ") + "the second system has no mean, " + none.reason();
        }
        return why;
    }
}
