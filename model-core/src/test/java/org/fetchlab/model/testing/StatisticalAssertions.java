package org.fetchlab.model.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;
import org.fetchlab.model.result.Estimate;

/**
 * Assertions about random numbers. Each takes its false-alarm rate: the probability, over seeds, that a correct program
 * fails. With a fixed seed a test either always passes or always fails.
 *
 * <p>A module that uses this class needs commons-statistics-inference in test scope.
 */
public final class StatisticalAssertions {
    /** The false-alarm rate of one assertion unless a test says otherwise. */
    public static final double RARE = 1e-6;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private StatisticalAssertions() {}

    /**
     * The interval of an estimate, widened to the given false-alarm rate, covers the exact value; and the interval is
     * narrow enough for that to mean something.
     *
     * @param estimate the estimate, of any confidence, with a normal error
     * @param exact the true value
     * @param resolution the largest relative half-width the test accepts: a relative bias of a few times this is caught
     * @param falseAlarm the probability that a correct program fails
     */
    public static void assertCovers(Estimate estimate, double exact, double resolution, double falseAlarm) {
        assertThat(estimate.halfWidth())
                .as("half-width of %s, for the test to have power", estimate)
                .isLessThanOrEqualTo(resolution * Math.abs(exact));
        assertThat(Math.abs(estimate.value() - exact))
                .as("distance of %s from the exact value %s", estimate, exact)
                .isLessThanOrEqualTo(estimate.halfWidth() * widening(estimate.confidence(), falseAlarm));
    }

    /**
     * Two independent estimates agree within their combined error.
     *
     * @param one an estimate with a normal error
     * @param other an independent estimate with a normal error
     * @param falseAlarm the probability that a correct program fails
     */
    public static void assertAgree(Estimate one, Estimate other, double falseAlarm) {
        double combined = Math.hypot(
                one.halfWidth() * widening(one.confidence(), falseAlarm),
                other.halfWidth() * widening(other.confidence(), falseAlarm));
        assertThat(Math.abs(one.value() - other.value()))
                .as("distance of %s from %s", one, other)
                .isLessThanOrEqualTo(combined);
    }

    /**
     * The mean of independent numbers is the expected one, by the z-test.
     *
     * @param sample at least a thousand numbers of finite variance
     * @param mean the expected mean
     * @param falseAlarm the probability that a correct program fails
     */
    public static void assertMean(double[] sample, double mean, double falseAlarm) {
        double average = Arrays.stream(sample).average().orElseThrow();
        double squares =
                Arrays.stream(sample).map(x -> (x - average) * (x - average)).sum();
        double standardError = Math.sqrt(squares / (sample.length - 1.0) / sample.length);
        assertThat(Math.abs(average - mean))
                .as("distance of the sample mean %s from %s", average, mean)
                .isLessThanOrEqualTo(
                        NORMAL.inverseSurvivalProbability(falseAlarm / 2) * standardError + 1e-12 * Math.abs(mean));
    }

    /**
     * The variance of independent normal numbers is the expected one, by the chi-square law of its estimate. With m numbers a
     * variance that is off by a share of {@code 7 / sqrt(m)} is caught at a false-alarm rate of 1e-3.
     *
     * @param variance the sample variance
     * @param count the number of numbers, at least 2
     * @param expected the expected variance, positive
     * @param falseAlarm the probability that a correct program fails
     */
    public static void assertVariance(double variance, int count, double expected, double falseAlarm) {
        ChiSquaredDistribution law = ChiSquaredDistribution.of(count - 1.0);
        assertThat(variance)
                .as("sample variance of %d numbers, expected %s", count, expected)
                .isBetween(
                        expected * law.inverseCumulativeProbability(falseAlarm / 2) / (count - 1),
                        expected * law.inverseSurvivalProbability(falseAlarm / 2) / (count - 1));
    }

    /**
     * Independent numbers follow a continuous law, by the Kolmogorov-Smirnov test. With m numbers a distance of
     * {@code 3 / sqrt(m)} between the distribution functions is caught.
     *
     * @param sample the numbers
     * @param cdf the continuous distribution function
     * @param falseAlarm the probability that a correct program fails
     */
    public static void assertFollows(double[] sample, DoubleUnaryOperator cdf, double falseAlarm) {
        assertThat(KolmogorovSmirnovTest.withDefaults().test(sample, cdf).getPValue())
                .as("Kolmogorov-Smirnov p-value")
                .isGreaterThanOrEqualTo(falseAlarm);
    }

    /**
     * Counts of independent outcomes follow given probabilities, by the chi-square test.
     *
     * @param counts how often each outcome occurred
     * @param probabilities the probability of each outcome; each must make at least 5 occurrences expected
     * @param falseAlarm the probability that a correct program fails
     */
    public static void assertCounts(long[] counts, double[] probabilities, double falseAlarm) {
        long total = Arrays.stream(counts).sum();
        assertThat(Arrays.stream(probabilities).min().orElseThrow() * total)
                .as("least expected count")
                .isGreaterThanOrEqualTo(5);
        assertThat(ChiSquareTest.withDefaults().test(probabilities, counts).getPValue())
                .as("chi-square p-value of %s", Arrays.toString(counts))
                .isGreaterThanOrEqualTo(falseAlarm);
    }

    /**
     * The number of successes in independent trials fits a probability, by the exact binomial law.
     *
     * @param successes the number of successes
     * @param trials the number of trials
     * @param probability the expected probability of a success
     * @param falseAlarm the probability that a correct program fails
     */
    public static void assertProportion(int successes, int trials, double probability, double falseAlarm) {
        BinomialDistribution law = BinomialDistribution.of(trials, probability);
        double least = Math.min(law.cumulativeProbability(successes), law.survivalProbability(successes - 1));
        assertThat(2 * least)
                .as("binomial p-value of %s successes in %s trials at %s", successes, trials, probability)
                .isGreaterThanOrEqualTo(falseAlarm);
    }

    private static double widening(double confidence, double falseAlarm) {
        return NORMAL.inverseSurvivalProbability(falseAlarm / 2)
                / NORMAL.inverseSurvivalProbability((1 - confidence) / 2);
    }
}
