package org.fetchlab.fluid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.fluid.fluctuation.LinearFunctional;
import org.fetchlab.fluid.fluctuation.MomentPoint;
import org.fetchlab.fluid.fluctuation.Moments;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The 1/n terms of policies whose drift switches. */
class SwitchingExpansionTest {
    private static final RoutingPolicy SHORTEST = new RoutingPolicy.JoinShortestQueue();
    private static final RoutingPolicy IDLE = new RoutingPolicy.JoinIdleQueue();

    /** By the balance of the levels from i up, λ E[s_{i−1}] = (1−p) E[s_i] + p P{longest >= i}. */
    @ParameterizedTest
    @CsvSource({"0.25,0.8", "0.5,0.7", "0.3,0.6", "0.8,0.5", "0.1,0.7", "0.05,0.9", "1,0.4"})
    void stationaryTermsOfCentralizationAreThoseOfTheLevelAboveTheLongestQueue(double share, double load) {
        Moments moments = known(
                FluidAnalysis.of(new RoutingPolicy.Centralized(share), load).stationaryFluctuations());
        double[] s = moments.mean();
        double[] v = known(moments.correction());
        int last = v.length - 1;
        double utilisation = load * (last == 0 ? 1 : s[last - 1]) / share;
        assertThat(s[last]).isZero();
        assertThat(v[last]).isCloseTo(utilisation / (1 - utilisation), within(1e-9));
        for (int j = 0; j < last; j++) {
            assertThat(v[j]).isCloseTo(0, within(1e-9));
        }
    }

    /** Exact means of 10, 20 and 40 servers, extrapolated to n = ∞. */
    @Test
    void stationaryTermsOfCentralizationAreThoseOfTheExactChain() {
        double[] v = known(
                known(FluidAnalysis.of(new RoutingPolicy.Centralized(0.8), 0.5).stationaryFluctuations())
                        .correction());
        double[] exact = extrapolated(new RoutingPolicy.Centralized(0.8), 0.5, 0, 3, 4, new double[1], 10);
        assertThat(exact[0]).isCloseTo(v[0], within(0.01 * v[0]));
    }

    static Stream<Arguments> slides() {
        return Stream.of(
                Arguments.of(SHORTEST, 3, 1, 3, 0.2, 15),
                Arguments.of(SHORTEST, 3, 2, 4, 0.2, 15),
                Arguments.of(IDLE, 3, 1, 4, 0.15, 6),
                Arguments.of(new RoutingPolicy.Centralized(0.9), 0.3, 1, 3, 0.3, 12));
    }

    /** Exact means of n, 2n and 4n servers that slide from the start on, extrapolated to n = ∞. */
    @ParameterizedTest
    @MethodSource("slides")
    void termsOfPathsThatSlideAreThoseOfTheExactChain(
            RoutingPolicy policy, double load, int jobs, int longest, double time, int servers) {
        Moments moments = at(policy, load, jobs, time).get(0);
        double[] v = known(moments.correction());
        double[] exact = extrapolated(policy, load, jobs, longest, time, moments.mean(), servers);
        for (int j = 0; j < longest - 1; j++) {
            assertThat(exact[j]).as("V_%d", j + 1).isCloseTo(v[j], within(0.03));
        }
    }

    /** n(E[s] − s) up to terms of order 1/n³. */
    private static double[] extrapolated(
            RoutingPolicy policy, double load, int jobs, int longest, double time, double[] fluid, int servers) {
        double[][] differences = new double[3][];
        for (int i = 0; i < differences.length; i++) {
            ExactChain chain = new ExactChain(policy, servers << i, load, jobs, longest);
            chain.advance(time);
            differences[i] = chain.scaledDifference(fluid);
        }
        double[] limit = new double[longest];
        Arrays.setAll(limit, j -> (8 * differences[2][j] - 6 * differences[1][j] + differences[0][j]) / 3);
        return limit;
    }

