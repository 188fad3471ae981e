package org.fetchlab.sim.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    void emptyBatchesHaveNoMean() {
        BatchMeans batches = new BatchMeans(4, 2);
        assertThatThrownBy(batches::mean).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void capacityAndBatchSizeAreChecked() {
        assertThatThrownBy(() -> new BatchMeans(3, 1)).hasMessageContaining("capacity 3");
        assertThatThrownBy(() -> new BatchMeans(4, 0)).hasMessageContaining("batch size 0");
    }
}
