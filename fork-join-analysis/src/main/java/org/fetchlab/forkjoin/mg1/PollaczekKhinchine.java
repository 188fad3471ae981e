package org.fetchlab.forkjoin.mg1;

import java.util.function.IntFunction;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;

/**
 * The M/G/1 queue, first come first served: Poisson arrivals of rate &lambda;, service time S with known raw moments.
 *
 * <pre>{@code
 * E[W] = λ E[S²] / (2 (1-ρ)),    ρ = λ E[S] < 1
 * E[W²] = 2 E[W]² + λ E[S³] / (3 (1-ρ))
 * }</pre>
 *
 * <p>W is the waiting time, T = W + S the sojourn (download) time (Pollaczek 1930, Khinchine 1932). A mean is void where
 * the queue is unstable or a moment it needs is infinite.
 */
public final class PollaczekKhinchine {
    private final String method;
    private final IntFunction<Outcome<Double>> moments;

    private PollaczekKhinchine(String method, IntFunction<Outcome<Double>> moments) {
        this.method = method;
        this.moments = moments;
    }

    /**
     * The queue with a given service time.
     *
     * @param method the name that results carry, for example {@code "split-merge"}
     * @param moments m &rarr; E[S^m], for m = 1, 2, 3; {@code ServiceTime::moment} fits
     * @return the queue
     */
    public static PollaczekKhinchine of(String method, IntFunction<Outcome<Double>> moments) {
        return new PollaczekKhinchine(method, moments);
    }

    /**
     * The capacity of the queue.
     *
     * @return 1/E[S], exactly; void when the mean service time is infinite
     */
    public Outcome<Capacity> capacity() {
        Outcome<Double> mean = moments.apply(1);
        return mean.value().isPresent()
                ? new Outcome.Known<>(Capacity.exactly(1 / mean.value().get()), method)
                : new Outcome.None<>(method, reason(mean));
    }

    /**
     * Whether the queue is stable.
     *
     * @param arrivalRate &lambda;, positive
     * @return the verdict; a queue with infinite mean service time is unstable at every load
     * @throws IllegalArgumentException if the rate is not positive
     */
    public Verdict verdict(double arrivalRate) {
        return capacity().value().orElse(Capacity.exactly(0)).verdict(arrivalRate);
    }

    /**
     * The mean waiting time.
     *
     * @param arrivalRate &lambda;, positive
     * @return E[W], void when the queue is unstable or E[S&sup2;] is infinite
     * @throws IllegalArgumentException if the rate is not positive
     */
    public Outcome<Double> meanWaiting(double arrivalRate) {
        if (verdict(arrivalRate) != Verdict.STABLE) {
            return new Outcome.None<>(method, unstable(arrivalRate));
        }
        Outcome<Double> second = moments.apply(2);
        if (second.value().isEmpty()) {
            return new Outcome.None<>(method, reason(second));
        }
        double idle = 1 - arrivalRate * value(1);
        return new Outcome.Known<>(arrivalRate * second.value().get() / (2 * idle), method);
    }

    /**
     * The mean sojourn time.
     *
     * @param arrivalRate &lambda;, positive
     * @return E[T] = E[W] + E[S], void when E[W] is
     * @throws IllegalArgumentException if the rate is not positive
     */
    public Outcome<Double> meanSojourn(double arrivalRate) {
        Outcome<Double> waiting = meanWaiting(arrivalRate);
        return waiting.value().isPresent() ? new Outcome.Known<>(waiting.value().get() + value(1), method) : waiting;
    }

    /**
     * The variance of the sojourn time.
     *
     * @param arrivalRate &lambda;, positive
     * @return Var[T] = Var[W] + Var[S], void when the queue is unstable or E[S&sup3;] is infinite
     * @throws IllegalArgumentException if the rate is not positive
     */
    public Outcome<Double> sojournVariance(double arrivalRate) {
        Outcome<Double> waiting = meanWaiting(arrivalRate);
        Outcome<Double> third = moments.apply(3);
        if (waiting.value().isEmpty()) {
            return waiting;
        }
        if (third.value().isEmpty()) {
            return new Outcome.None<>(method, reason(third));
        }
        double mean = value(1);
        double wait = waiting.value().get();
        double idle = 1 - arrivalRate * mean;
        double waitingVariance = wait * wait + arrivalRate * third.value().get() / (3 * idle);
        return new Outcome.Known<>(waitingVariance + value(2) - mean * mean, method);
    }

    private double value(int order) {
        return moments.apply(order).value().orElseThrow();
    }

    private String unstable(double arrivalRate) {
        Outcome<Double> mean = moments.apply(1);
        return mean.value().isPresent()
                ? "bound void: arrival rate " + arrivalRate + " is not below the capacity " + 1 / value(1) + " of "
                        + method
                : reason(mean);
    }

    private static String reason(Outcome<?> outcome) {
        return ((Outcome.None<?>) outcome).reason();
    }
}
