package org.fetchlab.sim.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.fetchlab.model.result.Estimate;
import org.junit.jupiter.api.Test;

class BatchMeansTest {
    @Test
    void batchesAreMeansOfConsecutiveNumbersAndTheirNumberStaysBounded() {
        BatchMeans batches = new BatchMeans(4, 1);
        for (int i = 1; i <= 9; i++) {
            batches.add(i);
        }
        assertThat(batches.batchSize()).isEqualTo(4);
        assertThat(batches.means()).containsExactly(2.5, 6.5);
        assertThat(batches.count()).isEqualTo(9);
        assertThat(batches.mean()).isEqualTo(5);
    }

    @Test
    void theIntervalPoolsNeighboursAndDropsTheIncompleteRest() {
        BatchMeans batches = new BatchMeans(8, 2);
        for (int i = 1; i <= 11; i++) {
            batches.add(i);
        }
        // Batches 1.5, 3.5, 5.5, 7.5, 9.5 pooled by two: 2.5 and 6.5, standard deviation √8, t quantile 12.706.
        Estimate interval = batches.interval(3, 0.95);
        assertThat(interval.value()).isEqualTo(4.5);
        assertThat(interval.halfWidth()).isCloseTo(12.706204736 * 2, within(1e-6));
    }

    @Test
    void emptyOrSingleBatchesHaveNoMeanOrNoInterval() {
        BatchMeans batches = new BatchMeans(4, 2);
        assertThatThrownBy(batches::mean).isInstanceOf(IllegalStateException.class);
        batches.add(1);
        assertThatThrownBy(() -> batches.interval(10, 0.95)).hasMessageContaining("two complete batches");
    }

    @Test
    void capacityAndBatchSizeAreChecked() {
        assertThatThrownBy(() -> new BatchMeans(3, 1)).hasMessageContaining("capacity 3");
        assertThatThrownBy(() -> new BatchMeans(4, 0)).hasMessageContaining("batch size 0");
    }
}
