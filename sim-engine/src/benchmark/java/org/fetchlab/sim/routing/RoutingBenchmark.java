package org.fetchlab.sim.routing;

import java.util.concurrent.TimeUnit;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.model.policy.PolicySpec;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.service.ServiceTimes;
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
 * Time per file of n-server systems with download times at load 0.9, exponential service, all statistics included, against
 * merely drawing one exponential with the same generator.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class RoutingBenchmark {
    private static final int FILES = 1 << 18;
    private static final long TRANSIENT = 10;

    /** The policy. */
    @Param({"power-of-d(2)", "batch-sampling(5,3)", "redundant-killing(5,3)", "jsq", "centralized(0.05)"})
    public String policy = "";

    /** The number of servers. */
    @Param({"1000", "10000", "100000", "1000000"})
    public int servers = 1000;

    private final RandomStreams streams = new RandomStreams(1);
    private final ContinuousSampler exponential =
            ServiceTimes.exponential(1).sampler(streams.stream(0, RandomPurpose.SERVICE));
    private SamplePath path = path(new RoutingPolicy.Random());
    private DownloadRecorder recorder = new DownloadRecorder(1);

    /** Leaves the empty state and starts all statistics. */
    @Setup(Level.Trial)
    public void start() {
        path = path(PolicySpec.parseRouting(policy));
        recorder = new DownloadRecorder(1);
        path.advance(TRANSIENT * servers, recorder);
        path.startMeasuring();
        recorder.startMeasuring();
    }

    private SamplePath path(RoutingPolicy routing) {
        return RoutedSystem.of(
                        routing,
                        Placement.symmetric(Sampling.DISTINCT),
                        servers,
                        0.9,
                        ServiceTimes.exponential(BatchChoice.pieces(routing)))
                .path(streams, 0);
    }

    /** Simulates files. */
    @Benchmark
    @OperationsPerInvocation(FILES)
    public void file() {
        path.advance(FILES, recorder);
    }

    /**
     * Draws one exponential per file.
     *
     * @return their sum
     */
    @Benchmark
    @OperationsPerInvocation(FILES)
    public double draw() {
        double sum = 0;
        for (int i = 0; i < FILES; i++) {
            sum += exponential.sample();
        }
        return sum;
    }
}