    /** All servers busy but z: departures are so many less, and the number of jobs grows by ∫ z dt. */
    @Test
    void idleServersMakeUpForTheMeanNumberOfJobs() {
        double load = 1.5;
        double time = 1.5;
        Moments shortest = at(SHORTEST, load, 1, time).get(0);
        // s_2 = t/2, z = (1 − s_2)/(s_2 + 1/2)
        assertThat(sum(shortest)).isCloseTo(3 * Math.log(1 + time) - time, within(1e-8));
        double[] times = new double[201];
        Arrays.setAll(times, i -> i * time / 200);
        List<Moments> random = at(IDLE, load, 1, times);
        double integral = 0;
        for (int i = 1; i < times.length; i++) {
            integral += (idle(random.get(i)) + idle(random.get(i - 1))) / 2 * (times[i] - times[i - 1]);
        }
        assertThat(sum(random.get(200))).isCloseTo(integral, within(2e-4));
    }

    static Stream<Arguments> busyPaths() {
        return Stream.of(
                Arguments.of(0.9, 10, new double[] {0.5, 2.5, 5}, 0),
                Arguments.of(1.5, 3, new double[] {1, 3, 5}, 0),
                // from empty: Σ_11/(2 f_1) = 1 where the servers fill up, ∫ z dt while one job each is the least, and
                // nothing from then on
                Arguments.of(1.5, 0, new double[] {4.1, 6.1}, 1 + 3 * Math.log(3) - 2));
    }

    /** While no server is idle the mean number of jobs grows at the rate n(λ − 1) exactly, at any n. */
    @ParameterizedTest
    @MethodSource("busyPaths")
    void theMeanNumberOfJobsIsExactWhileNoServerIsIdle(double load, int jobs, double[] times, double gained) {
        for (Moments moments : at(SHORTEST, load, jobs, times)) {
            assertThat(sum(moments)).isCloseTo(gained, within(1e-7));
        }
    }

    private static double idle(Moments moments) {
        double refilled = 1 - moments.mean()[1];
        return refilled / (1.5 - refilled);
    }

    private static double sum(Moments moments) {
        return Arrays.stream(known(moments.correction())).sum();
    }

    /** Ten jobs each leave level ten at once: on the way λ/(1 − λ) jobs per n servers go to level eleven. */
    @Test
    void leavingASurfaceAtTheStartTakesAFewJobsAlong() {
        double[] v = known(at(SHORTEST, 0.9, 10, 1e-9).get(0).correction());
        assertThat(v[9]).isCloseTo(-9, within(1e-6));
        assertThat(v[10]).isCloseTo(9, within(1e-6));
        assertThat(known(at(SHORTEST, 0.9, 10, 0, 1).get(0).correction())).containsOnly(0);
        double[] empty = known(
                at(new RoutingPolicy.Centralized(0.5), 0.7, 0, 1e-9).get(0).correction());
        assertThat(empty[0]).isCloseTo(0.5 / 0.2, within(1e-6));
        double[] one = known(at(IDLE, 0.6, 1, 1e-9).get(0).correction());
        assertThat(one[0]).isCloseTo(-1.5, within(1e-6));
        assertThat(one[1]).isCloseTo(1.5, within(1e-6));
    }

    /** From three jobs each the shortest queues have two, then one: at the first change s_3 = 1/10. */
    @Test
    void theTermEndsWhereAPathComesOffASurface() {
        List<Moments> moments = at(SHORTEST, 0.9, 3, 1, 40);
        assertThat(moments.get(0).correction()).isInstanceOf(Outcome.Known.class);
        Outcome<double[]> late = moments.get(1).correction();
        assertThat(((Outcome.None<double[]>) late).reason()).contains("come off a surface", "n^(-2/3)");
        assertThat(moments.get(1).refinedTails(100)).isInstanceOf(Outcome.None.class);
        assertThat(moments.get(1).isExpansionRough(1)).isFalse();
    }

    /** The relative variance of the distance from ρ = 1 is to be below a tenth. */
    @Test
    void theTermIsRoughForFewServers() {
        Moments moments =
                known(FluidAnalysis.of(new RoutingPolicy.Centralized(0.5), 0.7).stationaryFluctuations());
        double relative = 0.7 * 0.7 * moments.covariance(0, 0) / (0.22 * 0.22);
        assertThat(moments.isExpansionRough((int) Math.floor(10 * relative))).isTrue();
        assertThat(moments.isExpansionRough((int) Math.ceil(10 * relative))).isFalse();
        Moments affine = known(FluidAnalysis.of(SHORTEST, 0.9).stationaryFluctuations());
        assertThat(affine.isExpansionRough(10)).isFalse();
    }

