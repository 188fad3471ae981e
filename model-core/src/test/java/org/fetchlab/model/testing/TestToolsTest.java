package org.fetchlab.model.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.model.testing.StatisticalAssertions.RARE;

import java.util.stream.IntStream;
import org.fetchlab.model.result.Estimate;
import org.junit.jupiter.api.Test;

class TestToolsTest {
    private static final String TABLE = "code,mean,fractions\n\"mds(9,6)\",0.5,0.9;0.1\nrep(3),,1\n";

    @Test
    void aReferenceTableReadsQuotedFieldsByName() {
        ReferenceTable.Row row = ReferenceTable.parse(TABLE).rows().findFirst().orElseThrow();
        assertThat(row.text("code")).isEqualTo("mds(9,6)");
        assertThat(row.number("mean")).isEqualTo(0.5);
        assertThat(row.numbers("fractions")).containsExactly(0.9, 0.1);
        assertThat(row).hasToString("{code=mds(9,6), mean=0.5, fractions=0.9;0.1}");
    }

    @Test
    void anEmptyFieldSaysThatTheColumnDoesNotApply() {
        ReferenceTable.Row row =
                ReferenceTable.parse(TABLE).rows().skip(1).findFirst().orElseThrow();
        assertThat(row.has("mean")).isFalse();
        assertThat(row.integer("fractions")).isEqualTo(1);
        assertThatThrownBy(() -> row.has("median")).hasMessageContaining("median");
    }

    @Test
    void aTableWithARaggedRowOrWithoutAResourceIsAnError() {
        assertThatThrownBy(() -> ReferenceTable.parse("a,b\n1\n")).hasMessageContaining("[a, b]");
        assertThatThrownBy(() -> ReferenceTable.read("absent.csv")).hasMessageContaining("absent.csv");
    }

    @Test
    void coverageIsWidenedToTheFalseAlarmRateAndNeedsPower() {
        Estimate estimate = new Estimate(1.03, 0.0196, 0.95); // three standard errors from 1
        StatisticalAssertions.assertCovers(estimate, 1, 0.02, RARE);
        assertThatThrownBy(() -> StatisticalAssertions.assertCovers(estimate, 1, 0.02, 0.01))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> StatisticalAssertions.assertCovers(estimate, 1, 0.01, RARE))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void estimatesAgreeWithinTheirCombinedError() {
        Estimate one = new Estimate(1, 0.03, 0.95);
        StatisticalAssertions.assertAgree(one, new Estimate(1.05, 0.04, 0.95), 0.01);
        assertThatThrownBy(() -> StatisticalAssertions.assertAgree(one, new Estimate(1.2, 0.04, 0.95), RARE))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void goodnessOfFitTestsAcceptTheLawAndRejectAnother() {
        double[] grid =
                IntStream.range(0, 2000).mapToDouble(i -> (i + 0.5) / 2000).toArray();
        StatisticalAssertions.assertFollows(grid, x -> x, RARE);
        StatisticalAssertions.assertMean(grid, 0.5, RARE);
        StatisticalAssertions.assertCounts(new long[] {498, 502}, new double[] {0.5, 0.5}, RARE);
        StatisticalAssertions.assertProportion(498, 1000, 0.5, RARE);
        StatisticalAssertions.assertVariance(1.1, 500, 1, RARE);
        assertThatThrownBy(() -> StatisticalAssertions.assertVariance(1.4, 500, 1, RARE))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> StatisticalAssertions.assertFollows(grid, x -> x * x, RARE))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> StatisticalAssertions.assertMean(grid, 0.6, RARE))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(
                        () -> StatisticalAssertions.assertCounts(new long[] {400, 600}, new double[] {0.5, 0.5}, RARE))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> StatisticalAssertions.assertProportion(400, 1000, 0.5, RARE))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void allocationsCountTheBytesOfABlock() {
        byte[][] keep = new byte[1][];
        assertThat(Allocations.bytes(() -> keep[0] = new byte[1_000_000])).isBetween(1_000_000L, 1_100_000L);
    }

    @Test
    void tolerancesScaleWithTheExpectedValue() {
        assertThat(Tolerances.relative(-200, 1e-3).value).isEqualTo(0.2);
        assertThat(Tolerances.relative(0, 1e-3).value).isPositive();
        assertThat(Tolerances.mixed(0.5, 1e-3).value).isEqualTo(1e-3);
    }
}
