package org.fetchlab.forkjoin.lowtraffic;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.numeric.Quantiles;
import org.fetchlab.forkjoin.numeric.Require;
import org.fetchlab.forkjoin.structure.RecoveringSets;
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
        return of(values(profile, profile::unrecovered), values(profile, profile::halfWidth), service, 0);
    }

    /**
     * The download time with servers of two rates, exponential service: &gamma; for those that recover alone, &mu; for all
     * others. With h servers that recover alone, no set that contains one of them is among the j-subsets that do not recover,
     * so that {@code P{T > s} = e^(-hγs) Σ_j q'_j C(n-h,j) F(s)^j (1-F(s))^(n-h-j)} with {@code q'_j = q_j C(n,j)/C(n-h,j)}.
     *
     * @param recovery which sets of servers recover it
     * @param systematicRate &gamma;, in [1e-100, 1e100]
     * @param recoveryRate &mu;, in [1e-100, 1e100]
     * @param random the random streams of the recovery profile, used only where it has to be estimated
     * @return the law of the download time
     * @throws IllegalArgumentException if a rate is out of range
     */
    public static LowTrafficTime of(
            Recovery recovery, double systematicRate, double recoveryRate, RandomStreams random) {
        Require.serviceRate("service rate gamma", systematicRate);
        Require.serviceRate("service rate mu", recoveryRate);
        RecoveryProfile profile = RecoveryProfile.of(recovery, random);
        Recovery.Decoder decoder = recovery.decoder();
        int alone = (int) IntStream.of(recovery.usefulServers())
                .filter(server -> RecoveringSets.recoversAlone(decoder, server))
                .count();
        return of(
                amongOthers(profile, alone, profile::unrecovered),
                amongOthers(profile, alone, profile::halfWidth),
                ServiceTimes.exponential(recoveryRate),
                alone * systematicRate);
    }

    /**
     * The download time beside a systematic server: the earlier one of an exponential time of rate &gamma; and of the time
     * at which the other servers recover, with exponential service of rate &mu;.
     *
     * @param others the recovery profile of the servers beside the systematic one
     * @param systematicRate &gamma;, in [1e-100, 1e100]
     * @param recoveryRate &mu;, in [1e-100, 1e100]
     * @return the law of the download time
     * @throws IllegalArgumentException if a rate is out of range
     */
    public static LowTrafficTime besideSystematic(RecoveryProfile others, double systematicRate, double recoveryRate) {
        Require.serviceRate("service rate gamma", systematicRate);
        Require.serviceRate("service rate mu", recoveryRate);
        return of(
                values(others, others::unrecovered),
                values(others, others::halfWidth),
                ServiceTimes.exponential(recoveryRate),
                systematicRate);
    }

    private static LowTrafficTime of(double[] unrecovered, double[] halfWidths, ServiceTime service, double endRate) {
        return new LowTrafficTime(
                OrderStatistics.of(unrecovered, service, endRate),
                OrderStatistics.of(halfWidths, service, endRate),
                Arrays.stream(halfWidths).allMatch(width -> width == 0),
                service);
    }

    private static double[] values(RecoveryProfile profile, IntToDoubleFunction fraction) {
        return IntStream.rangeClosed(0, profile.servers()).mapToDouble(fraction).toArray();
    }

    /** The fractions of the subsets of the servers that do not recover alone, from those of all subsets. */
    private static double[] amongOthers(RecoveryProfile profile, int alone, IntToDoubleFunction fraction) {
        int servers = profile.servers();
        int others = servers - alone;
        double[] fractions = new double[others + 1];
        double ratio = 1; // C(n,j) / C(n-h,j)
        for (int j = 0; j <= others; j++) {
            fractions[j] = Math.min(1, fraction.applyAsDouble(j) * ratio);
            ratio *= (double) (servers - j) / (others - j);
        }
        return fractions;
    }

    /**
     * The law of the service times.
     *
     * @return the service law that went in; that of the servers that do not recover alone, if there are two
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
        return exactProfile ? 0 : profileError.at(LatencyDistribution.checkedTime(time));
    }

    @Override
    public double survival(double time) {
        return Math.min(1, law.at(LatencyDistribution.checkedTime(time)));
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
