package org.fetchlab.forkjoin.lowtraffic;

import java.util.OptionalDouble;
import org.fetchlab.forkjoin.numeric.SurvivalMoments;
import org.fetchlab.model.service.ServiceTime;

/**
 * Weighted order statistics of n independent copies of a service time, until an independent exponential time of rate
 * &kappa;: the function {@code g(s) = e^(-κs) Σ_j w_j C(n,j) F(s)^j (1-F(s))^(n-j)} of non-negative weights, and its moments.
 *
 * <p>With j copies done at time s the weight is w_j. All terms are positive, so nothing cancels.
 */
final class OrderStatistics {
    private final int servers;
    private final double[] weights;
    private final ServiceTime service;
    private final double endRate;

    private OrderStatistics(double[] weights, ServiceTime service, double endRate) {
        this.servers = weights.length - 1;
        this.weights = weights;
        this.service = service;
        this.endRate = endRate;
    }

    /** Weights w_0, …, w_n over n = weights.length - 1 copies, until an exponential time of rate &kappa; &ge; 0. */
    static OrderStatistics of(double[] weights, ServiceTime service, double endRate) {
        return new OrderStatistics(weights.clone(), service, endRate);
    }

    /** g(s). */
    double at(double time) {
        double notEnded = endRate == 0 ? 1 : Math.exp(-endRate * Math.max(0, time));
        return meanWeight(time) * notEnded;
    }

    /** The mean weight under the binomial law of the copies done, from the ratios of its neighbouring terms. */
    private double meanWeight(double time) {
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
     * The integral {@code ∫ m s^(m-1) g(s) ds} for exponential service. With {@code r_j = (n-j) rate} and p_j(s) the
     * probability that j copies are done at s and nothing has ended, {@code p_j' = r_(j-1) p_(j-1) - (r_j + κ) p_j}; so the
     * integrals {@code V_m(j) = ∫ s^(m-1)/(m-1)! p_j(s) ds} follow from {@code (r_j + κ) V_m(j) = V_(m-1)(j) + r_(j-1)
     * V_m(j-1)} with {@code V_0(j) = 1{j = 0}}, and the moment is {@code m! Σ_j w_j V_m(j)}.
     */
    double exponentialMoment(double rate, int order) {
        double[] occupation = new double[order + 1];
        occupation[0] = 1;
        double sum = 0;
        int last = endRate > 0 ? servers : servers - 1;
        for (int j = 0; j <= last; j++) {
            double entries = j == 0 ? 0 : (servers - j + 1) * rate;
            for (int m = 1; m <= order; m++) {
                double starts = m == 1 && j > 0 ? 0 : occupation[m - 1];
                occupation[m] = (starts + entries * occupation[m]) / ((servers - j) * rate + endRate);
            }
            sum += weights[j] * occupation[order];
        }
        return factorial(order) * sum;
    }

    private static int factorial(int number) {
        return number <= 1 ? 1 : number * factorial(number - 1);
    }

    /** The same integral for any service law; empty when it is infinite, or too large or too far out to compute. */
    OptionalDouble moment(int order) {
        if (servers == 1 && weights[1] == 0) {
            return service.moment(order).value().stream()
                    .mapToDouble(moment -> weights[0] * moment)
                    .findFirst();
        }
        SurvivalMoments quadrature = SurvivalMoments.of(this::at, service::survival, service::quantile);
        double index = service.tailIndex() * leastUnfinished();
        boolean isFinite = service.moment(order).value().isPresent() || index > order * (1 + 1e-9);
        double moment = isFinite ? quadrature.moment(order, index) : Double.POSITIVE_INFINITY;
        return moment < Double.POSITIVE_INFINITY ? OptionalDouble.of(moment) : OptionalDouble.empty();
    }
}
