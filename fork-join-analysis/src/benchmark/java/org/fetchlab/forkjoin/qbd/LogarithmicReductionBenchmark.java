package org.fetchlab.forkjoin.qbd;

import java.util.concurrent.TimeUnit;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.fetchlab.forkjoin.qbd.QuasiBirthDeath.Level;
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

/**
 * Logarithmic reduction of the blocking chain of (2,1)-availability, leads up to phases - 1, all rates 1: our kernel, the
 * same algorithm on commons-math3, and one on textbook loops.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LogarithmicReductionBenchmark {
    @Param({"5", "20", "101"})
    private int phases;

    private Level level;

    @Setup
    public void build() {
        double[][] up = new double[phases][phases];
        double[][] local = new double[phases][phases];
        double[][] down = new double[phases][phases];
        for (int lead = 0; lead < phases; lead++) {
            up[lead][lead] = 1;
            down[lead][Math.max(lead - 1, 0)] += lead == 0 ? 1 : 2;
            if (lead + 1 < phases) {
                local[lead][lead + 1] = lead == 0 ? 2 : 1;
            }
        }
        level = Level.of(up, local, down);
    }

    @Benchmark
    public double[][] ours() {
        return FirstPassage.of(level).matrix();
    }

    @Benchmark
    public double[][] textbookLoops() {
        double[][] inverse = TextbookMatrices.inverse(level.negativeLocal());
        double[][] rise = TextbookMatrices.times(inverse, level.up());
        double[][] fall = TextbookMatrices.times(inverse, level.down());
        double[][] passage = fall;
        double[][] climb = rise;
        double largest = 1;
        while (largest > 1e-16) {
            double[][] stay =
                    TextbookMatrices.plus(TextbookMatrices.times(rise, fall), TextbookMatrices.times(fall, rise));
            double[][] leave = TextbookMatrices.inverse(TextbookMatrices.identityMinus(stay));
            rise = TextbookMatrices.times(leave, TextbookMatrices.times(rise, rise));
            fall = TextbookMatrices.times(leave, TextbookMatrices.times(fall, fall));
            double[][] further = TextbookMatrices.times(climb, fall);
            passage = TextbookMatrices.plus(passage, further);
            climb = TextbookMatrices.times(climb, rise);
            largest = TextbookMatrices.largest(further);
        }
        return passage;
    }

    @Benchmark
    public RealMatrix commonsMath() {
        RealMatrix inverse = inverse(new Array2DRowRealMatrix(level.negativeLocal(), false));
        RealMatrix rise = inverse.multiply(new Array2DRowRealMatrix(level.up(), false));
        RealMatrix fall = inverse.multiply(new Array2DRowRealMatrix(level.down(), false));
        RealMatrix passage = fall;
        RealMatrix climb = rise;
        double largest = 1;
        while (largest > 1e-16) {
            RealMatrix stay = rise.multiply(fall).add(fall.multiply(rise));
            RealMatrix leave =
                    inverse(MatrixUtils.createRealIdentityMatrix(phases).subtract(stay));
            rise = leave.multiply(rise.multiply(rise));
            fall = leave.multiply(fall.multiply(fall));
            RealMatrix further = climb.multiply(fall);
            passage = passage.add(further);
            climb = climb.multiply(rise);
            largest = TextbookMatrices.largest(further.getData());
        }
        return passage;
    }

    private static RealMatrix inverse(RealMatrix matrix) {
        return new LUDecomposition(matrix).getSolver().getInverse();
    }
}
