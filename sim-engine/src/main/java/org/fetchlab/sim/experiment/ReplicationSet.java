package org.fetchlab.sim.experiment;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.sim.observe.DownloadRecorder;
import org.fetchlab.sim.observe.LatencyHistogram;
import org.fetchlab.sim.observe.StudentInterval;

/**
 * The independent replications of one system: they advance in step, and are always read in the order of their indices, so
 * that no result depends on the number of threads.
 */
final class ReplicationSet {
    /** Enough for Student's interval to be 4 % wider than the normal one, few enough to keep each replication long. */
    static final int REPLICATIONS = 32;

    /** Requests between two reports of a path. */
    static final long CHUNK = 8192;

    private final Workers workers;
    private final List<SamplePath> paths;
    private final List<DownloadRecorder> recorders;
    private long requests;

    /**
     * Replications that have simulated nothing.
     *
     * @param paths one path each
     * @param typicalTime the order of magnitude of a download time
     * @param workers the threads
     */
    ReplicationSet(List<? extends SamplePath> paths, double typicalTime, Workers workers) {
        this.workers = workers;
        this.paths = List.copyOf(paths);
        paths.forEach(path -> path.checkBetweenRequests(workers::checkCancelled));
        recorders = Stream.generate(() -> new DownloadRecorder(typicalTime))
                .limit(paths.size())
                .toList();
    }

    /** The first paths of a system. */
    static ReplicationSet of(SimulatedSystem system, ExperimentPlan plan, Workers workers) {
        List<SamplePath> paths = IntStream.range(0, plan.replications())
                .mapToObj(replication -> system.path(plan.streams(), replication))
                .toList();
        return new ReplicationSet(paths, system.typicalTime(), workers);
    }

    /** Every replication simulates so many further requests. */
    void advance(long each) {
        advanceTo(requests + each * paths.size());
    }

    /** The replications simulate so many requests in all, spread as evenly as possible: the first ones do the odd ones. */
    void advanceTo(long total) {
        long before = requests;
        workers.plan(total - before);
        workers.forEach(
                paths.size(),
                replication -> advance(replication, share(total, replication) - share(before, replication)));
        requests = total;
    }

    private long share(long total, int replication) {
        return total / paths.size() + (replication < total % paths.size() ? 1 : 0);
    }

    private void advance(int replication, long each) {
        for (long left = each; left > 0; left -= CHUNK) {
            long chunk = Math.min(CHUNK, left);
            paths.get(replication).advance(chunk, recorders.get(replication));
            workers.simulated(chunk);
        }
    }

    void startMeasuring() {
        recorders.forEach(DownloadRecorder::startMeasuring);
        paths.forEach(SamplePath::startMeasuring);
        requests = 0;
    }

    /** Requests of all replications since the set was made, or since it started to measure. */
    long requests() {
        return requests;
    }

    /** Requests that every replication has simulated. */
    long requestsEach() {
        return requests / paths.size();
    }

    double[] means() {
        return recorders.stream()
                .mapToDouble(recorder -> recorder.batches().mean())
                .toArray();
    }

    /** The mean of the drawn times over that of their law, at the 99.9 % level. */
    Estimate sampledMean() {
        double[] means = paths.stream().mapToDouble(SamplePath::sampledMean).toArray();
        return StudentInterval.ofMean(means, StabilityTest.CONFIDENCE);
    }

    /** Whether the paths miss so much of the mean of a law that nothing rests on them: more requests hardly help. */
    boolean missALaw() {
        return sampledMean().upper() < 1 - StabilityTest.MEAN_TOLERANCE;
    }

    /** The average load that the paths have seen; 0 if they do not keep count. */
    double load() {
        return paths.stream().mapToDouble(SamplePath::load).average().orElseThrow();
    }

    List<double[]> statistics() {
        return paths.stream().map(SamplePath::statistics).toList();
    }

    List<LatencyHistogram> histograms() {
        return recorders.stream().map(DownloadRecorder::histogram).toList();
    }

    /** The batch means of each replication; during the warm-up all series have the same length. */
    List<double[]> series() {
        return recorders.stream().map(recorder -> recorder.batches().means()).toList();
    }

    /** The average of the series over the replications: the transient without most of the noise. */
    double[] averageSeries() {
        List<double[]> series = series();
        double[] average = new double[series.get(0).length];
        for (double[] one : series) {
            for (int b = 0; b < average.length; b++) {
                average[b] += one[b] / series.size();
            }
        }
        return average;
    }
}
