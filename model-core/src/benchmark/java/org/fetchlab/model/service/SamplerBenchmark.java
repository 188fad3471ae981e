package org.fetchlab.model.service;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What one variate of each law costs, beside the library's own standard exponential ({@code "library"}). */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class SamplerBenchmark {
    /** The law by its text form. */
    @Param({
        "library",
        "exp(1)",
        "exp(3)",
        "sexp(0.5,2)",
        "erlang(3,2)",
        "hyperexp(0.9:10,0.1:0.5)",
        "det(1)",
        "uniform(1,2)",
        "pareto(1,2.5)",
        "weibull(0.7,1)",
        "lognormal(0,1)",
        "empirical(f)",
        "percentiles(50:12ms,90:25ms,99:110ms,99.9:480ms)"
    })
    private String law = "library";

    private ContinuousSampler sampler = () -> 0;

    /** Makes the sampler. */
    @Setup
    public void prepare() {
        UniformRandomProvider random = new RandomStreams(1).stream(0, RandomPurpose.SERVICE);
        double[] measured = IntStream.rangeClosed(1, 10_000).mapToDouble(i -> i).toArray();
        sampler = law.equals("library")
                ? ZigguratSampler.Exponential.of(random)
                : ServiceSpec.parse(law, (file, column) -> measured).sampler(random);
    }

    /**
     * Draws one variate.
     *
     * @return the variate
     */
    @Benchmark
    public double sample() {
        return sampler.sample();
    }
}
