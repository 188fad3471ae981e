package org.fetchlab.forkjoin.lowtraffic;

import java.util.OptionalDouble;
import org.fetchlab.forkjoin.numeric.SurvivalMoments;
import org.fetchlab.model.service.ServiceTime;

/**
 * Weighted order statistics of n independent copies of a service time: the function
 * {@code g(s) = Σ_j w_j C(n,j) F(s)^j (1-F(s))^(n-j)} of non-negative weights, and its moments.
 *
 * <p>With j copies done at time s the weight is w_j. All terms are positive, so nothing cancels.
 */
final class OrderStatistics {
    private final int servers;
    private final double[] weights;
    private final ServiceTime service;

    private OrderStatistics(double[] weights, ServiceTime service) {
        this.servers = weights.length - 1;
        this.weights = weights;
        this.service = service;
    }

    /** Weights w_0, …, w_n over n = weights.length - 1 copies. */
    static OrderStatistics of(double[] weights, ServiceTime service) {
        return new OrderStatistics(weights.clone(), service);
    }

    /** g(s): the mean weight under the binomial law of the copies done, from the ratios of its neighbouring terms. */
    double at(double time) {
        double alive = time < 0 ? 1 : service.survival(time);
        double done = 1 - alive;
        int mode = (int) Math.min(servers, (servers + 1) * done);
        double term = 1;
        double total = 1;
        double sum = weights[mode];
        for (int j = mode; j < servers && term > 0; j++) {
            term *= (servers - j) * done / ((j + 1) * alive);
            total += term;
            sum += weights[j + 1] * term;
        }
        term = 1;
        for (int j = mode; j > 0 && term > 0; j--) {
            term *= j * alive / ((servers - j + 1) * done);
            total += term;
            sum += weights[j - 1] * term;
        }
        return sum / total;
    }

    /** The least number of unfinished copies with a positive weight: g falls like P{S > s} to this power. */
    int leastUnfinished() {
        int j = servers;
        while (j > 0 && weights[j] == 0) {
            j--;
        }
        return servers - j;
    }

    /**
     * The integral {@code ∫ m s^(m-1) g(s) ds} for exponential service: the (j+1)-th completion A_(j+1) has density
     * {@code (n-j) rate P{j copies done at s}}, so that the integral is {@code m Σ_j w_j E[A_(j+1)^(m-1)] / ((n-j) rate)}.
     */
    double exponentialMoment(double rate, int order) {
        double[] completion = new double[order];
        completion[0] = 1;
        double sum = 0;
        for (int j = 0; j < servers; j++) {
            double stage = 1 / ((servers - j) * rate);
            addExponential(completion, stage);
            sum += weights[j] * completion[order - 1] * stage;
        }
        return order * sum;
    }

    /** Moments of A + X from those of A, X exponential of the given mean: E[(A+X)^p] = E[A^p] + p E[X] E[(A+X)^(p-1)]. */
    private static void addExponential(double[] moments, double mean) {
        for (int p = 1; p < moments.length; p++) {
            moments[p] += p * mean * moments[p - 1];
        }
    }

    /** The same integral for any service law; empty when it is infinite, or too large or too far out to compute. */
    OptionalDouble moment(int order) {
        if (servers == 1 && weights[1] == 0) {
            return service.moment(order).value().stream()
                    .mapToDouble(moment -> weights[0] * moment)
                    .findFirst();
        }
        SurvivalMoments quadrature = SurvivalMoments.of(this::at, service::survival, service::quantile);
        double index = quadrature.tailIndex() * leastUnfinished();
        boolean isFinite = service.moment(order).value().isPresent() || index > order * (1 + 1e-9);
        double moment = isFinite ? quadrature.moment(order, index) : Double.POSITIVE_INFINITY;
        return moment < Double.POSITIVE_INFINITY ? OptionalDouble.of(moment) : OptionalDouble.empty();
    }
}
