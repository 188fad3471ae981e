package org.fetchlab.forkjoin.inorder;

import java.util.concurrent.TimeUnit;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.result.Bounds;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Brackets and percentiles of in-order fork-join on availability codes at arrival rate 1, service rate 1. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class InOrderBenchmark {
    private StorageCode threeGroups;
    private StorageCode oneGroup;
    private InOrderResult solved;

    @Setup
    public void solve() {
        threeGroups = StorageCode.availability(2, 3);
        oneGroup = StorageCode.availability(2, 1);
        solved = bracket(threeGroups, 1e-6);
    }

    @Benchmark
    public Bounds bracketOfThreeGroupsTo1e4() {
        return bracket(threeGroups, 1e-4).mean();
    }

    @Benchmark
    public Bounds bracketOfThreeGroupsTo1e6() {
        return bracket(threeGroups, 1e-6).mean();
    }

    @Benchmark
    public Bounds bracketOfOneGroupTo1e9() {
        return bracket(oneGroup, 1e-9).mean();
    }

    /** The law of the download time from a solved chain, and three of its percentiles. */
    @Benchmark
    public double percentilesOfThreeGroups() {
        DownloadTimeBracket law = solved.downloadTime();
        double sum = 0;
        for (double probability : new double[] {0.5, 0.99, 0.999}) {
            sum += law.quantile(probability).upper().value().orElseThrow();
        }
        return sum;
    }

    private static InOrderResult bracket(StorageCode code, double tolerance) {
        InOrderSystem system = InOrderSystem.of(code.recovery(0, Decoding.GROUPS), 1);
        return InOrderAnalysis.of(system).at(1, new Accuracy(tolerance, 60, 400));
    }
}
