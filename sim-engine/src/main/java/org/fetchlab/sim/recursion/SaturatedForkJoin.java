package org.fetchlab.sim.recursion;

import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.fetchlab.sim.experiment.SaturatedPath;

/** The recursion when all requests have been waiting since time 0. */
final class SaturatedForkJoin implements SaturatedPath {
    private final DiscreteSampler thing;
    private final RequestKind[] kinds;
    private final CopyChoice choice;
    private final Recursion recursion;
    private double finished;

    SaturatedForkJoin(DiscreteSampler thing, RequestKind[] kinds, CopyChoice choice, Recursion recursion) {
        this.thing = thing;
        this.kinds = kinds;
        this.choice = choice;
        this.recursion = recursion;
    }

    @Override
    public double advance(long requests) {
        for (long i = 0; i < requests; i++) {
            RequestKind kind = kinds[thing.sample()];
            finished = Math.max(finished, recursion.serve(0, kind, choice.next(kind)));
        }
        return finished;
    }
}
