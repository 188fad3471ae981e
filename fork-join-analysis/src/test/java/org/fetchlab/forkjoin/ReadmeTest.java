package org.fetchlab.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fetchlab.forkjoin.inorder.Accuracy;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.result.Bounds;
import org.junit.jupiter.api.Test;

/** The code of the module's README compiles, runs, and is what the README shows. */
class ReadmeTest {
    @Test
    void theFiveLinesGiveABracketOfMeanAndPercentile() {
        Recovery wholeFile = StorageCode.mds(3, 2).wholeFile();
        ServiceRates rates = ServiceRates.equal(1);
        ForkJoinAnalysis analysis = ForkJoinAnalysis.fixedArrivals(wholeFile, rates, 1.0, Accuracy.DEFAULT);
        Bounds mean = analysis.mean();
        Bounds p99 = analysis.exact().value().orElseThrow().downloadTime().quantile(0.99);

        assertThat(mean.lower().value().orElseThrow()).isBetween(1.999998, 2.0);
        assertThat(mean.upper().value().orElseThrow()).isBetween(2.0, 2.000002);
        assertThat(p99.lower().value().orElseThrow())
                .isLessThanOrEqualTo(p99.upper().value().orElseThrow());
    }

    @Test
    void theReadmeShowsTheseLines() throws IOException {
        String source = Files.readString(Path.of("src/test/java/org/fetchlab/forkjoin/ReadmeTest.java"));
        List<String> shown = Files.readAllLines(Path.of("README.md")).stream()
                .dropWhile(line -> !line.equals("```java"))
                .filter(line -> line.endsWith(";"))
                .toList();
        assertThat(shown).hasSize(5).allMatch(source::contains);
    }
}
