package org.fetchlab.sim.recursion;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.StorageCode;
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
 * Time per request of fork-join systems with exponential service, statistics included, against merely drawing the
 * exponentials of a request with the same generator, and against a kernel written for one code without any statistics.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class ForkJoinBenchmark {
    private static final int REQUESTS = 100_000;

    /** The code whose objects are asked for. */
    @Param({"availability(2,3)", "mds(9,6)", "lrc(6,2,2)"})
    public String code = "";

    private final RandomStreams streams = new RandomStreams(1);
    private final ContinuousSampler exponential =
            ServiceTimes.exponential(1).sampler(streams.stream(0, RandomPurpose.SERVICE));
    private SamplePath path = system("mds(9,6)").path(streams, 0);
    private DownloadRecorder recorder = new DownloadRecorder(1);
    private int draws;
    private final TightKernel kernel = new TightKernel(streams);

    /** Warms the path up, so that the histogram has its size. */
    @Setup(Level.Trial)
    public void start() {
        ForkJoinSystem system = system(code);
        path = system.path(streams, 0);
        recorder = new DownloadRecorder(system.typicalTime());
        path.advance(REQUESTS, recorder);
        recorder.startMeasuring();
        draws = system.mix().servers() + 1;
    }

    private static ForkJoinSystem system(String spec) {
        StorageCode storage = switch (spec) {
            case "availability(2,3)" -> StorageCode.availability(2, 3);
            case "mds(9,6)" -> StorageCode.mds(9, 6);
            default -> StorageCode.lrc(6, 2, 2);
        };
        Decoding decoding = spec.startsWith("availability") ? Decoding.GROUPS : Decoding.LINEAR;
        double[] popularity = new double[storage.requestedObjects().length];
        Arrays.fill(popularity, 1.0 / popularity.length);
        return ForkJoinSystem.of(RequestMix.ofObjects(storage, decoding, popularity), ServiceTimes.exponential(1), 0.8);
    }

    /** Simulates requests. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public void request() {
        path.advance(REQUESTS, recorder);
    }

    /**
     * Simulates (r=2, t=3) availability by nothing but the loop, whatever the code.
     *
     * @return the sum of the download times
     */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public double tightKernel() {
        return kernel.advance(REQUESTS);
    }

    /**
     * Draws as many exponentials as a request needs: one per server and one for the arrival.
     *
     * @return their sum
     */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public double draws() {
        double sum = 0;
        for (int i = 0; i < REQUESTS * draws; i++) {
            sum += exponential.sample();
        }
        return sum;
    }
}
