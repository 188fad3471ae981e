package org.fetchlab.model.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fetchlab.model.random.RandomStreams;
import org.junit.jupiter.api.Test;

class StorageCodeTest {
    private static final RandomStreams STREAMS = new RandomStreams(1);

    @Test
    void azureCodeDecodesEveryThreeErasuresAnd180Of210FourErasures() {
        DecodableFraction decodable = StorageCode.lrc(6, 2, 2).decodableFraction(STREAMS);
        assertThat(decodable.isExact()).isTrue();
        assertThat(decodable.at(3)).isEqualTo(1);
        assertThat(decodable.at(4)).isCloseTo(180.0 / 210, within(1e-15));
        assertThat(decodable.at(5)).isZero();
    }
}
