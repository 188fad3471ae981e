package org.fetchlab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.commons.statistics.distribution.TDistribution;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.sim.experiment.ExperimentPlan;

/**
 * Assertions that an exact value lies inside the 99.9 % interval of the very run that estimates it: Student's interval over the
 * replications of the run, and nothing else. With another seed a correct program fails one such assertion in a thousand.
 */
public final class OwnInterval {
    /** The probability with which the interval covers the exact value. */
    public static final double CONFIDENCE = 0.999;

    private OwnInterval() {}

    /**
     * The 99.9 % interval of an estimate.
     *
     * @param estimate a mean over replications with Student's interval, of any confidence
     * @param replications how many replications it is over
     * @return the same value with the half-width at 99.9 %
     */
    public static Estimate of(Estimate estimate, int replications) {
        TDistribution law = TDistribution.of(replications - 1.0);
        double widening = quantile(law, CONFIDENCE) / quantile(law, estimate.confidence());
        return new Estimate(estimate.value(), widening * estimate.halfWidth(), CONFIDENCE);
    }

    private static double quantile(TDistribution law, double confidence) {
        return law.inverseSurvivalProbability((1 - confidence) / 2);
    }

    /**
     * The 99.9 % interval covers the exact value, and is narrow enough for that to mean something.
     *
     * @param estimate a mean over the usual number of replications
     * @param exact the exact value
     * @param resolution the largest half-width of the 99.9 % interval that the test accepts, relative to the exact value
     */
    public static void assertCovers(Estimate estimate, double exact, double resolution) {
        assertCovers(estimate, exact, 0, resolution);
    }

    /**
     * The 99.9 % interval of a mean over the usual number of replications, plus what is known to separate its mean from the
     * reference, covers the reference.
     *
     * @param estimate the mean
     * @param reference a limit, a rounded number, or the middle of a bracket
     * @param allowance how far the exact value can be from the reference, at least 0
     * @param resolution the largest half-width of the 99.9 % interval that the test accepts, relative to the reference
     */
    public static void assertCovers(Estimate estimate, double reference, double allowance, double resolution) {
        assertCovers(estimate, ExperimentPlan.REPLICATIONS, reference, allowance, resolution);
    }

    /**
     * The 99.9 % interval, plus what is known to separate its mean from the reference, covers the reference.
     *
     * @param estimate the mean
     * @param replications how many replications it is over
     * @param reference a limit, a rounded number, or the middle of a bracket
     * @param allowance how far the exact value can be from the reference, at least 0
     * @param resolution the largest half-width of the 99.9 % interval that the test accepts, relative to the reference
     */
    public static void assertCovers(
            Estimate estimate, int replications, double reference, double allowance, double resolution) {
        Estimate own = of(estimate, replications);
        assertThat(own.halfWidth())
                .as("half-width of %s, for the test to have power", own)
                .isLessThanOrEqualTo(resolution * Math.abs(reference));
        assertThat(Math.abs(own.value() - reference))
                .as("distance of %s from %s", own, reference)
                .isLessThanOrEqualTo(own.halfWidth() + allowance);
    }
}
