package org.fetchlab.forkjoin.lowtraffic;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.numeric.Quantiles;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.RecoveryProfile;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;

/**
 * The download time T of the only request in the system, with one copy at each useful server and independent, identically
 * distributed service times of cdf F.
 *
 * <p>With q_j the fraction of the j-subsets of the n useful servers that do not recover the object,
 *
 * <pre>{@code P{T > s} = Σ_j q_j C(n,j) F(s)^j (1-F(s))^(n-j)}</pre>
 *
 * <p>for every code and every F. Special values: Theorem 1 (availability codes with group decoding) and Lemma 2 (MDS
 * codes) of Aktaş, Kadhe, Soljanin and Sprintson (IEEE Trans. Commun. 2021, arXiv 1912.09765). For exponential service the
 * moments are exact sums; for any other law they come from quadrature with relative accuracy about 1e-12. A moment is
 * infinite only if the tail of <em>T</em> is too heavy: the least of several copies can have a finite mean where one
 * service time has none.
 */
public final class LowTrafficTime implements LatencyDistribution {
    private static final String METHOD = "low traffic";

    private final OrderStatistics law;
    private final OrderStatistics profileError;
    private final boolean exactProfile;
    private final ServiceTime service;
    private final Map<Integer, OptionalDouble> moments = new ConcurrentHashMap<>();

    private LowTrafficTime(
            OrderStatistics law, OrderStatistics profileError, boolean exactProfile, ServiceTime service) {
        this.law = law;
        this.profileError = profileError;
        this.exactProfile = exactProfile;
        this.service = service;
    }

    /**
     * The download time of one object, or of whatever the recovery recovers.
     *
     * @param recovery which sets of servers recover it
     * @param service the law of every service time
     * @param random the random streams of the recovery profile, used only where it has to be estimated (more than 24
     *     useful servers without closed form)
     * @return the law of the download time
     */
    public static LowTrafficTime of(Recovery recovery, ServiceTime service, RandomStreams random) {
        return of(RecoveryProfile.of(recovery, random), service);
    }

    /**
     * The download time of whatever has a given recovery profile.
     *
     * @param profile the fractions q_j of server subsets that do not recover
     * @param service the law of every service time
     * @return the law of the download time
     */
    public static LowTrafficTime of(RecoveryProfile profile, ServiceTime service) {
        double[] unrecovered = IntStream.rangeClosed(0, profile.servers())
                .mapToDouble(profile::unrecovered)
                .toArray();
        double[] halfWidths = IntStream.rangeClosed(0, profile.servers())
                .mapToDouble(profile::halfWidth)
                .toArray();
        return new LowTrafficTime(
                OrderStatistics.of(unrecovered, service),
                OrderStatistics.of(halfWidths, service),
                profile.isExact(),
                service);
    }

    /**
     * The law of every service time.
     *
     * @return the service law that went in
     */
    public ServiceTime service() {
        return service;
    }

    @Override
    public double survival(double time) {
        return Math.min(1, law.at(time));
    }

    @Override
    public double quantile(double probability) {
        return Quantiles.of(this::survival, probability);
    }

    @Override
    public Outcome<Double> mean() {
        return moment(1);
    }

    /**
     * A raw moment E[T^m]. It is computed when first asked for, and kept.
     *
     * @param order m, one of 1, 2, 3
     * @return the moment, or that it is infinite
     * @throws IllegalArgumentException if the order is not 1, 2 or 3
     */
    public Outcome<Double> moment(int order) {
        if (order < 1 || order > 3) {
            throw new IllegalArgumentException("moment order " + order + " must be 1, 2 or 3");
        }
        OptionalDouble moment = moments.computeIfAbsent(order, m -> moment(law, m));
        return moment.isPresent()
                ? new Outcome.Known<>(moment.getAsDouble(), METHOD)
                : new Outcome.None<>(
                        METHOD,
                        "moment " + order + " of the download time is infinite or too large to compute for service "
                                + service.spec() + " with " + law.leastUnfinished() + " copies that must all be slow");
    }

    /**
     * The mean with the error that an estimated recovery profile brings.
     *
     * @return E[T], with half-width 0 when the profile is exact; otherwise a half-width that holds when every q_j lies
     *     within its own
     */
    public Outcome<Estimate> meanEstimate() {
        Outcome<Double> mean = mean();
        if (mean instanceof Outcome.Known<Double> known) {
            double halfWidth = exactProfile ? 0 : moment(profileError, 1).orElse(0);
            return new Outcome.Known<>(
                    new Estimate(known.answer(), halfWidth, Estimate.DEFAULT_CONFIDENCE), known.method());
        }
        return new Outcome.None<>(METHOD, ((Outcome.None<Double>) mean).reason());
    }

    private OptionalDouble moment(OrderStatistics of, int order) {
        OptionalDouble rate = ServiceTimes.exponentialRate(service);
        return rate.isPresent() ? OptionalDouble.of(of.exponentialMoment(rate.getAsDouble(), order)) : of.moment(order);
    }
}
