package org.fetchlab.model.code;

import org.fetchlab.model.result.Outcome;

/**
 * How long a code keeps all data while servers fail and are repaired.
 *
 * <p>Assumptions: servers fail independently at rate 1/MTBF; every failed server is repaired independently of the others
 * at rate 1/MTTR, whatever is lost with it; all times are exponential; data are lost at the first instant at which the
 * surviving servers do not recover everything. The state is the number f of failed servers, and which servers they are is
 * taken as uniform among the patterns of f that are still decodable: a further failure is survived with probability
 * D(f+1) / D(f), where D is the {@linkplain DecodableFraction decodable fraction}. That is exact for MDS codes and
 * replication; for other codes it is the usual approximation (Huang et al., USENIX ATC 2012), good when repairs are much
 * faster than failures.
 *
 * @param meanTimeBetweenFailures MTBF of one server, positive and finite, in any unit of time
 * @param meanTimeToRepair MTTR of one server, positive and finite, in the same unit
 */
public record Reliability(double meanTimeBetweenFailures, double meanTimeToRepair) {
    private static final String METHOD = "birth-death chain of failed servers";

    /**
     * Checks both times.
     *
     * @param meanTimeBetweenFailures MTBF
     * @param meanTimeToRepair MTTR
     * @throws IllegalArgumentException if one is not positive and finite
     */
    public Reliability {
        checkTime("mean time between failures", meanTimeBetweenFailures);
        checkTime("mean time to repair", meanTimeToRepair);
    }

    private static void checkTime(String name, double time) {
        if (!(time > 0 && time < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " " + time + " must be positive and finite");
        }
    }

    /**
     * The mean time to data loss (MTTDL), starting with all servers in order.
     *
     * <p>First-passage times of the chain: from state f, A(f) is the mean time until f+1 servers have failed or data are
     * lost, and L(f) the probability that data are lost first. With failures at rate b = (n-f)/MTBF, of which a share l
     * loses data, and repairs at rate r = f/MTTR,
     * {@code A(f) = (1 + r A(f-1)) / (b + r L(f-1))} and {@code L(f) = (b l + r L(f-1)) / (b + r L(f-1))}; the answer is the
     * sum of A(f) over f, each times the probability to get there. Every term is positive, so nothing cancels.
     *
     * @param decodable the decodable fractions of the code
     * @return the mean time in the unit of MTBF and MTTR; void when the fractions are estimates, since the answer depends
     *     on tiny differences of them, or when it is too large for double precision
     */
    public Outcome<Double> meanTimeToDataLoss(DecodableFraction decodable) {
        if (!decodable.isExact()) {
            return new Outcome.None<>(
                    METHOD,
                    "the decodable fractions of the code are estimates, and the mean time depends on them too much");
        }
        double mean = firstPassage(decodable);
        return mean < Double.POSITIVE_INFINITY
                ? new Outcome.Known<>(mean, METHOD)
                : new Outcome.None<>(METHOD, "the mean time to data loss exceeds the largest double");
    }

    private double firstPassage(DecodableFraction decodable) {
        double mean = 0;
        double reached = 1;
        double time = 0;
        double loss = 0;
        for (int failed = 0; decodable.at(failed) > 0; failed++) {
            double failures = (decodable.servers() - failed) / meanTimeBetweenFailures;
            double repairs = failed / meanTimeToRepair;
            double survived = decodable.at(failed + 1) / decodable.at(failed);
            double losing = (decodable.lost(failed + 1) - decodable.lost(failed)) / decodable.at(failed);
            double outflow = failures + repairs * loss;
            time = (1 + repairs * time) / outflow;
            loss = (failures * losing + repairs * loss) / outflow;
            mean += reached * time;
            reached *= failures * survived / outflow;
        }
        return mean;
    }
}
