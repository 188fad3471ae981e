package org.fetchlab.sim.experiment;

import java.util.ArrayDeque;
import java.util.List;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.sim.observe.DownloadRecorder;

/** M/M/1 with service rate 1 by Lindley's recursion; its statistic is the utilisation. */
record SingleServer(double arrivalRate, StabilityEvidence stability, double tailIndex) implements SimulatedSystem {
    static SingleServer at(double arrivalRate) {
        StabilityEvidence saturation =
                new StabilityEvidence.Saturation(List.of(new StabilityEvidence.Part(1, SingleServer::saturated)));
        return new SingleServer(arrivalRate, saturation, Double.POSITIVE_INFINITY);
    }

    SingleServer with(StabilityEvidence evidence) {
        return new SingleServer(arrivalRate, evidence, tailIndex);
    }

    /** The same, judged by the growth of its backlog. */
    SingleServer judgedByBacklog() {
        return with(new StabilityEvidence.Backlog(this::path));
    }

    SingleServer withTailIndex(double index) {
        return new SingleServer(arrivalRate, stability, index);
    }

    @Override
    public double typicalTime() {
        return 1;
    }

    private static SaturatedPath saturated(RandomStreams streams, long replication) {
        var service = ZigguratSampler.Exponential.of(streams.stream(replication, RandomPurpose.SERVICE));
        double[] finished = new double[1];
        return requests -> {
            for (long i = 0; i < requests; i++) {
                finished[0] += service.sample();
            }
            return finished[0];
        };
    }

    @Override
    public CountingPath path(RandomStreams streams, long replication) {
        var interarrival =
                ZigguratSampler.Exponential.of(streams.stream(replication, RandomPurpose.ARRIVALS), 1 / arrivalRate);
        var service = ZigguratSampler.Exponential.of(streams.stream(replication, RandomPurpose.SERVICE));
        return new CountingPath() {
            private final ArrayDeque<Double> departures = new ArrayDeque<>();
            private double clock;
            private double free;
            private double busy;
            private double measuredFrom;

            @Override
            public void advance(long requests, DownloadRecorder recorder) {
                for (long i = 0; i < requests; i++) {
                    clock += interarrival.sample();
                    double time = service.sample();
                    busy += time;
                    free = Math.max(clock, free) + time;
                    departures.add(free);
                    backlog();
                    recorder.record(free - clock);
                }
            }

            @Override
            public void startMeasuring() {
                busy = 0;
                measuredFrom = clock;
            }

            @Override
            public double[] statistics() {
                return new double[] {busy / (clock - measuredFrom)};
            }

            @Override
            public long backlog() {
                while (!departures.isEmpty() && departures.element() <= clock) {
                    departures.remove();
                }
                return departures.size();
            }
        };
    }
}
