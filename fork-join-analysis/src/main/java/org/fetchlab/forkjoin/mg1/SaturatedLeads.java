package org.fetchlab.forkjoin.mg1;

import org.fetchlab.forkjoin.numeric.Require;

/**
 * The saturated (2, 1)-availability system: a systematic server of rate &gamma;, two recovery servers of rates &alpha; and
 * &beta;, and always requests waiting. Only one recovery server leads at a time; a lead grows at the rate of the leading
 * server and falls when one of the two others finishes:
 *
 * <pre>{@code p_{i,0} = (α/(γ+β))^i p_{0,0},   p_{0,i} = (β/(γ+α))^i p_{0,0},   1/p_{0,0} = 1 + α/(γ+β-α) + β/(γ+α-β)}</pre>
 *
 * <p>When {@code α ≥ γ+β} the first server runs away and leads always, p_{0,0} = 0; likewise the second. Requests depart at
 * rate {@code θ = γ + β P{first leads} + α P{second leads}}, the capacity of the system; with &alpha; = &beta; = &mu; it is
 * {@code (γ²+2γμ+2μ²)/(γ+2μ)}. Aktaş, Kadhe, Soljanin and Sprintson (IEEE Trans. Commun. 2021), high-traffic analysis.
 *
 * <p><b>Bounds at any stable load.</b> The system is busy at least a fraction &lambda;/&theta; of the time, and while it is, no
 * server leads at least a fraction p_{0,0} of the time. Hence the saturated f_0 and w_s are lower bounds and f_1 and w_r upper
 * bounds at every load, for all rates; the proof is in {@code docs/fork-join.md}.
 */
public final class SaturatedLeads {
    private final double systematic;
    private final double first;
    private final double second;
    /** Multiples of the probabilities that no server leads, that the first does, that the second does, and their sum. */
    private final double none;

    private final double firstLeading;
    private final double secondLeading;
    private final double all;

    private SaturatedLeads(double systematic, double first, double second) {
        this.systematic = systematic;
        this.first = first;
        this.second = second;
        // Differences of the recovery rates first: the systematic rate may be far smaller than both.
        double firstReturn = systematic + (second - first);
        double secondReturn = systematic + (first - second);
        boolean nobodyRunsAway = firstReturn > 0 && secondReturn > 0;
        none = nobodyRunsAway ? 1 : 0;
        firstLeading = nobodyRunsAway ? first / firstReturn : firstReturn > 0 ? 0 : 1;
        secondLeading = nobodyRunsAway ? second / secondReturn : 1 - firstLeading;
        all = none + firstLeading + secondLeading;
    }

    /**
     * The saturated system.
     *
     * @param systematicRate &gamma;, in [1e-100, 1e100]
     * @param firstRate &alpha;, in [1e-100, 1e100]
     * @param secondRate &beta;, in [1e-100, 1e100]
     * @return the system
     * @throws IllegalArgumentException if a rate is out of range
     */
    public static SaturatedLeads of(double systematicRate, double firstRate, double secondRate) {
        return new SaturatedLeads(
                Require.serviceRate("service rate gamma", systematicRate),
                Require.serviceRate("service rate alpha", firstRate),
                Require.serviceRate("service rate beta", secondRate));
    }

    /**
     * The probability that no server leads.
     *
     * @return p_{0,0}; 0 when a server runs away
     */
    public double noLead() {
        return none / all;
    }

    /**
     * The probability that the first recovery server leads by i requests.
     *
     * @param lead i, at least 1
     * @return p_{i,0}; 0 for every i when a server runs away
     * @throws IllegalArgumentException if the lead is less than 1
     */
    public double firstLeads(int lead) {
        return geometric(first / (systematic + second), lead);
    }

    /**
     * The probability that the second recovery server leads by i requests.
     *
     * @param lead i, at least 1
     * @return p_{0,i}; 0 for every i when a server runs away
     * @throws IllegalArgumentException if the lead is less than 1
     */
    public double secondLeads(int lead) {
        return geometric(second / (systematic + first), lead);
    }

    private double geometric(double ratio, int lead) {
        if (lead < 1) {
            throw new IllegalArgumentException("lead " + lead + " must be at least 1");
        }
        return none == 0 ? 0 : Math.pow(ratio, lead) / all;
    }

    /**
     * The departure rate: the capacity of the (2, 1)-availability system with fixed arrivals.
     *
     * @return &theta;
     */
    public double capacity() {
        return departures() / all;
    }

    /**
     * The fractions of requests that find no early departure, or one, when they reach the head of the line.
     *
     * @return {@code f_0 = (γ+α+β) p_{0,0} / θ} and f_1; f_0 is a lower and f_1 an upper bound at any stable load
     */
    public TypeFractions typeFractions() {
        double withoutEarly = Math.min(1, (systematic + first + second) * none / departures());
        return TypeFractions.of(withoutEarly, 1 - withoutEarly);
    }

    /**
     * The fraction of requests completed by the systematic server.
     *
     * @return {@code w_s = γ/θ}, a lower bound at any stable load
     */
    public double wonBySystematic() {
        return systematic * all / departures();
    }

    /**
     * The fraction of requests completed by the recovery group.
     *
     * @return w_r = 1 - w_s, an upper bound at any stable load
     */
    public double wonByRecovery() {
        return groupDepartures() / departures();
    }

    private double departures() {
        return systematic * all + groupDepartures();
    }

    private double groupDepartures() {
        return second * firstLeading + first * secondLeading;
    }
}
