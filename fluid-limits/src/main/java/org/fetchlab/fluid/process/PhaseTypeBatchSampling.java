package org.fetchlab.fluid.process;

import java.util.stream.IntStream;
import org.fetchlab.model.result.QueueTails;

/**
 * Batch sampling with phase-type service, first in first out: the mean field over pairs (queue length, phase of the piece in
 * service). Coordinates are {@code x_{jφ}}, the fraction of servers with j pieces and phase φ, for j = 1, …, B, phases
 * innermost. With one phase it is {@link BatchSampling}.
 *
 * <p>Which queue is joined depends on lengths alone, so that servers of length j receive pieces at the rate
 * {@code a_j = λ (A(s_j) − A(s_{j+1})) / (s_j − s_{j+1})} each, in any phase. Bramson, Lu and Prabhakar (Queueing Systems 2012)
 * show that queues are independent in the limit for such policies under their conditions.
 */
public final class PhaseTypeBatchSampling implements QueueMeanField {
    private final BatchChoice choice;
    private final double arrivalRate;
    private final PhaseType service;
    private final int levels;

    private PhaseTypeBatchSampling(BatchChoice choice, double arrivalRate, PhaseType service, int levels) {
        this.choice = choice;
        this.arrivalRate = arrivalRate;
        this.service = service;
        this.levels = levels;
    }

    /**
     * Batch sampling with phase-type service.
     *
     * @param choice k out of L
     * @param arrivalRate λ, files per server and unit time; positive and finite
     * @param service the service time of a piece; with mean 1/k the load is λ
     * @param levels B, the highest queue length, at least 1
     * @return the mean field
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static PhaseTypeBatchSampling of(BatchChoice choice, double arrivalRate, PhaseType service, int levels) {
        return new PhaseTypeBatchSampling(
                choice, BatchSampling.checkedArrivalRate(arrivalRate), service, LevelTruncation.checkedLevels(levels));
    }

    @Override
    public int levels() {
        return levels;
    }

    @Override
    public int dimension() {
        return levels * service.phases();
    }

    @Override
    public PhaseTypeBatchSampling withLevels(int newLevels) {
        return of(choice, arrivalRate, service, newLevels);
    }

    /** Every piece in service is at its start. */
    @Override
    public double[] stateOf(QueueTails tails) {
        double[] s = TailLayout.state(tails, levels);
        double[] state = new double[dimension()];
        for (int j = 0; j < levels; j++) {
            double share = s[j] - (j + 1 < levels ? s[j + 1] : 0);
            for (int phase = 0; phase < service.phases(); phase++) {
                state[j * service.phases() + phase] = share * service.initial(phase);
            }
        }
        return state;
    }

    @Override
    public double[] tails(double[] state) {
        double[] tails = new double[levels + 1];
        int index = state.length;
        double sum = 0;
        for (int j = levels; j >= 1; j--) {
            for (int phase = 0; phase < service.phases(); phase++) {
                sum += state[--index];
            }
            tails[j] = sum;
        }
        tails[0] = 1;
        return tails;
    }

    @Override
    public double lossRate(double[] state) {
        return arrivalRate * choice.meanAbove(Math.max(0, tails(state)[levels]));
    }

    /** {@inheritDoc} As for exponential service at the rate of the fastest phase. */
    @Override
    public double fastestRate() {
        double fastest = IntStream.range(0, service.phases())
                .mapToDouble(phase -> -service.rate(phase, phase))
                .max()
                .orElseThrow();
        return 2 * (arrivalRate * choice.sampled() + fastest);
    }

    @Override
    public void drift(double[] state, double[] drift) {
        double[] tails = tails(state);
        int phases = service.phases();
        double started = arrivalRate * (choice.joined() - choice.meanAbove(tails[1]));
        double before = 0;
        for (int j = 1; j <= levels; j++) {
            double next = j < levels ? tails[j + 1] : 0;
            double arrivals = j < levels ? arrivalRate * choice.chord(tails[j], next) : 0;
            double ended = j < levels ? endings(state, j + 1) : 0;
            int row = (j - 1) * phases;
            for (int phase = 0; phase < phases; phase++) {
                double previous = j > 1 ? before * state[row - phases + phase] : started * service.initial(phase);
                drift[row + phase] = previous
                        - arrivals * state[row + phase]
                        + moves(state, row, phase)
                        + ended * service.initial(phase);
            }
            before = arrivals;
        }
    }

    /** The rate at which servers with j pieces finish one. */
    private double endings(double[] state, int j) {
        double sum = 0;
        for (int phase = 0; phase < service.phases(); phase++) {
            sum += state[(j - 1) * service.phases() + phase] * service.exit(phase);
        }
        return sum;
    }

    private double moves(double[] state, int row, int to) {
        double sum = 0;
        for (int from = 0; from < service.phases(); from++) {
            sum += state[row + from] * service.rate(from, to);
        }
        return sum;
    }
}
