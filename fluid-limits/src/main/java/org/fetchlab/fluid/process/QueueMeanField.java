package org.fetchlab.fluid.process;

/** A mean field over queue lengths with a smooth drift. */
public interface QueueMeanField extends MeanField, LevelTruncation {
    @Override
    QueueMeanField withLevels(int levels);

    /**
     * The rate at which jobs are refused by servers at the truncation level.
     *
     * <p>Where the drift is quasi-monotone and the total departure rate grows with the busy share s_1 alone (batch
     * sampling, join-idle-queue), truncated tails lie below the true ones, and the sum over levels of the differences at
     * time t is at most the integral of this rate from 0 to t.
     *
     * @param state a state
     * @return jobs lost per server and unit time, at least 0
     */
    double lossRate(double[] state);
}
