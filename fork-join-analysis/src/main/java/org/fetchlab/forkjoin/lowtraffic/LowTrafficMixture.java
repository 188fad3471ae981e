package org.fetchlab.forkjoin.lowtraffic;

import java.util.List;
import org.fetchlab.forkjoin.numeric.Quantiles;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;

/**
 * The low-traffic download time of a request that asks for object o with probability p_o:
 * {@code P{T > s} = Σ_o p_o P{T_o > s}}.
 */
public final class LowTrafficMixture implements LowTrafficLaw {
    private static final double ROUNDING = 1e-9;

    private final List<LowTrafficTime> parts;
    private final double[] probabilities;

    private LowTrafficMixture(List<LowTrafficTime> parts, double[] probabilities) {
        this.parts = parts;
        this.probabilities = probabilities;
    }

    /**
     * A mixture.
     *
     * @param parts the download times of the objects, at least one; the same instance may stand for several objects
     * @param probabilities p_o &ge; 0, one per part, with sum 1 up to 1e-9
     * @return the law of the download time of a random request
     * @throws IllegalArgumentException if the numbers of parts and probabilities differ or these are no probabilities
     */
    public static LowTrafficMixture of(List<LowTrafficTime> parts, double[] probabilities) {
        if (parts.isEmpty() || parts.size() != probabilities.length) {
            throw new IllegalArgumentException(
                    parts.size() + " download times and " + probabilities.length + " probabilities do not match");
        }
        double sum = 0;
        for (double probability : probabilities) {
            if (!(probability >= 0)) {
                throw new IllegalArgumentException("probability " + probability + " must be at least 0");
            }
            sum += probability;
        }
        if (!(Math.abs(sum - 1) <= ROUNDING)) {
            throw new IllegalArgumentException("probabilities add up to " + sum + " and must add up to 1");
        }
        return new LowTrafficMixture(List.copyOf(parts), probabilities.clone());
    }

    @Override
    public double survival(double time) {
        double sum = 0;
        for (int o = 0; o < probabilities.length; o++) {
            sum += probabilities[o] * parts.get(o).survival(time);
        }
        return Math.min(1, sum);
    }

    @Override
    public double quantile(double probability) {
        return Quantiles.of(this::survival, probability);
    }

    @Override
    public boolean isExact() {
        return parts.stream().allMatch(LowTrafficTime::isExact);
    }

    @Override
    public double survivalHalfWidth(double time) {
        double sum = 0;
        for (int o = 0; o < probabilities.length; o++) {
            sum += probabilities[o] * parts.get(o).survivalHalfWidth(time);
        }
        return sum;
    }

    @Override
    public Outcome<Estimate> momentEstimate(int order) {
        double value = 0;
        double halfWidth = 0;
        String method = parts.get(0).momentEstimate(order).method();
        for (int o = 0; o < probabilities.length; o++) {
            if (probabilities[o] > 0) {
                Outcome<Estimate> part = parts.get(o).momentEstimate(order);
                if (part.value().isEmpty()) {
                    return part;
                }
                value += probabilities[o] * part.value().get().value();
                halfWidth += probabilities[o] * part.value().get().halfWidth();
                method = parts.get(o).isExact() ? method : part.method();
            }
        }
        return new Outcome.Known<>(new Estimate(value, halfWidth, Estimate.DEFAULT_CONFIDENCE), method);
    }
}
