package org.fetchlab.sim.recursion;

import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.fetchlab.sim.experiment.SaturatedPath;
import org.fetchlab.sim.observe.MeasuredSampler;
import org.fetchlab.sim.observe.TimeKey;

/** The recursion when all requests have been waiting since time 0. */
final class SaturatedForkJoin implements SaturatedPath {
    private final DiscreteSampler thing;
    private final RequestKind[] kinds;
    private final CopyChoice choice;
    private final Recursion recursion;
    private final MeasuredSampler service;
    private long finished;

    /**
     * A path that has served no request.
     *
     * @param thing draws the index of what a request asks for
     * @param kinds what requests can ask for
     * @param choice chooses the servers that get copies
     * @param recursion serves the requests
     * @param service the service times of the recursion
     */
    SaturatedForkJoin(
            DiscreteSampler thing,
            RequestKind[] kinds,
            CopyChoice choice,
            Recursion recursion,
            MeasuredSampler service) {
        this.thing = thing;
        this.kinds = kinds;
        this.choice = choice;
        this.recursion = recursion;
        this.service = service;
    }

    @Override
    public double advance(long requests) {
        for (long i = 0; i < requests; i++) {
            RequestKind kind = kinds[thing.sample()];
            finished = TimeKey.later(finished, recursion.serve(TimeKey.of(0), kind, choice.next(kind)));
        }
        return TimeKey.time(finished);
    }

    @Override
    public double sampledMean() {
        return service.relativeMean();
    }
}
