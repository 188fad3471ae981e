package org.fetchlab.forkjoin.inorder;

import java.util.Locale;
import java.util.Optional;
import org.fetchlab.forkjoin.qbd.QbdSolution;
import org.fetchlab.forkjoin.qbd.QuasiBirthDeath;
import org.fetchlab.forkjoin.qbd.UniformisedTime;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;

/**
 * What the exact chain says about in-order fork-join at one arrival rate: certified brackets, and the lead limit, the number
 * of phases and the residual they come from.
 */
public final class InOrderResult {
    private static final String LOWER = "in-order chain, free completions beyond the lead limit";
    private static final String UPPER = "in-order chain, servers blocked at the lead limit";
    private static final String ONE_SERVER = "M/M/1, all copies of a request are one server";

    /** The expected work at which a law takes about a second. */
    private static final double MOST_WORK = 3e8;
    /** Work is estimated from means: more is allowed before a law is given up. */
    private static final double HARD_LIMIT = 4 * MOST_WORK;

    private final InOrderSystem system;
    private final double arrivalRate;
    private final Capacity capacity;
    private final LeadPhases phases;
    private final Outcome<QbdSolution> lower;
    private final Outcome<QbdSolution> upper;

    private InOrderResult(
            InOrderSystem system,
            double arrivalRate,
            Capacity capacity,
            LeadPhases phases,
            Outcome<QbdSolution> lower,
            Outcome<QbdSolution> upper) {
        this.system = system;
        this.arrivalRate = arrivalRate;
        this.capacity = capacity;
        this.phases = phases;
        this.lower = lower;
        this.upper = upper;
    }

    /** Solves both chains where they are stable. */
    static InOrderResult of(InOrderSystem system, LeadPhases phases, double arrivalRate) {
        QuasiBirthDeath lower = new LeadChain(phases, LeadChain.Bound.LOWER, arrivalRate).process();
        QuasiBirthDeath upper = new LeadChain(phases, LeadChain.Bound.UPPER, arrivalRate).process();
        double most = lower.drift().down();
        double least = Math.min(upper.drift().down(), most);
        Capacity capacity = new Capacity(least, most);
        return new InOrderResult(
                system,
                arrivalRate,
                capacity,
                phases,
                capacity.verdict(arrivalRate) == Verdict.UNSTABLE
                        ? unstable(LOWER, arrivalRate, most)
                        : named(lower.solve(), LOWER),
                switch (capacity.verdict(arrivalRate)) {
                    case STABLE -> named(upper.solve(), UPPER);
                    case UNDETERMINED -> blocked(arrivalRate, least, phases.limit());
                    case UNSTABLE -> unstable(UPPER, arrivalRate, most);
                });
    }

    private static Outcome<QbdSolution> named(Outcome<QbdSolution> solution, String method) {
        return solution instanceof Outcome.None<QbdSolution> none
                ? new Outcome.None<>(method, none.reason())
                : new Outcome.Known<>(solution.value().orElseThrow(), method);
    }

    private static Outcome<QbdSolution> unstable(String method, double arrivalRate, double capacity) {
        return new Outcome.None<>(
                method, "unstable: arrival rate " + arrivalRate + " is not below the capacity, at most " + capacity);
    }

    private static Outcome<QbdSolution> blocked(double arrivalRate, double capacity, int lead) {
        return new Outcome.None<>(
                UPPER,
                "bound void: arrival rate " + arrivalRate + " is not below " + capacity
                        + ", the capacity with leads up to " + lead);
    }

    /**
     * The arrival rate that was asked about.
     *
     * @return &lambda;
     */
    public double arrivalRate() {
        return arrivalRate;
    }

    /**
     * The capacity of the system, from the departure rates of the saturated bounding chains.
     *
     * @return the bracket
     */
    public Capacity capacity() {
        return capacity;
    }

    /**
     * Whether the system is stable.
     *
     * @return unstable from the upper end of the capacity bracket on, undetermined inside it
     */
    public Verdict verdict() {
        return capacity.verdict(arrivalRate);
    }

    /**
     * Bounds of the mean download time.
     *
     * @return E[N]/&lambda; of both chains (Little's law), rounded outwards by {@link QbdSolution#roundingError()}; both void
     *     when the system is unstable, the upper one when the blocking chain is, and one whose capacity is so close that
     *     rounding would spoil it
     */
    public Bounds mean() {
        return new Bounds(mean(lower, -1), mean(upper, 1));
    }

