package org.fetchlab.sim.observe;

/**
 * What one replication remembers of its download times: batch means, and, once it measures, a histogram. The histogram
 * stays empty during the warm-up. Memory does not grow with the number of requests. Not thread-safe.
 */
public final class DownloadRecorder {
    private static final int BATCHES = 512;
    private static final int FIRST_BATCH = 5;

    private final LatencyHistogram histogram;
    private BatchMeans batches = new BatchMeans(BATCHES, FIRST_BATCH);
    private boolean measuring;

    /**
     * A recorder at the start of the warm-up.
     *
     * @param typicalTime the order of magnitude of the download times, positive and finite
     */
    public DownloadRecorder(double typicalTime) {
        histogram = new LatencyHistogram(typicalTime);
    }

    /**
     * Records the download time of the next request.
     *
     * @param downloadTime completion minus arrival, at least 0
     */
    public void record(double downloadTime) {
        batches.add(downloadTime);
        if (measuring) {
            histogram.record(downloadTime);
        }
    }

    /** Ends the warm-up: what was recorded so far is forgotten. */
    public void startMeasuring() {
        batches = new BatchMeans(BATCHES, FIRST_BATCH);
        histogram.reset();
        measuring = true;
    }

    /**
     * The means of consecutive batches of requests, of the warm-up or of the measured part.
     *
     * @return the live batches
     */
    public BatchMeans batches() {
        return batches;
    }

    /**
     * The histogram of the measured download times.
     *
     * @return the live histogram
     */
    public LatencyHistogram histogram() {
        return histogram;
    }
}
