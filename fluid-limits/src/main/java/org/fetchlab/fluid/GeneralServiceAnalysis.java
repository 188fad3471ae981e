package org.fetchlab.fluid;

import org.fetchlab.fluid.download.BatchDownload;
import org.fetchlab.fluid.download.PhaseTypePieces;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.fluid.process.PhaseType;
import org.fetchlab.fluid.process.PhaseTypeBatchSampling;
import org.fetchlab.fluid.trajectory.PhaseTypeEquilibrium;
import org.fetchlab.fluid.trajectory.SampledTrajectory;
import org.fetchlab.fluid.trajectory.TrajectorySolver;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;

/**
 * The limit of a large system under batch sampling (power-of-d with k = 1) when the service time of a piece is any
 * phase-type law, queues are first in first out, and the number of servers goes to infinity. Immutable.
 *
 * @param choice k out of L
 * @param arrivalRate λ, files per server and unit time, positive and finite
 * @param service the service time of a piece; with mean 1/k the load is λ
 */
public record GeneralServiceAnalysis(BatchChoice choice, double arrivalRate, PhaseType service) {
    private static final double TOLERANCE = 1e-10;

    /**
     * Checks the arrival rate.
     *
     * @param choice k out of L
     * @param arrivalRate λ
     * @param service the service time of a piece
     * @throws IllegalArgumentException if the arrival rate is not positive and finite
     */
    public GeneralServiceAnalysis {
        PhaseTypeBatchSampling.of(choice, arrivalRate, service, 1);
    }

    /**
     * The load.
     *
     * @return {@code λ k E[S]}; stationary answers exist below 1
     */
    public double load() {
        return arrivalRate * choice.joined() * service.mean();
    }

    /**
     * The queue lengths over time, from a start at which every service in progress begins.
     *
     * @param initial the queue lengths at time 0
     * @param times at least 0, increasing; the last one positive and finite
     * @return the trajectory
     * @throws IllegalArgumentException if the times are out of range or order
     */
    public SampledTrajectory trajectory(QueueTails initial, double... times) {
        return TrajectorySolver.withTolerance(TOLERANCE)
                .sample(PhaseTypeBatchSampling.of(choice, arrivalRate, service, 2), initial, times);
    }

    /**
     * The queue lengths and phases at stationarity.
     *
     * @return the fixed point; none if the load is not below 1
     */
    public Outcome<PhaseTypeEquilibrium> fixedPoint() {
        return PhaseTypeEquilibrium.of(choice, arrivalRate, service);
    }

    /**
     * The download time of a file at stationarity.
     *
     * @return the law; none if the load is not below 1, or queues are too long and services too variable to be followed
     */
    public Outcome<LatencyDistribution> download() {
        return fixedPoint().flatMap(this::download);
    }

    private Outcome<LatencyDistribution> download(PhaseTypeEquilibrium equilibrium) {
        // where every sampled queue is joined, pieces do not care for the lengths of queues
        boolean atRandom = choice.sampled() == choice.joined();
        QueueTails tails = atRandom ? QueueTails.of(1) : equilibrium.tails();
        Outcome<PhaseTypePieces> pieces =
                atRandom ? PhaseTypePieces.atRandom(service, equilibrium) : PhaseTypePieces.of(service, equilibrium);
        return pieces.flatMap(times -> new Outcome.Known<>(
                BatchDownload.of(choice, tails, times, service.mean()),
                "independent queues at the fixed point, phase-type service"));
    }
}
