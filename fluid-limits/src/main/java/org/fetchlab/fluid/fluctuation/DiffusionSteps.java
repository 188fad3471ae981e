package org.fetchlab.fluid.fluctuation;

import java.util.Arrays;
import java.util.function.Function;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.fetchlab.fluid.process.BandMatrix;
import org.fetchlab.fluid.process.LinearNoiseField;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;

/**
 * Steps of diffusion paths, all side by side, so that the coefficients of a step are computed once: the method of a
 * {@link DiffusionSolver}.
 */
final class DiffusionSteps {
    private final LinearNoiseField field;
    private final Function<double[], NoiseFactor> factors;
    private final BandMatrix jacobian;
    private final double[][] deviations;
    private final ZigguratSampler.NormalizedGaussian[] normals;
    private final double[] kick;
    private final double[] predicted;
    private final double[] slope;

    /** Steps that change the given deviations, one row for each path. */
    DiffusionSteps(
            LinearNoiseField field,
            Function<double[], NoiseFactor> factors,
            double[][] deviations,
            ZigguratSampler.NormalizedGaussian[] normals) {
        this.field = field;
        this.factors = factors;
        this.jacobian = BandMatrix.jacobianOf(field);
        this.deviations = deviations;
        this.normals = normals;
        this.kick = new double[field.dimension()];
        this.predicted = new double[field.dimension()];
        this.slope = new double[field.dimension()];
    }

    /** The normal variables of each path, from its stream (path, noise). */
    static ZigguratSampler.NormalizedGaussian[] normals(int paths, RandomStreams streams) {
        ZigguratSampler.NormalizedGaussian[] normals = new ZigguratSampler.NormalizedGaussian[paths];
        Arrays.setAll(normals, i -> ZigguratSampler.NormalizedGaussian.of(streams.stream(i, RandomPurpose.NOISE)));
        return normals;
    }

    /** One step of all paths, with the coefficients at the mean in its middle. */
    void advance(double[] middle, double duration) {
        field.jacobian(middle, jacobian);
        NoiseFactor noise = factors.apply(middle);
        double[] z = new double[noise.variables()];
        for (int path = 0; path < deviations.length; path++) {
            for (int i = 0; i < z.length; i++) {
                z[i] = normals[path].sample();
            }
            advance(deviations[path], noise, z, duration);
        }
    }

    private void advance(double[] x, NoiseFactor noise, double[] z, double duration) {
        Arrays.fill(kick, 0);
        noise.addTo(kick, Math.sqrt(duration), z);
        jacobian.multiply(x, slope);
        for (int i = 0; i < x.length; i++) {
            predicted[i] = x[i] + (duration * slope[i] + kick[i]) / 2;
        }
        jacobian.multiply(predicted, slope);
        for (int i = 0; i < x.length; i++) {
            x[i] += duration * slope[i] + kick[i];
        }
    }
}
