package org.fetchlab.model.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.fetchlab.model.random.RandomStreams;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecoveryProfileTest {
    private static final RandomStreams STREAMS = new RandomStreams(1);
    private static final double ROUNDING = 1e-12;

    static RecoveryProfile profile(StorageCode code, int object, Decoding decoding) {
        return RecoveryProfile.of(code.recovery(object, decoding), STREAMS);
    }

    /** The mean download time of one request in the system with service times Exp(1). */
    static double lowTrafficMean(RecoveryProfile profile) {
        return IntStream.range(0, profile.servers())
                .mapToDouble(j -> profile.unrecovered(j) / (profile.servers() - j))
                .sum();
    }

    @ParameterizedTest
    @CsvSource({
        "rep(3), 0.3333333333333333, 0.3333333333333333",
        "'mds(9,6)', 0.6666666666666667, 0.6666666666666667",
        "'lrc(6,2,2)', 0.75, 0.594047619047619",
        "2*simplex(3), 0.4571428571428571, 0.4285714285714286",
        "simplex(3)+rep(3), 0.4571428571428571, 0.4285714285714286",
    })
    void lowTrafficMeansOfThePublishedCodesFollowFromTheirProfiles(String spec, double groups, double linear) {
        StorageCode code = CodeSpec.parse(spec, MatrixSource.none());
        assertThat(lowTrafficMean(profile(code, 0, Decoding.GROUPS))).isCloseTo(groups, within(ROUNDING));
        assertThat(lowTrafficMean(profile(code, 0, Decoding.LINEAR))).isCloseTo(linear, within(ROUNDING));
    }
}
