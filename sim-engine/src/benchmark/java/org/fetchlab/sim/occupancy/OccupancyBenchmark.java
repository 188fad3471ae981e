package org.fetchlab.sim.occupancy;

import java.util.concurrent.TimeUnit;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
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
    private ObservedChain chain = chain(new RoutingPolicy.Random());

    /** Leaves the empty state. */
    @Setup(Level.Trial)
    public void start() {
        chain = chain(
                switch (policy) {
                    case "power-of-d(2)" -> new RoutingPolicy.PowerOfD(2);
                    case "batch-sampling(5,3)" -> new RoutingPolicy.BatchSampling(5, 3);
                    case "jsq" -> new RoutingPolicy.JoinShortestQueue();
                    case "jiq" -> new RoutingPolicy.JoinIdleQueue();
                    default -> new RoutingPolicy.Centralized(0.05);
                });
        chain.advance((long) TRANSIENT * servers / chain.stride());
    }

    private ObservedChain chain(RoutingPolicy routing) {
        return new ObservedChain(
                OccupancyModel.of(routing, servers, 0.9).start(OccupancyHistogram.empty(servers), random));
    }

    /** Simulates events, phantom departures included. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public void event() {
        chain.advance(EVENTS / chain.stride());
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
