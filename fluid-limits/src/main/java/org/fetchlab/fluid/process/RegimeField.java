package org.fetchlab.fluid.process;

import java.util.Arrays;

/**
 * One regime of a switching process in its free coordinates.
 *
 * @param process the process
 * @param regime the regime
 */
record RegimeField(SwitchingProcess process, int regime) implements SizeExpansion {
    @Override
    public int dimension() {
        return process.endFree(regime) - process.firstFree(regime);
    }

    @Override
    public int lowerBandwidth() {
        return process.lowerBandwidth(regime);
    }

    @Override
    public int upperBandwidth() {
        return 1;
    }

    @Override
    public void drift(double[] state, double[] drift) {
        double[] all = new double[process.dimension()];
        process.drift(regime, complete(state), all);
        System.arraycopy(all, process.firstFree(regime), drift, 0, dimension());
    }

    @Override
    public void jacobian(double[] state, BandMatrix jacobian) {
        jacobian.clear();
        process.addJacobian(regime, complete(state), jacobian);
    }

    @Override
    public void noise(double[] state, double[][] noise) {
        for (double[] row : noise) {
            Arrays.fill(row, 0);
        }
        process.addNoise(regime, complete(state), noise);
    }

    @Override
    public void meanSource(double[] state, double[][] covariance, double[] source) {
        Arrays.fill(source, 0);
        process.addMeanSource(regime, complete(state), covariance, source);
    }

    /** The state with its pinned coordinates. */
    private double[] complete(double[] state) {
        double[] all = new double[process.dimension()];
        process.pin(regime, all);
        System.arraycopy(state, 0, all, process.firstFree(regime), dimension());
        return all;
    }
}
