package org.fetchlab.sim.recursion;

import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.observe.DownloadRecorder;
import org.fetchlab.sim.observe.TimeKey;
import org.jspecify.annotations.Nullable;

/** One sample path of a {@link ForkJoinSystem} by the arrival-order recursion. */
final class ForkJoinPath implements SamplePath {
    private final ContinuousSampler interarrival;
    private final DiscreteSampler thing;
    private final RequestKind[] kinds;
    private final CopyChoice choice;
    private final Recursion recursion;
    private final @Nullable ServiceTypes types;
    private final boolean isSystematic;
    private double clock;
    private double measuredFrom;
    private long requests;
    private long wonBySystematic;

    /**
     * A path that starts from the empty system.
     *
     * @param interarrival draws times between arrivals
     * @param thing draws the index of what a request asks for
     * @param kinds what requests can ask for
     * @param choice chooses the servers that get copies
     * @param recursion serves the requests
     * @param types counts the service types, if they are defined
     */
    ForkJoinPath(
            ContinuousSampler interarrival,
            DiscreteSampler thing,
            RequestKind[] kinds,
            CopyChoice choice,
            Recursion recursion,
            @Nullable ServiceTypes types) {
        this.interarrival = interarrival;
        this.thing = thing;
        this.kinds = kinds;
        this.choice = choice;
        this.recursion = recursion;
        this.types = types;
        isSystematic = Arrays.stream(kinds).allMatch(kind -> kind.systematic != null);
    }

    @Override
    public void advance(long more, DownloadRecorder recorder) {
        for (long i = 0; i < more; i++) {
            recorder.record(next());
        }
    }

    /** Simulates the next request; returns its download time. */
    double next() {
        clock += interarrival.sample();
        RequestKind kind = kinds[thing.sample()];
        long arrival = TimeKey.of(clock);
        long completion = recursion.serve(arrival, kind, choice.next(kind));
        count(kind, completion);
        return TimeKey.time(completion) - clock;
    }

    private void count(RequestKind kind, long completion) {
        requests++;
        if (kind.systematic != null) {
            wonBySystematic += 1 - TimeKey.ifBefore(completion, kind.systematic.finish, 1);
        }
        if (types != null) {
            types.count(completion);
        }
    }

    @Override
    public void startMeasuring() {
        measuredFrom = clock;
        requests = 0;
        wonBySystematic = 0;
        recursion.resetWork();
        if (types != null) {
            types.reset();
        }
    }

    /** In the order that {@link ForkJoinStatistics} reads. */
    @Override
    public double[] statistics() {
        double elapsed = clock - measuredFrom;
        return Stream.of(
                        new double[] {recursion.wastedFraction()},
                        recursion.utilizations(elapsed),
                        isSystematic ? new double[] {(double) wonBySystematic / Math.max(1, requests)} : new double[0],
                        types == null ? new double[0] : types.fractions())
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }
}
