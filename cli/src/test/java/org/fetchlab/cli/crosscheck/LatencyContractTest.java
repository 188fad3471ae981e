package org.fetchlab.cli.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Named.named;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.fetchlab.fluid.download.BatchDownload;
import org.fetchlab.fluid.download.CentralizedDownload;
import org.fetchlab.fluid.download.ExponentialLatency;
import org.fetchlab.fluid.download.NoDelay;
import org.fetchlab.fluid.download.RedundantKillingDownload;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.forkjoin.inorder.InOrderSystem;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficLaw;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficMixture;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.forkjoin.qbd.UniformisedTime;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.model.service.ServiceTimes;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every law of a download time has to answer at the ends of its range, whichever engine computed it. */
class LatencyContractTest {
    private static final RandomStreams STREAMS = new RandomStreams(1);
    private static final Recovery ESTIMATED = StorageCode.lrc(22, 2, 3).recovery(0, Decoding.LINEAR);

    static Stream<Named<LatencyDistribution>> laws() {
        LowTrafficTime exact = LowTrafficTime.of(
                StorageCode.simplex(3).recovery(0, Decoding.LINEAR), ServiceTimes.pareto(1, 1.5), STREAMS);
        LowTrafficTime estimated = LowTrafficTime.of(ESTIMATED, ServiceTimes.exponential(1), STREAMS);
        Recovery two = StorageCode.replication(2).wholeFile();
        BatchChoice choice = BatchChoice.of(3, 2);
        return Stream.of(
                named("low traffic", exact),
                named("low traffic, estimated", estimated),
                named("low traffic, two rates", LowTrafficTime.of(ESTIMATED, 1, 2, STREAMS)),
                named("mixture", LowTrafficMixture.of(List.of(exact, estimated), new double[] {0.5, 0.5})),
                named("lone request", InOrderSystem.of(two, new double[] {1, 2}).lowTraffic()),
                named("uniformised", UniformisedTime.of(2, new double[] {1, 0.5, 0.25})),
                named("batch", BatchDownload.of(choice, QueueTails.of(1, 0.5, 0.1))),
                named(
                        "killing",
                        RedundantKillingDownload.of(choice, 0.5).value().orElseThrow()),
                named("centralized", CentralizedDownload.of(0.9, 0.1).value().orElseThrow()),
                named("exponential", new ExponentialLatency(2)),
                named("no delay", new NoDelay()));
    }

    @ParameterizedTest
    @MethodSource("laws")
    void survivalIsOneBeforeTimeZeroAndZeroAtInfinityAndFallsBetween(LatencyDistribution law) {
        double[] times = {
            Double.NEGATIVE_INFINITY,
            -1,
            0,
            Double.MIN_VALUE,
            0.1,
            1,
            10,
            1e3,
            1e100,
            Double.MAX_VALUE,
            Double.POSITIVE_INFINITY
        };
        double[] survivals = DoubleStream.of(times).map(law::survival).toArray();
        assertThat(survivals[0]).isEqualTo(1);
        assertThat(survivals[1]).isEqualTo(1);
        assertThat(survivals[times.length - 1]).isZero();
        for (int i = 1; i < times.length; i++) {
            assertThat(survivals[i]).as("survival at " + times[i]).isBetween(0.0, survivals[i - 1]);
        }
    }

    @ParameterizedTest
    @MethodSource("laws")
    void quantilesStartAtTheLowerEndAndOneHasNone(LatencyDistribution law) {
        assertThat(law.quantile(0)).isBetween(0.0, law.quantile(0.5));
        assertThat(law.quantile(0.5)).isBetween(0.0, law.quantile(1 - 1e-12));
        assertThat(law.quantile(1 - 1e-12)).isFinite();
        for (double none : new double[] {1, -0.1, Double.NaN}) {
            assertThatThrownBy(() -> law.quantile(none)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("laws")
    void aTimeThatIsNotANumberIsRefused(LatencyDistribution law) {
        assertThatThrownBy(() -> law.survival(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("time NaN must be a number");
    }

    @Test
    void anEstimatedSurvivalIsCertainBeforeTimeZeroAndAtInfinity() {
        LowTrafficTime time = LowTrafficTime.of(ESTIMATED, ServiceTimes.exponential(1), STREAMS);
        for (LowTrafficLaw law : List.of(time, LowTrafficMixture.of(List.of(time), new double[] {1}))) {
            assertThat(law.survivalHalfWidth(-1)).isZero();
            assertThat(law.survivalHalfWidth(1)).isPositive();
            assertThat(law.survivalHalfWidth(Double.POSITIVE_INFINITY)).isZero();
        }
    }
}
