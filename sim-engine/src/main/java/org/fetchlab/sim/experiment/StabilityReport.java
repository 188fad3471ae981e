package org.fetchlab.sim.experiment;

import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;

/**
 * Whether a system is stable at its arrival rate, and how that is known.
 *
 * @param verdict stable, unstable or undetermined
 * @param capacity the bracket of the capacity with its method, or why there is none; an estimated bracket covers the
 *     capacity with probability {@link #CONFIDENCE}
 */
public record StabilityReport(Verdict verdict, Outcome<Capacity> capacity) {
    /** The probability with which an estimated bracket covers the capacity, over all looks that were taken at it. */
    public static final double CONFIDENCE = 0.999;

    static final String SIMULATED = "saturated simulation";

    /**
     * Whether the bracket of the capacity was tightened by simulation, and holds with {@link #CONFIDENCE} only.
     *
     * @return false if it is certain, or there is none
     */
    public boolean isSimulated() {
        return capacity instanceof Outcome.Known<Capacity> known
                && known.method().equals(SIMULATED);
    }
}
