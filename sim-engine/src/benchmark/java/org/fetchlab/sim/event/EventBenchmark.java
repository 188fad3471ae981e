package org.fetchlab.sim.event;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.observe.DownloadRecorder;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.fetchlab.sim.recursion.RequestMix;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Time per event of the event-driven engine on 100 servers, statistics included, exponential service. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class EventBenchmark {
    private static final int EVENTS = 100_000;
    private static final RandomStreams STREAMS = new RandomStreams(1);

    /** How a request uses the servers. */
    @Param({"single copies", "fork to 4", "hedge"})
    public String system = "";

    private EventPath path = system("single copies").eventPath(STREAMS, 0);

    /** Fills the system and starts to measure. */
    @Setup(Level.Trial)
    public void start() {
        EventDrivenSystem chosen = system(system);
        path = chosen.eventPath(STREAMS, 0);
        DownloadRecorder recorder = new DownloadRecorder(chosen.typicalTime());
        path.advance(EVENTS, recorder);
        recorder.startMeasuring();
    }

    private static EventDrivenSystem system(String name) {
        StorageCode code = name.equals("single copies")
                ? StorageCode.replication(1).times(100)
                : StorageCode.mds(4, 2).times(25);
        double[] popularity = new double[code.objects()];
        Arrays.fill(popularity, 1.0 / popularity.length);
        RequestMix mix = RequestMix.ofObjects(code, Decoding.LINEAR, popularity);
        ForkJoinSystem base =
                ForkJoinSystem.of(mix, ServiceTimes.exponential(1), name.equals("single copies") ? 70 : 25);
        EventDrivenSystem events = EventDrivenSystem.of(base);
        return name.equals("hedge") ? events.with(new AccessPolicy.Hedge(1, 1)) : events;
    }

    /** Handles events: arrivals, departures, further rounds of copies. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public void event() {
        for (int i = 0; i < EVENTS; i++) {
            path.step();
        }
    }
}
