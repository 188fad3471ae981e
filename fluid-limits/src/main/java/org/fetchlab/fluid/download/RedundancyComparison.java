package org.fetchlab.fluid.download;

import java.util.ArrayList;
import java.util.List;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.fluid.trajectory.FixedPoints;
import org.fetchlab.model.result.LatencyDistribution;

/**
 * Two ways to use L servers for a file of k pieces, at one load: ask for queue lengths and send k pieces to the shortest
 * (batch sampling), or send L copies and kill the rest when k are done (redundant requests with killing).
 *
 * @param load λ, files per server and unit time, in (0, 1)
 * @param batchSampling the download time of BS(L, k)
 * @param redundantKilling the download time of RRK(L, k)
 */
public record RedundancyComparison(
        double load, LatencyDistribution batchSampling, LatencyDistribution redundantKilling) {
    /**
     * The comparison as a function of the load.
     *
     * @param choice k out of L
     * @param loads λ, each in (0, 1)
     * @return one comparison for each load
     * @throws IllegalArgumentException if a load is out of range
     */
    public static List<RedundancyComparison> over(BatchChoice choice, double... loads) {
        List<RedundancyComparison> rows = new ArrayList<>(loads.length);
        for (double load : loads) {
            if (!(load > 0 && load < 1)) {
                throw new IllegalArgumentException("load " + load + " must lie in (0, 1)");
            }
            rows.add(new RedundancyComparison(
                    load,
                    BatchDownload.of(
                            choice,
                            FixedPoints.batchSampling(choice, load).value().orElseThrow()),
                    RedundantKillingDownload.of(choice, load).value().orElseThrow()));
        }
        return rows;
    }

    /**
     * How much longer batch sampling takes.
     *
     * @return the ratio of the mean download times of batch sampling and redundant killing
     */
    public double meanRatio() {
        return batchSampling.mean().value().orElseThrow()
                / redundantKilling.mean().value().orElseThrow();
    }
}
