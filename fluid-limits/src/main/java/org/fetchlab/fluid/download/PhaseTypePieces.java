package org.fetchlab.fluid.download;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fetchlab.fluid.process.PhaseType;
import org.fetchlab.fluid.trajectory.PhaseTypeEquilibrium;

/**
 * Pieces with phase-type service, first in first out: one that finds j others waits for the rest of the service in
 * progress, whose phase is that of the fixed point, and for j services more. Survival functions by uniformisation of the
 * chain (services to go, phase), backwards in time for all j at once.
 */
public final class PhaseTypePieces implements PieceTimes {
    private static final double NEGLIGIBLE = 1e-17;
    private static final int MOST_TERMS = 1_000_000;

    private final PhaseType service;
    private final int levels;
    private final double uniform;
    private final PoissonMixture mixture;

    private PhaseTypePieces(PhaseType service, PhaseTypeEquilibrium equilibrium) {
        this.service = service;
        this.levels = equilibrium.tails().levels();
        double fastest = 0;
        for (int phase = 0; phase < service.phases(); phase++) {
            fastest = Math.max(fastest, -service.rate(phase, phase));
        }
        this.uniform = fastest;
        this.mixture = new PoissonMixture(uniform, terms(equilibrium));
    }

    /**
     * The piece times at a fixed point.
     *
     * @param service the service time of a piece
     * @param equilibrium the fixed point with that service
     * @return the piece times for the queue lengths of the fixed point
     */
    public static PhaseTypePieces of(PhaseType service, PhaseTypeEquilibrium equilibrium) {
        return new PhaseTypePieces(service, equilibrium);
    }

    @Override
    public void survivals(double time, double[] survivals) {
        mixture.at(time, survivals);
        for (int j = 0; j < survivals.length; j++) {
            survivals[j] = Math.min(1, survivals[j]);
        }
    }

    /** After r steps of the uniformised chain, the probability that a piece which found j others is unfinished. */
    private List<double[]> terms(PhaseTypeEquilibrium equilibrium) {
        double[][] first = new double[levels][];
        first[0] = new double[service.phases()];
        for (int phase = 0; phase < service.phases(); phase++) {
            first[0][phase] = service.initial(phase);
        }
        for (int j = 1; j < levels; j++) {
            first[j] = equilibrium.phases(j);
        }
        double[][] unfinished = new double[levels + 1][service.phases()];
        for (int toGo = 1; toGo <= levels; toGo++) {
            Arrays.fill(unfinished[toGo], 1);
        }
        List<double[]> terms = new ArrayList<>();
        double largest = 1;
        while (largest > NEGLIGIBLE && terms.size() < MOST_TERMS) {
            double[] term = new double[levels];
            largest = 0;
            for (int j = 0; j < levels; j++) {
                term[j] = product(first[j], unfinished[j + 1]);
                largest = Math.max(largest, term[j]);
            }
            terms.add(term);
            unfinished = oneStepEarlier(unfinished);
        }
        return terms;
    }

    private double[][] oneStepEarlier(double[][] unfinished) {
        double[][] before = new double[levels + 1][service.phases()];
        for (int toGo = 1; toGo <= levels; toGo++) {
            double fresh = 0;
            for (int phase = 0; phase < service.phases(); phase++) {
                fresh += service.initial(phase) * unfinished[toGo - 1][phase];
            }
            for (int phase = 0; phase < service.phases(); phase++) {
                double change = service.exit(phase) * fresh;
                for (int to = 0; to < service.phases(); to++) {
                    change += service.rate(phase, to) * unfinished[toGo][to];
                }
                before[toGo][phase] = Math.max(0, unfinished[toGo][phase] + change / uniform);
            }
        }
        return before;
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
