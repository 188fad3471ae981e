package org.fetchlab.sim.experiment;

import org.fetchlab.model.service.ServiceTime;

/** The index α of a heavy tail: P{S &gt; s} decays like s<sup>-α</sup>. */
public final class TailIndex {
    private static final double FAR = 1 - 1e-9;
    private static final double DECADES = 1e4;

    private TailIndex() {}

    /**
     * The index of a law: the decay of its survival function over four decades of its far tail.
     *
     * @param law any law
     * @return the index; positive infinity when the third moment exists, so that no mean or interval is in question
     */
    public static double of(ServiceTime law) {
        double from = law.quantile(FAR);
        double to = DECADES * from;
        if (law.moment(3).value().isPresent() || !(law.survival(to) > 0)) {
            return Double.POSITIVE_INFINITY;
        }
        return Math.log(law.survival(from) / law.survival(to)) / Math.log(DECADES);
    }
}