    /** The mean, moved outwards by what rounding may have done to it. */
    private Outcome<Double> mean(Outcome<QbdSolution> chain, int outwards) {
        if (chain instanceof Outcome.None<QbdSolution> none) {
            return new Outcome.None<>(none.method(), none.reason());
        }
        QbdSolution solution = chain.value().orElseThrow();
        double mean = solution.meanLevel() / arrivalRate;
        return new Outcome.Known<>(mean * (1 + outwards * solution.roundingError()), chain.method());
    }

    /**
     * The width of the bracket of the mean relative to its lower end.
     *
     * @return the width, {@code POSITIVE_INFINITY} when an end is void
     */
    public double relativeWidth() {
        Bounds mean = mean();
        return mean.lower().value().isPresent() && mean.upper().value().isPresent()
                ? mean.upper().value().orElseThrow() / mean.lower().value().orElseThrow() - 1
                : Double.POSITIVE_INFINITY;
    }

    /**
     * The law of the download time, by uniformisation of both chains. It is computed on each call, at a cost that grows
     * with the square of the mean number of requests and with the number of completions for each departure. Close to
     * capacity, or with rates far apart, where levels &times; phases &times; jumps are more than 3e8, it is not computed.
     *
     * <p>Where every copy completes its request no server ever leads. The one phase that is left is an M/M/1 queue, and both
     * laws are exponential with rate &Sigma;&mu;<sub>j</sub> - &lambda;, exact up to capacity: redundancy-d with d = n
     * (Gardner et al., Oper. Res. 2017).
     *
     * @return the bracket; a law is void where the mean is, and where it would take more than the budget
     */
    public DownloadTimeBracket downloadTime() {
        return new DownloadTimeBracket(law(lower, LeadChain.Bound.LOWER), law(upper, LeadChain.Bound.UPPER));
    }

    private Outcome<LatencyDistribution> law(Outcome<QbdSolution> solution, LeadChain.Bound bound) {
        if (solution instanceof Outcome.None<QbdSolution> none) {
            return new Outcome.None<>(none.method(), none.reason());
        }
        double departures = bound == LeadChain.Bound.LOWER ? capacity.upper() : capacity.lower();
        if (phases() == 1) {
            return new Outcome.Known<>(UniformisedTime.exponential(departures - arrivalRate), ONE_SERVER);
        }
        LeadChain chain = new LeadChain(phases, bound, arrivalRate);
        QbdSolution solved = solution.value().orElseThrow();
        double duringDownload = system.totalRate() * solved.meanLevel() / arrivalRate;
        Optional<UniformisedTime> law = LastRequest.work(chain, solved, duringDownload) > MOST_WORK
                ? Optional.empty()
                : LastRequest.downloadTime(chain, solved, system.totalRate(), HARD_LIMIT);
        return law.<Outcome<LatencyDistribution>>map(found -> new Outcome.Known<>(found, solution.method()))
                .orElseGet(() -> new Outcome.None<>(solution.method(), tooMuch(solved, duringDownload)));
    }

    private String tooMuch(QbdSolution solution, double completions) {
        return String.format(
                Locale.ROOT,
                "not computed: with %.3g requests in the system and %.3g completions of copies during a download,"
                        + " uniformisation of %d phases takes more than the budget of %.0e updates",
                solution.meanLevel(),
                completions,
                phases(),
                MOST_WORK);
    }

    /**
     * How requests are served: type fractions, shares of systematic server and recovery groups, utilisation.
     *
     * @return the shares, void when a bounding chain is unstable
     */
    public Outcome<ServiceShares> shares() {
        if (lower instanceof Outcome.None<QbdSolution> none) {
            return new Outcome.None<>(none.method(), none.reason());
        }
        if (upper instanceof Outcome.None<QbdSolution> none) {
            return new Outcome.None<>(none.method(), none.reason());
        }
        LeadChain free = new LeadChain(phases, LeadChain.Bound.LOWER, arrivalRate);
        LeadChain blocked = new LeadChain(phases, LeadChain.Bound.UPPER, arrivalRate);
        return new Outcome.Known<>(
                ServiceShares.between(
                        free,
                        lower.value().orElseThrow(),
                        blocked,
                        upper.value().orElseThrow(),
                        system),
                "in-order chain");
    }

    /**
     * The lead limit of the chains.
     *
     * @return c, at least 1
     */
    public int maxLead() {
        return phases.limit();
    }

    /**
     * The number of phases of the chains.
     *
     * @return at least 1
     */
    public int phases() {
        return phases.size();
    }

    /**
     * How well the balance equations of the solved chains hold.
     *
     * @return the larger {@link QbdSolution#residual()}; 0 when no chain is stable
     */
    public double residual() {
        return Math.max(
                lower.value().map(QbdSolution::residual).orElse(0.0),
                upper.value().map(QbdSolution::residual).orElse(0.0));
    }
}
