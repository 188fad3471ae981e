package org.fetchlab.sim.occupancy;

import java.util.concurrent.TimeUnit;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.policy.PolicySpec;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.observe.DownloadRecorder;
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

/**
 * Time per event of queue-length chains at load 0.9, time averages of all tails included, against merely drawing one 64-bit
 * random number with the same generator.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class OccupancyBenchmark {
    private static final int EVENTS = 1 << 20;
    private static final int TRANSIENT = 20;

    /** The policy. */
    @Param({"power-of-d(2)", "batch-sampling(5,3)", "jsq", "jiq", "centralized(0.05)"})
    public String policy = "";

    /** The number of servers. */
    @Param({"1000", "10000", "100000", "1000000"})
    public int servers = 1000;

    private final UniformRandomProvider random = new RandomStreams(1).stream(0, RandomPurpose.EVENTS);
    private final DownloadRecorder recorder = new DownloadRecorder(1);
    private SamplePath path = path(model(new RoutingPolicy.Random()));
    /** The requests in that many events, in mean. */
    private long requests;

    /** Leaves the empty state. */
    @Setup(Level.Trial)
    public void start() {
        OccupancyModel model = model(PolicySpec.parseRouting(policy));
        path = path(model);
        requests = (long) (EVENTS * model.arrivalRate() / (model.arrivalRate() + model.serviceRate()));
        path.advance((long) TRANSIENT * servers * requests / EVENTS, recorder);
        path.startMeasuring();
        recorder.startMeasuring();
    }

    private OccupancyModel model(RoutingPolicy routing) {
        return OccupancyModel.of(routing, servers, 0.9);
    }

    private static SamplePath path(OccupancyModel model) {
        return OccupancySystem.of(model).path(new RandomStreams(1), 0);
    }

    /** Simulates events, phantom departures included. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public void event() {
        path.advance(requests, recorder);
    }

    /**
     * Draws as many random numbers.
     *
     * @return their sum
     */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long draw() {
        long sum = 0;
        for (int i = 0; i < EVENTS; i++) {
            sum += random.nextLong();
        }
        return sum;
    }
}
