package org.fetchlab.model.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultTypesTest {
    private static final Outcome<Double> ONE = new Outcome.Known<>(1.0, "first method");
    private static final Outcome<Double> TWO = new Outcome.Known<>(2.0, "second method");
    private static final Outcome<Double> VOID = new Outcome.None<>("third method", "the load 1.2 is not below 1");

    @Test
    void anOutcomeHasAValueOrAReasonAndAlwaysAMethod() {
        assertThat(ONE.value()).hasValue(1.0);
        assertThat(ONE.method()).isEqualTo("first method");
        assertThat(VOID.value()).isEmpty();
        assertThat(VOID.method()).isEqualTo("third method");
    }

    @Test
    void whatFollowsFromAnOutcomeKeepsItsMethodOrItsReason() {
        assertThat(TWO.map(value -> "twice " + value)).isEqualTo(new Outcome.Known<>("twice 2.0", "second method"));
        assertThat(VOID.map(value -> "twice " + value))
                .isEqualTo(new Outcome.None<>("third method", "the load 1.2 is not below 1"));
        assertThat(TWO.flatMap(value -> ONE)).isEqualTo(ONE);
        assertThat(TWO.flatMap(value -> VOID)).isEqualTo(VOID);
        assertThat(VOID.flatMap(value -> ONE)).isEqualTo(VOID);
    }

    @Test
    void boundsMayBeVoidButDoNotContradictEachOther() {
        assertThat(new Bounds(ONE, TWO).lower()).isEqualTo(ONE);
        assertThat(new Bounds(TWO, VOID).upper()).isEqualTo(VOID);
        assertThat(new Bounds(VOID, ONE).lower()).isEqualTo(VOID);
        assertThatThrownBy(() -> new Bounds(TWO, ONE)).hasMessageContaining("lower 2.0 > upper 1.0");
    }

    @Test
    void anEstimateCoversItsIntervalIncludingTheEnds() {
        Estimate estimate = new Estimate(1, 0.5, Estimate.DEFAULT_CONFIDENCE);
        assertThat(estimate.lower()).isEqualTo(0.5);
        assertThat(estimate.upper()).isEqualTo(1.5);
        assertThat(estimate.covers(0.5)).isTrue();
        assertThat(estimate.covers(1.5)).isTrue();
        assertThat(estimate.covers(Math.nextUp(1.5))).isFalse();
        assertThat(estimate.covers(Double.NaN)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "NaN,1,0.95",
        "Infinity,1,0.95",
        "1,NaN,0.95",
        "1,-1,0.95",
        "1,Infinity,0.95",
        "1,1,0",
        "1,1,1",
        "1,1,NaN"
    })
    void anEstimateHasNoPartOutOfRange(double value, double halfWidth, double confidence) {
        assertThatThrownBy(() -> new Estimate(value, halfWidth, confidence))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"0.5,STABLE", "1,UNDETERMINED", "1.5,UNDETERMINED", "2,UNSTABLE", "3,UNSTABLE"})
    void theVerdictComparesTheLoadWithBothEndsOfTheCapacity(double rate, Verdict verdict) {
        assertThat(new Capacity(1, 2).verdict(rate)).isEqualTo(verdict);
    }

    @Test
    void aLoadExactlyAtCapacityIsUnstable() {
        assertThat(Capacity.exactly(2).verdict(2)).isEqualTo(Verdict.UNSTABLE);
        assertThat(Capacity.exactly(2).verdict(Math.nextDown(2.0))).isEqualTo(Verdict.UNSTABLE);
        assertThat(Capacity.exactly(3 * 0.1).verdict(0.3)).isEqualTo(Verdict.UNSTABLE);
        assertThat(new Capacity(1, 2).verdict(1 - 1e-13)).isEqualTo(Verdict.UNDETERMINED);
        assertThat(Capacity.exactly(2).verdict(2 - 1e-11)).isEqualTo(Verdict.STABLE);
    }

    @Test
    void aCapacityIsAnOrderedFiniteBracketAndALoadIsPositive() {
        assertThatThrownBy(() -> new Capacity(2, 1)).hasMessageContaining("[2.0, 1.0]");
        assertThatThrownBy(() -> Capacity.exactly(Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> Capacity.exactly(Double.POSITIVE_INFINITY)).hasMessageContaining("Infinity");
        assertThatThrownBy(() -> Capacity.exactly(1).verdict(0)).hasMessageContaining("must be positive");
        assertThatThrownBy(() -> Capacity.exactly(1).verdict(Double.NaN)).hasMessageContaining("NaN");
    }

    @Test
    void theMeanQueueIsTheSumOfTheTails() {
        QueueTails tails = QueueTails.of(1, 0.9, 0.5, 0.1);
        assertThat(tails.meanQueue()).isCloseTo(1.5, Offset.offset(1e-15));
        assertThat(tails.tail(2)).isEqualTo(0.5);
        assertThat(tails.tail(4)).isZero();
        assertThat(tails.levels()).isEqualTo(4);
    }

    @Test
    void queueTailsAreValues() {
        double[] values = {1, 0.5};
        QueueTails tails = QueueTails.of(values);
        values[1] = 0.7;
        tails.toArray()[1] = 0.8;
        assertThat(tails)
                .isEqualTo(QueueTails.of(1, 0.5))
                .hasSameHashCodeAs(QueueTails.of(1, 0.5))
                .isNotEqualTo(QueueTails.of(1, 0.6))
                .hasToString("QueueTails[1.0, 0.5]");
    }

    @Test
    void queueTailsStartAtOneAndDoNotIncrease() {
        assertThatThrownBy(QueueTails::of).hasMessageContaining("s_0 = 1");
        assertThatThrownBy(() -> QueueTails.of(0.9)).hasMessageContaining("s_0 = 1");
        assertThatThrownBy(() -> QueueTails.of(Double.NaN)).hasMessageContaining("s_0 = 1");
        assertThatThrownBy(() -> QueueTails.of(1, 0.5, 0.6)).hasMessageContaining("s_2 = 0.6");
        assertThatThrownBy(() -> QueueTails.of(1, -0.1)).hasMessageContaining("s_1 = -0.1");
        assertThatThrownBy(() -> QueueTails.of(1, Double.NaN)).hasMessageContaining("s_1 = NaN");
    }
}
