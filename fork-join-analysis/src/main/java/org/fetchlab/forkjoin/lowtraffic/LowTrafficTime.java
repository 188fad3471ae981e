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
public final class LowTrafficTime implements LowTrafficLaw {
    static final String METHOD = "low traffic";
    private static final String ESTIMATED = METHOD + ", estimated recovery profile";

    private final OrderStatistics law;
    private final OrderStatistics profileError;
    private final boolean exactProfile;
    private final ServiceTime service;
    private final Map<Integer, Outcome<Estimate>> moments = new ConcurrentHashMap<>();

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
    public boolean isExact() {
        return exactProfile;
    }

    @Override
    public double survivalHalfWidth(double time) {
        return exactProfile ? 0 : profileError.at(time);
    }

    @Override
    public double survival(double time) {
        return Math.min(1, law.at(time));
    }

    @Override
    public double quantile(double probability) {
        return Quantiles.of(this::survival, probability);
    }

    /** A raw moment E[T^m] with its error. It is computed when first asked for, and kept. */
    @Override
    public Outcome<Estimate> momentEstimate(int order) {
        if (order < 1 || order > 3) {
            throw new IllegalArgumentException("moment order " + order + " must be 1, 2 or 3");
        }
        return moments.computeIfAbsent(order, this::computeMoment);
    }

    private Outcome<Estimate> computeMoment(int order) {
        OptionalDouble moment = moment(law, order);
        if (moment.isEmpty()) {
            return new Outcome.None<>(
                    method(),
                    "moment " + order + " of the download time is infinite or too large to compute for service "
                            + service.spec() + " with " + law.leastUnfinished() + " copies that must all be slow");
        }
        OptionalDouble halfWidth = exactProfile ? OptionalDouble.of(0) : moment(profileError, order);
        return halfWidth.isPresent()
                ? new Outcome.Known<>(
                        new Estimate(moment.getAsDouble(), halfWidth.getAsDouble(), Estimate.DEFAULT_CONFIDENCE),
                        method())
                : new Outcome.None<>(
                        method(),
                        "moment " + order + " of the download time may be infinite for service " + service.spec()
                                + ": the estimated recovery profile does not tell how many copies must all be slow");
    }

    private String method() {
        return exactProfile ? METHOD : ESTIMATED;
    }

    private OptionalDouble moment(OrderStatistics of, int order) {
        OptionalDouble rate = ServiceTimes.exponentialRate(service);
        return rate.isPresent() ? OptionalDouble.of(of.exponentialMoment(rate.getAsDouble(), order)) : of.moment(order);
    }
}