    /** ρ/(1 − ρ) servers of n are not to change p − λ by a tenth of it: 2 by 0.2, and 40 by 0.01. */
    @ParameterizedTest
    @CsvSource({"0.6,100", "0.41,40000"})
    void theTermIsRoughWhereServersOffTheSurfaceChangeTheirOwnRates(double share, int servers) {
        RoutingPolicy policy = new RoutingPolicy.Centralized(share);
        Moments stationary = known(FluidAnalysis.of(policy, 0.4).stationaryFluctuations());
        for (Moments moments : List.of(stationary, at(policy, 0.4, 0, 1).get(0))) {
            assertThat(moments.isExpansionRough((int) (0.99 * servers))).isTrue();
            assertThat(moments.isExpansionRough((int) (1.01 * servers))).isFalse();
        }
    }

    /** Servers fill up at time ln 3, give or take 2/√n. */
    @Test
    void theTermIsRoughUntilAllSystemsHaveCrossed() {
        List<Moments> moments = at(SHORTEST, 1.5, 0, Math.log(3) + 0.1, 2);
        assertThat(moments.get(0).probabilityOfOtherRegime(400)).isCloseTo(0.158655, within(1e-5));
        assertThat(moments.get(0).isExpansionRough(400)).isTrue();
        assertThat(moments.get(0).isExpansionRough(4100)).isFalse();
        assertThat(moments.get(1).probabilityOfOtherRegime(400)).isLessThan(1e-3);
        assertThat(moments.get(1).isExpansionRough(400)).isFalse();
    }

    @Test
    void theBandOfAPinnedTailIsTooNarrow() {
        Moments sliding = at(SHORTEST, 1.5, 3, 1).get(0);
        assertThat(sliding.band(LinearFunctional.tail(3), 1000).halfWidth()).isZero();
        assertThat(sliding.isBandTooNarrow(LinearFunctional.tail(3), 1000)).isTrue();
        assertThat(sliding.isBandTooNarrow(LinearFunctional.tail(2), 1000)).isFalse();
        assertThat(sliding.isBandTooNarrow(LinearFunctional.tail(4), 1000)).isFalse();
        Moments left = at(SHORTEST, 0.9, 3, 12).get(0);
        assertThat(left.correction()).isInstanceOf(Outcome.None.class);
        assertThat(left.isBandTooNarrow(LinearFunctional.tail(1), 1000)).isTrue();
        assertThat(at(SHORTEST, 1.5, 3, 0, 1).get(0).isBandTooNarrow(LinearFunctional.tail(3), 1))
                .isFalse();
    }

    @Test
    void theExpansionIsVoidWhereItMakesNoDistribution() {
        Moments moments =
                known(FluidAnalysis.of(new RoutingPolicy.PowerOfD(2), 0.999).stationaryFluctuations());
        assertThat(moments.isExpansionVoid(100)).isTrue();
        assertThat(moments.isExpansionVoid(100_000)).isFalse();
        assertThat(at(SHORTEST, 0.9, 3, 40).get(0).isExpansionVoid(1)).isFalse();
    }

    /** λ − 1 is 1e-7: no path slides, and none comes off a surface. */
    @Test
    void aCriticalStartHasNoTermForItsOwnReason() {
        Outcome<double[]> correction = at(SHORTEST, 1 + 1e-7, 1, 1).get(0).correction();
        assertThat(((Outcome.None<double[]>) correction).reason()).contains("from a start", "critical");
    }

    private static List<Moments> at(RoutingPolicy policy, double load, int jobs, double... times) {
        double[] start = new double[jobs + 1];
        Arrays.fill(start, 1);
        FluidAnalysis analysis = FluidAnalysis.of(policy, load).startingAt(QueueTails.of(start));
        return known(analysis.fluctuations(times)).stream()
                .map(MomentPoint::moments)
                .map(SwitchingExpansionTest::known)
                .toList();
    }

    private static <T> T known(Outcome<T> outcome) {
        return outcome.value().orElseThrow();
    }
}
