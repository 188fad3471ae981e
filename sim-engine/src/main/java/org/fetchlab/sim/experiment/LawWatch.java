package org.fetchlab.sim.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.sim.observe.DownloadRecorder;
import org.fetchlab.sim.observe.MeasuredSampler;

/**
 * Watches the laws from which one path draws, where they are so skewed that the path may miss most of their mean. A system
 * passes its samplers through {@link #over} when it makes a path, and the path through {@link #on}; paths that need no
 * watching are not touched. Not thread-safe.
 */
public final class LawWatch {
    /** E[S²] / E[S]² beyond which 10 000 draws do not give the mean to a tenth. */
    private static final double LARGEST_SQUARE = 100;

    private final List<MeasuredSampler> watched = new ArrayList<>();

    /**
     * Watches a law if its mean may be missed. Heavy tails are judged by their index instead.
     *
     * @param law the law
     * @param times draws from it
     * @param isDecisive whether one of the rare long times of the law delays a request; asked only about skewed laws
     * @return a sampler of the same times
     */
    public ContinuousSampler over(ServiceTime law, ContinuousSampler times, BooleanSupplier isDecisive) {
        if (!isMeanElusive(law) || !isDecisive.getAsBoolean()) {
            return times;
        }
        MeasuredSampler measured = new MeasuredSampler(law, times);
        watched.add(measured);
        return measured;
    }

    private static boolean isMeanElusive(ServiceTime law) {
        double mean = law.moment(1).value().orElse(0.0);
        double square = law.moment(2).value().orElse(0.0);
        return square > LARGEST_SQUARE * mean * mean && TailIndex.of(law) == Double.POSITIVE_INFINITY;
    }

    /**
     * The path that draws from the watched laws.
     *
     * @param path the path
     * @return the same path, which also tells the {@linkplain SamplePath#sampledMean() sampled mean} of its laws
     */
    public SamplePath on(SamplePath path) {
        return watched.isEmpty() ? path : new WatchedPath<>(path, List.copyOf(watched));
    }

    /**
     * The counting path that draws from the watched laws.
     *
     * @param path the path
     * @return the same path, which also tells the {@linkplain SamplePath#sampledMean() sampled mean} of its laws
     */
    public CountingPath on(CountingPath path) {
        return watched.isEmpty() ? path : new WatchedCount(path, List.copyOf(watched));
    }

    /** A path with the samplers that it draws from. */
    private static class WatchedPath<P extends SamplePath> implements SamplePath {
        final P path;
        private final List<MeasuredSampler> watched;

        WatchedPath(P path, List<MeasuredSampler> watched) {
            this.path = path;
            this.watched = watched;
        }

        @Override
        public void advance(long requests, DownloadRecorder recorder) {
            path.advance(requests, recorder);
        }

        @Override
        public void checkBetweenRequests(Runnable check) {
            path.checkBetweenRequests(check);
        }

        @Override
        public void startMeasuring() {
            path.startMeasuring();
        }

        @Override
        public double[] statistics() {
            return path.statistics();
        }

        @Override
        public double sampledMean() {
            return watched.stream()
                    .mapToDouble(MeasuredSampler::relativeMean)
                    .min()
                    .orElseThrow();
        }

        @Override
        public double load() {
            return path.load();
        }
    }

    /** The same for a path that counts. */
    private static final class WatchedCount extends WatchedPath<CountingPath> implements CountingPath {
        WatchedCount(CountingPath path, List<MeasuredSampler> watched) {
            super(path, watched);
        }

        @Override
        public long backlog() {
            return path.backlog();
        }
    }
}
