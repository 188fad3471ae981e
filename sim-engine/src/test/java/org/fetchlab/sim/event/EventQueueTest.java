package org.fetchlab.sim.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.testing.Allocations;
import org.junit.jupiter.api.Test;

class EventQueueTest {
    private final UniformRandomProvider random = new RandomStreams(1).stream(0, RandomPurpose.EVENTS);

    @Test
    void eventsComeInTheOrderOfTimeThenPriorityThenScheduling() {
        EventQueue queue = new EventQueue();
        queue.schedule(2, 0, 10);
        queue.schedule(1, 1, 11);
        queue.schedule(1, 0, 12);
        queue.schedule(1, 1, 13);
        queue.schedule(1, 0, 14);
        List<Integer> payloads = new ArrayList<>();
        while (!queue.isEmpty()) {
            payloads.add(queue.payload(queue.first()));
            queue.withdraw(queue.first());
        }
        assertThat(payloads).containsExactly(12, 14, 11, 13, 10);
    }

    private record Expected(double time, int priority, int payload, int handle) {}

    @Test
    void anyPendingEventCanBeWithdrawn() {
        EventQueue queue = new EventQueue();
        List<Expected> pending = new ArrayList<>();
        Comparator<Expected> order = Comparator.comparingDouble(Expected::time)
                .thenComparingInt(Expected::priority)
                .thenComparingInt(Expected::payload);
        for (int i = 0; i < 5000; i++) {
            if (random.nextInt(3) > 0) {
                double time = random.nextInt(50);
                int priority = random.nextInt(3);
                pending.add(new Expected(time, priority, i, queue.schedule(time, priority, i)));
            } else if (!pending.isEmpty()) {
                queue.withdraw(pending.remove(random.nextInt(pending.size())).handle());
            }
            if (i % 7 == 0 && !pending.isEmpty()) {
                assertThat(queue.payload(queue.first()))
                        .isEqualTo(Collections.min(pending, order).payload());
            }
        }
        pending.sort(order);
        for (Expected expected : pending) {
            assertThat(queue.payload(queue.first())).isEqualTo(expected.payload());
            assertThat(queue.time(queue.first())).isEqualTo(expected.time());
            queue.withdraw(queue.first());
        }
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void aHoldOperationAllocatesNothing() {
        EventQueue queue = new EventQueue();
        for (int i = 0; i < 1000; i++) {
            queue.schedule(random.nextDouble(), 0, i);
        }
        hold(queue, 1000);
        long few = Allocations.bytes(() -> hold(queue, 1000));
        assertThat(Allocations.bytes(() -> hold(queue, 10_000))).isLessThanOrEqualTo(few + 1024);
    }

    private void hold(EventQueue queue, int times) {
        for (int i = 0; i < times; i++) {
            double now = queue.time(queue.first());
            queue.withdraw(queue.first());
            queue.schedule(now + random.nextDouble(), 0, i);
        }
    }
}
