package org.fetchlab.fluid.fluctuation;

import java.util.Arrays;
import java.util.Optional;
import org.fetchlab.fluid.process.LinearNoiseField;
import org.fetchlab.fluid.process.MeanField;
import org.fetchlab.fluid.process.SizeExpansion;

/**
 * The closed equations of mean, covariance and 1/n term: those of {@link CovarianceEquations} and
 *
 * <pre>  dV/dt = JV + h(x, Σ).</pre>
 *
 * The state holds x and Σ as there, then V. A mutable work space: one integration at a time.
 */
final class MomentEquations implements MeanField {
    private final LinearNoiseField process;
    private final MeanSource source;
    private final CovarianceEquations gaussian;
    private final int size;
    private final double[] v;
    private final double[] work;

    /** The equations of a field whose 1/n term is known. */
    MomentEquations(SizeExpansion process) {
        this(process, process::meanSource);
    }

    /** The equations of a field with a source of V. */
    MomentEquations(LinearNoiseField process, MeanSource source) {
        this.process = process;
        this.source = source;
        this.gaussian = new CovarianceEquations(process);
        this.size = process.dimension();
        this.v = new double[size];
        this.work = new double[size];
    }

    @Override
    public int dimension() {
        return gaussian.dimension() + size;
    }

    /** The state of a population that starts from x exactly. */
    double[] start(double[] initial) {
        double[] state = new double[dimension()];
        System.arraycopy(initial, 0, state, 0, size);
        return state;
    }

    /** Writes mean, covariance and V into a state. */
    void pack(double[] mean, double[][] covariance, double[] correction, double[] state) {
        gaussian.pack(mean, covariance, state);
        System.arraycopy(correction, 0, state, gaussian.dimension(), size);
    }

    /** Reads mean, covariance and V from a state. */
    void unpack(double[] state, double[] mean, double[][] covariance, double[] correction) {
        gaussian.unpack(state, mean, covariance);
        System.arraycopy(state, gaussian.dimension(), correction, 0, size);
    }

    /** A state in the equations of a process with more levels, which are empty so far. */
    double[] widened(double[] state, MomentEquations wider) {
        double[] mean = new double[wider.size];
        double[] correction = new double[wider.size];
        double[][] covariance = new double[wider.size][wider.size];
        double[] result = new double[wider.dimension()];
        unpack(state, mean, covariance, correction);
        wider.pack(mean, covariance, correction, result);
        return result;
    }

    Moments moments(double[] state) {
        double[] mean = new double[size];
        double[] correction = new double[size];
        double[][] covariance = new double[size][size];
        unpack(state, mean, covariance, correction);
        return Moments.smooth(mean, covariance, correction);
    }

    @Override
    public Optional<String> violation(double[] state, double error) {
        return MeanField.super.violation(state, error).or(() -> process.violation(Arrays.copyOf(state, size), error));
    }

    @Override
    public void drift(double[] state, double[] drift) {
        gaussian.drift(state, drift);
        System.arraycopy(state, gaussian.dimension(), v, 0, size);
        gaussian.jacobian().multiply(v, work);
        System.arraycopy(work, 0, drift, gaussian.dimension(), size);
        source.at(gaussian.mean(), gaussian.covariance(), work);
        for (int i = 0; i < size; i++) {
            drift[gaussian.dimension() + i] += work[i];
        }
    }

    /** The source h of V. */
    interface MeanSource {
        /** Where V is not wanted. */
        MeanSource NONE = (state, covariance, source) -> Arrays.fill(source, 0);

        /** Writes h(x, Σ). */
        void at(double[] state, double[][] covariance, double[] source);
    }
}
