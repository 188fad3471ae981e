package org.fetchlab.forkjoin.literature;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.jspecify.annotations.Nullable;

/**
 * The MDS queue with servers and batches one by one, for unit service rate: each batch knows the servers it has used, and
 * after each event idle servers take jobs until none may. The queue itself is the policy with an endless head.
 */
final class SimulatedMdsQueue {
    private static final int BATCHES_PER_MEAN = 1000;
    private static final int MEANS = 100;

    private final int jobs;
    private final int head;
    private final boolean violating;
    private final UniformRandomProvider random;
    private final @Nullable Batch[] serving;
    private final List<Batch> buffer = new ArrayList<>();
    private final List<Double> means = new ArrayList<>();
    private double time;
    private double sum;
    private int finished;

    private static final class Batch {
        private final double arrival;
        private final boolean[] used;
        private int waiting;
        private int unfinished;

        Batch(double arrival, int jobs, int servers) {
            this.arrival = arrival;
            this.used = new boolean[servers];
            this.waiting = jobs;
            this.unfinished = jobs;
        }
    }

    private SimulatedMdsQueue(int servers, int jobs, int head, boolean violating) {
        this.jobs = jobs;
        this.head = head;
        this.violating = violating;
        this.random = new RandomStreams(7).stream(0, RandomPurpose.EVENTS);
        this.serving = new Batch[servers];
    }

    /** The mean latency under MDS-Reservation(t), or MDS-Violation(t) if violating, from 100 000 batches in batch means. */
    static Estimate mean(int servers, int jobs, int head, boolean violating, double arrivalRate) {
        SimulatedMdsQueue queue = new SimulatedMdsQueue(servers, jobs, head, violating);
        ZigguratSampler.Exponential exponential = ZigguratSampler.Exponential.of(queue.random);
        while (queue.means.size() < MEANS) {
            double total = arrivalRate + queue.busy();
            queue.time += exponential.sample() / total;
            queue.event(queue.random.nextDouble() * total - arrivalRate);
            queue.assign();
        }
        double mean = queue.means.stream().mapToDouble(x -> x).average().orElseThrow();
        double squares =
                queue.means.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum();
        return new Estimate(mean, 1.96 * Math.sqrt(squares / (MEANS - 1.0) / MEANS), 0.95);
    }

    private int busy() {
        int busy = 0;
        for (Batch batch : serving) {
            busy += batch == null ? 0 : 1;
        }
        return busy;
    }

    /** An arrival if negative, otherwise the completion at one of the busy servers. */
    private void event(double choice) {
        if (choice < 0) {
            buffer.add(new Batch(time, jobs, serving.length));
            return;
        }
        double left = choice;
        for (int server = 0; server < serving.length; server++) {
            Batch batch = serving[server];
            if (batch != null && left-- < 1) {
                serving[server] = null;
                complete(batch);
                return;
            }
        }
    }

    private void complete(Batch batch) {
        batch.unfinished--;
        if (batch.unfinished > 0) {
            return;
        }
        sum += time - batch.arrival;
        finished++;
        if (finished == BATCHES_PER_MEAN) {
            means.add(sum / finished);
            sum = 0;
            finished = 0;
        }
    }

    private void assign() {
        for (int server = 0; server < serving.length; server++) {
            if (serving[server] == null && takes(server)) {
                server = -1;
            }
        }
    }

    private boolean takes(int server) {
        for (int i = 0; i < Math.min(head, buffer.size()); i++) {
            if (!buffer.get(i).used[server]) {
                start(server, buffer.get(i));
                return true;
            }
        }
        boolean behind = buffer.size() > head;
        if (behind && violating) {
            start(server, buffer.get(head));
            return true;
        }
        return behind && serving.length - busy() >= jobs && startsWhole(buffer.get(head));
    }

    private boolean startsWhole(Batch batch) {
        for (int server = 0; batch.waiting > 0; server++) {
            if (serving[server] == null) {
                start(server, batch);
            }
        }
        return true;
    }

    private void start(int server, Batch batch) {
        serving[server] = batch;
        batch.used[server] = true;
        batch.waiting--;
        if (batch.waiting == 0) {
            buffer.remove(batch);
        }
    }
}
