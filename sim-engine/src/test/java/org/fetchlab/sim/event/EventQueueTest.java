package org.fetchlab.sim.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
        int[] priorities = {0, 1, 0, 1, 0};
        double[] times = {2, 1, 1, 1, 1};
        IntStream.range(0, 5).forEach(i -> queue.add(priorities[i], 10 + i));
        IntStream.of(0, 3, 4, 1, 2).forEach(event -> queue.schedule(event, times[event]));
        List<Integer> payloads = new ArrayList<>();
        while (!queue.isEmpty()) {
            payloads.add(queue.payload(queue.first()));
            queue.withdraw(queue.first());
        }
        assertThat(payloads).containsExactly(14, 12, 13, 11, 10);
    }

    private record Expected(double time, int priority, int order, int event) {}

    @Test
    void anyPendingEventCanBeWithdrawnAndScheduledAgain() {
        EventQueue queue = new EventQueue();
        Map<Integer, Expected> pending = new HashMap<>();
        Comparator<Expected> order = Comparator.comparingDouble(Expected::time)
                .thenComparingInt(Expected::priority)
                .thenComparingInt(Expected::order);
        List<Integer> priorities = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            if (priorities.size() < 300 && random.nextInt(20) == 0) {
                priorities.add(random.nextInt(3));
                queue.add(priorities.get(priorities.size() - 1), -priorities.size());
            } else if (!priorities.isEmpty()) {
                int event = random.nextInt(priorities.size());
                assertThat(queue.isPending(event)).isEqualTo(pending.containsKey(event));
                if (pending.remove(event) != null) {
                    queue.withdraw(event);
                } else {
                    double time = random.nextInt(25) == 0 ? Double.POSITIVE_INFINITY : random.nextInt(50);
                    pending.put(event, new Expected(time, priorities.get(event), i, event));
                    queue.schedule(event, time);
                }
            }
            if (i % 7 == 0 && !pending.isEmpty()) {
                assertThat(queue.first())
                        .isEqualTo(Collections.min(pending.values(), order).event());
            }
        }
        for (Expected expected : pending.values().stream().sorted(order).toList()) {
            assertThat(queue.first()).isEqualTo(expected.event());
            assertThat(queue.payload(expected.event())).isEqualTo(-1 - expected.event());
            assertThat(queue.time(expected.event())).isEqualTo(expected.time());
            queue.withdraw(queue.first());
        }
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void aHoldOperationAllocatesNothing() {
        EventQueue queue = new EventQueue();
        for (int i = 0; i < 1000; i++) {
            queue.schedule(queue.add(0, i), random.nextDouble());
        }
        hold(queue, 1000);
        long few = Allocations.bytes(() -> hold(queue, 1000));
        assertThat(Allocations.bytes(() -> hold(queue, 10_000))).isLessThanOrEqualTo(few + 1024);
    }

    private void hold(EventQueue queue, int times) {
        for (int i = 0; i < times; i++) {
            int event = queue.first();
            double now = queue.time(event);
            queue.withdraw(event);
            queue.schedule(event, now + random.nextDouble());
        }
    }
}
