package org.fetchlab.fluid.download;

import org.apache.commons.math3.analysis.solvers.BracketingNthOrderBrentSolver;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.fluid.trajectory.FixedPoints;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;

/**
 * The download time of RRK(L, k), redundant requests with killing, as n goes to infinity: copies at L servers, FIFO, all
 * killed when k are done.
 *
 * <p>Let y(x) be the probability that a copy which nobody kills is unfinished after x. With copies served at rate μ and
 * load ρ (the work of the k copies that are needed),
 *
 * <pre>  dy/dx = −μ [y − (ρ/k) A(y)],   y(0) = 1,   P{T &gt; x} = P{Bin(L, 1−y(x)) &lt;= k−1},</pre>
 *
 * with A of {@link BatchChoice}. For k = 1 it is the limit of the exact analysis of Gardner et al. (Operations Research
 * 2017); for k &gt; 1 it is derived by the cavity method. In w = −log y the right-hand side lies between μ(1−ρ) and μ, so that
 * all integrals are smooth.
 */
public final class RedundantKillingDownload implements LatencyDistribution {
    private static final double WIDEST_PANEL = 0.5;
    private static final double ROOT_ACCURACY = 1e-14;
    private static final int MOST_ITERATIONS = 500;
    private static final String METHOD = "cavity equation of redundant requests with killing";

    private final BatchChoice choice;
    private final double load;
    private final double copyRate;
    private final GradedQuadrature quadrature = new GradedQuadrature();

    private RedundantKillingDownload(BatchChoice choice, double load, double copyRate) {
        this.choice = choice;
        this.load = load;
        this.copyRate = copyRate;
    }

    /**
     * The download time when copies are served at rate k, so that a file is one unit of work and the load is λ.
     *
     * @param choice k out of L
     * @param arrivalRate λ, files per server and unit time, positive
     * @return the law; none if λ >= 1
     */
    public static Outcome<RedundantKillingDownload> of(BatchChoice choice, double arrivalRate) {
        return of(choice, arrivalRate, choice.joined());
    }

    /**
     * The download time.
     *
     * @param choice k out of L
     * @param arrivalRate λ, files per server and unit time, positive
     * @param copyRate μ, the rate at which a server serves copies, positive and finite
     * @return the law; none if the load {@code λk/μ} is not below 1
     * @throws IllegalArgumentException if a rate is out of range
     */
    public static Outcome<RedundantKillingDownload> of(BatchChoice choice, double arrivalRate, double copyRate) {
        if (!(arrivalRate > 0 && copyRate > 0 && copyRate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "arrival rate " + arrivalRate + " and copy rate " + copyRate + " must be positive and finite");
        }
        double load = arrivalRate * choice.joined() / copyRate;
        return load < 1
                ? new Outcome.Known<>(new RedundantKillingDownload(choice, load, copyRate), METHOD)
                : FixedPoints.overloaded(METHOD, load);
    }

    @Override
    public double survival(double time) {
        if (LatencyDistribution.checkedTime(time) <= 0) {
            return 1;
        }
        double fastest = copyRate * time;
        double slowest = (1 - load) * fastest;
        if (Math.exp(-slowest) == 0 || Math.exp(-fastest) == 1) {
            return choice.incomplete(Math.exp(-fastest));
        }
        double w = new BracketingNthOrderBrentSolver(ROOT_ACCURACY, ROOT_ACCURACY, 5)
                .solve(MOST_ITERATIONS, x -> timeTo(x) - time, slowest * (1 - 1e-9), fastest * (1 + 1e-9));
        return choice.incomplete(Math.exp(-w));
    }

    @Override
    public double quantile(double probability) {
        double target = Math.log1p(-Probabilities.checked(probability));
        if (probability == 0) {
            return 0;
        }
        double high = 1;
        while (Math.log(choice.incomplete(Math.exp(-high))) > target) {
            high *= 2;
        }
        return timeTo(new BracketingNthOrderBrentSolver(ROOT_ACCURACY, ROOT_ACCURACY, 5)
                .solve(MOST_ITERATIONS, w -> Math.log(choice.incomplete(Math.exp(-w))) - target, 0, high));
    }

    @Override
    public Outcome<Double> mean() {
        double mean = quadrature.toInfinity(w -> choice.incomplete(Math.exp(-w)) * slowness(w), firstPanel());
        return new Outcome.Known<>(mean, METHOD);
    }

    /** The time at which −log y reaches w. */
    private double timeTo(double w) {
        return quadrature.upTo(this::slowness, w, firstPanel(), WIDEST_PANEL);
    }

    /** dx/dw. */
    private double slowness(double w) {
        return 1 / (copyRate * (1 - load / choice.joined() * choice.chord(Math.exp(-w), 0)));
    }

    /** Near saturation dx/dw has a peak of this width at w = 0. */
    private double firstPanel() {
        return Math.min(WIDEST_PANEL, 1 - load);
    }
}
