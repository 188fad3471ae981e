package org.fetchlab.fluid.fluctuation;

import java.util.Arrays;
import java.util.Optional;
import org.fetchlab.fluid.process.MeanField;
import org.fetchlab.fluid.process.PopulationProcess;

/**
 * The closed equations of mean, covariance and 1/n term of a population process: those of {@link CovarianceEquations} and
 *
 * <pre>  dV/dt = JV + ½F''[Σ] + C.</pre>
 *
 * The state holds x and Σ as there, then V. A mutable work space: one integration at a time.
 */
final class MomentEquations implements MeanField {
    private final PopulationProcess process;
    private final CovarianceEquations gaussian;
    private final int size;
    private final double[] v;
    private final double[] work;

    MomentEquations(PopulationProcess process) {
        this.process = process;
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

    /** A state in the equations of a process with more levels, which are empty so far. */
    double[] widened(double[] state, MomentEquations wider) {
        double[] mean = new double[wider.size];
        double[][] covariance = new double[wider.size][wider.size];
        double[] result = new double[wider.dimension()];
        gaussian.unpack(state, mean, covariance);
        wider.gaussian.pack(mean, covariance, result);
        System.arraycopy(state, gaussian.dimension(), result, wider.gaussian.dimension(), size);
        return result;
    }

    Moments moments(double[] state) {
        double[] mean = new double[size];
        double[] correction = new double[size];
        double[][] covariance = new double[size][size];
        gaussian.unpack(state, mean, covariance);
        System.arraycopy(state, gaussian.dimension(), correction, 0, size);
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
        process.curvature(gaussian.mean(), gaussian.covariance(), work);
        addTo(drift);
        process.finiteSizeCorrection(gaussian.mean(), work);
        addTo(drift);
    }

    private void addTo(double[] drift) {
        for (int i = 0; i < size; i++) {
            drift[gaussian.dimension() + i] += work[i];
        }
    }
}
