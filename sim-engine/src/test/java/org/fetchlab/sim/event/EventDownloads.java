package org.fetchlab.sim.event;

import org.fetchlab.model.random.RandomStreams;

/** Download times of the event-driven engine, request by request. */
public final class EventDownloads {
    private EventDownloads() {}

    /**
     * Runs the engine.
     *
     * @param system what to simulate
     * @param streams the random streams
     * @param requests how many
     * @return their download times in the order of arrivals
     */
    public static double[] of(EventDrivenSystem system, RandomStreams streams, int requests) {
        return of(system.eventPath(streams, 0), requests);
    }

    static double[] of(EventPath path, int requests) {
        double[] downloads = new double[requests];
        int[] left = {requests};
        path.listen((index, arrival, completion) -> {
            if (index < requests) {
                downloads[(int) index] = completion - arrival;
                left[0]--;
            }
        });
        while (left[0] > 0) {
            path.step();
        }
        return downloads;
    }
}
