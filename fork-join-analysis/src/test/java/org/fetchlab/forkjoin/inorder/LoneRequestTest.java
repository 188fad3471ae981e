package org.fetchlab.forkjoin.inorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.forkjoin.Recoveries.availability;
import static org.fetchlab.forkjoin.Recoveries.oneObject;
import static org.fetchlab.forkjoin.Recoveries.wholeFile;
import static org.fetchlab.model.testing.Tolerances.FORMULA;
import static org.fetchlab.model.testing.Tolerances.ITERATION;
import static org.fetchlab.model.testing.Tolerances.SUMMATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.stream.Stream;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.service.ServiceTimes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LoneRequestTest {
    static Stream<Recovery> recoveries() {
        return Stream.of(
                availability(2, 3),
                availability(3, 2),
                oneObject(6, 3),
                wholeFile(5, 3),
                StorageCode.simplex(3).recovery(0, Decoding.LINEAR),
                StorageCode.lrc(6, 2, 2).recovery(0, Decoding.LINEAR));
    }

    /** Two ways of counting the sets that do not recover: by classes of exchangeable servers, and by their sizes. */
    @ParameterizedTest
    @MethodSource("recoveries")
    void countedSetsAgreeWithTheRecoveryProfile(Recovery recovery) {
        LowTrafficTime equal = LowTrafficTime.of(recovery, ServiceTimes.exponential(0.7), new RandomStreams(0));
        compare(InOrderSystem.of(recovery, 0.7).lowTraffic(), equal);
        compare(
                InOrderSystem.of(recovery, 0.01, 3).lowTraffic(),
                LowTrafficTime.of(recovery, 0.01, 3, new RandomStreams(0)));
        compare(
                InOrderSystem.of(recovery, 50, 0.3).lowTraffic(),
                LowTrafficTime.of(recovery, 50, 0.3, new RandomStreams(0)));
    }

    private static void compare(LoneRequest counted, LowTrafficTime profile) {
        for (int order = 1; order <= 3; order++) {
            double expected = profile.moment(order).value().orElseThrow();
            assertThat(counted.moment(order).value().orElseThrow()).isCloseTo(expected, relative(expected, SUMMATION));
        }
        for (double p : new double[] {0.01, 0.5, 0.9999}) {
            double time = profile.quantile(p);
            assertThat(counted.survival(time)).isCloseTo(1 - p, relative(1 - p, ITERATION));
        }
    }

    /** P{T > s} = e^(-γs) (1 - (1-e^(-αs)) (1-e^(-βs))), moments by inclusion and exclusion. */
    @ParameterizedTest
    @CsvSource({"1,1e6,1", "1,1,1e-6", "1e-6,1,1", "1e8,1,1e-8", "0.5,2,1"})
    void ratesFarApartLoseNoDigits(double gamma, double alpha, double beta) {
        LoneRequest lone = InOrderSystem.of(availability(2, 1), new double[] {gamma, alpha, beta})
                .lowTraffic();
        double mean = 1 / (gamma + alpha) + 1 / (gamma + beta) - 1 / (gamma + alpha + beta);
        // The three terms cancel down to about the smallest rate over the sum of all.
        double least = Math.min(alpha, beta);
        assertThat(lone.mean().value().orElseThrow())
                .isCloseTo(mean, relative(mean, FORMULA * (1 + (gamma + alpha + beta) / (gamma + least))));
        for (double s : new double[] {0.3 * mean, mean, 8 * mean}) {
            double expected = Math.exp(-gamma * s) * (1 - Math.expm1(-alpha * s) * Math.expm1(-beta * s));
            assertThat(lone.survival(s)).isCloseTo(expected, relative(expected, ITERATION));
        }
        double p99 = lone.quantile(0.99);
        assertThat(lone.survival(p99)).isCloseTo(0.01, relative(0.01, ITERATION));
    }

    /** Groups with unequal servers are exchangeable as groups: C(t+2, 2) classes of finished sets. */
    @Test
    void groupsOfUnequalServersAreExchangeable() {
        Recovery recovery = availability(2, 8);
        double[] rates = new double[17];
        rates[0] = 1;
        for (int g = 0; g < 8; g++) {
            rates[1 + 2 * g] = 2;
            rates[2 + 2 * g] = 0.5;
        }
        InOrderSystem system = InOrderSystem.of(recovery, rates);
        assertThat(LeadPhases.of(system, 1, 100).orElseThrow().size()).isEqualTo(45);
        double s = 0.4;
        double group = 1 - Math.expm1(-2 * s) * Math.expm1(-0.5 * s);
        double expected = Math.exp(-s) * Math.pow(group, 8);
        assertThat(system.lowTraffic().survival(s)).isCloseTo(expected, relative(expected, SUMMATION));
    }

    @Test
    void momentsBeyondTheThirdAreNotOffered() {
        LoneRequest lone = InOrderSystem.of(wholeFile(2, 2), 1).lowTraffic();
        assertThat(lone.survival(-1)).isEqualTo(1);
        assertThatThrownBy(() -> lone.moment(4)).hasMessageContaining("1, 2 or 3");
    }
}
