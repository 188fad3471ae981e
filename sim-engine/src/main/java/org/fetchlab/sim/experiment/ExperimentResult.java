package org.fetchlab.sim.experiment;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.sim.observe.PercentileEstimate;

/**
 * What an experiment found out about the stationary download time.
 *
 * @param stability the verdict; unless it is stable there is no mean, no percentile and no statistic
 * @param mean the mean download time with its confidence interval, or why there is none
 * @param withheld why a stable system has no mean; empty when it has one, or is not known to be stable
 * @param percentiles each planned percentile with its confidence limits, or why there is none, in the planned order
 * @param statistics the further statistics of the system, in the order of {@link SamplePath#statistics()},
 *     combined by {@link SimulatedSystem#combine}
 * @param requests how many requests were measured
 * @param looks how many independent looks at the system they are worth, see {@link SimulatedSystem#requestsPerLook}
 * @param warmUp how many requests were simulated before them and dropped
 * @param warnings sentences that limit the validity of the numbers; empty when there is nothing to say
 */
public record ExperimentResult(
        StabilityReport stability,
        Outcome<Estimate> mean,
        Optional<WithheldMean> withheld,
        Map<Double, Outcome<PercentileEstimate>> percentiles,
        List<Estimate> statistics,
        long requests,
        double looks,
        long warmUp,
        List<String> warnings) {
    /**
     * One planned percentile.
     *
     * @param percent 100 p, one of the plan's percentiles
     * @return the estimate, or why there is none
     * @throws IllegalArgumentException if the percentile was not planned
     */
    public Outcome<PercentileEstimate> percentile(double percent) {
        Outcome<PercentileEstimate> estimate = percentiles.get(percent);
        if (estimate == null) {
            throw new IllegalArgumentException(
                    "percentile " + percent + " was not planned; the plan has " + percentiles.keySet());
        }
        return estimate;
    }
}
