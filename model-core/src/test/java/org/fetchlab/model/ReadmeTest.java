package org.fetchlab.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fetchlab.model.code.CodeSpec;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.MatrixSource;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.RecoveryProfile;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.service.ColumnSource;
import org.fetchlab.model.service.ServiceSpec;
import org.fetchlab.model.service.ServiceTime;
import org.junit.jupiter.api.Test;

/** The lines of the README. */
final class ReadmeTest {
    @Test
    void theLinesOfTheReadmeDoWhatItSays() {
        StorageCode code = CodeSpec.parse("lrc(6,2,2)", MatrixSource.none());
        Recovery object = code.recovery(0, Decoding.LINEAR);
        RecoveryProfile profile = RecoveryProfile.of(object, new RandomStreams(1));
        ServiceTime service = ServiceSpec.parse("percentiles(50:12ms,90:25ms,99:110ms)", ColumnSource.NONE);
        double slow = service.survival(0.1);

        assertThat(profile.isExact()).isTrue();
        assertThat(profile.unrecovered(6)).isCloseTo(1.0 / 21, within(1e-12));
        assertThat(slow).isBetween(0.01, 0.1);
    }
}
