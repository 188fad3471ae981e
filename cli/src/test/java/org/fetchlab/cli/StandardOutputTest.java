package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.fetchlab.cli.command.StandardOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a result that standard output does not take. */
final class StandardOutputTest {
    private final StringWriter errors = new StringWriter();
    private final PrintWriter err = new PrintWriter(errors, true);

    @Test
    void aResultIsPrintedInUtf8AndKeepsItsExitCode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StandardOutput out = new StandardOutput(bytes);
        out.writer().print("±");
        assertThat(out.exitCode(3, err)).isEqualTo(3);
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("±");
        assertThat(errors.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "3, 2", "2, 2", "1, 1"})
    void aResultThatIsLostIsOneSentenceAndBadInput(int command, int process) {
        StandardOutput out = new StandardOutput(failing("No space left on device"));
        out.writer().print("result");
        assertThat(out.exitCode(command, err)).isEqualTo(process);
        assertThat(errors.toString().lines())
                .containsExactly("fetchlab: standard output cannot be written: No space left on device");
    }

    @Test
    void aReaderThatHasSeenEnoughIsNoError() {
        StandardOutput out = new StandardOutput(failing("Broken pipe"));
        out.writer().print("result");
        assertThat(out.exitCode(0, err)).isZero();
        assertThat(errors.toString()).isEmpty();
    }

    private static OutputStream failing(String reason) {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException(reason);
            }
        };
    }
}
