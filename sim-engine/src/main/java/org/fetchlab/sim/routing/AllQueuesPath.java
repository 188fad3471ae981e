package org.fetchlab.sim.routing;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.sim.experiment.CountingPath;

/**
 * Policies that look at all queues, with download times: join the shortest queue, join an idle queue. Departures are
 * carried out in order before every arrival, so that the lengths of all queues are at hand.
 */
final class AllQueuesPath extends QueueingPath implements CountingPath {
    /** Which queue an arrival joins. */
    enum Rule {
        /** A uniformly chosen one of the shortest queues. */
        SHORTEST,
        /** A uniformly chosen idle server if there is one, else a uniformly chosen server. */
        IDLE
    }

    private final Rule rule;
    private final ServersByLength queues;
    private final DepartureCalendar departures;
    private final double[] lastFinish;
    private final UniformRandomProvider random;

    /**
     * A path from the empty system.
     *
     * @param servers n
     * @param rule which queue an arrival joins
     * @param arrivalRate of all servers together, the reciprocal of the mean gap
     * @param gaps times between arrivals
     * @param random chooses servers
     * @param service draws service times
     */
    AllQueuesPath(
            int servers,
            Rule rule,
            double arrivalRate,
            ContinuousSampler gaps,
            UniformRandomProvider random,
            ContinuousSampler service) {
        super(servers, gaps, (target, from, count) -> 0, 0, service);
        this.departures = new DepartureCalendar(arrivalRate, servers);
        this.rule = rule;
        this.queues = new ServersByLength(servers);
        this.lastFinish = new double[servers];
        this.random = random;
    }

    @Override
    long touchUntil(double time) {
        return departures.touch(time, queues) + queues.touchBoundaries();
    }

    @Override
    double serve(double arrival, int[] sample, int from, int count) {
        departUntil(arrival);
        statistics.sawAll(queues);
        int server = joined();
        // An idle server has finished before; where memory is far, not reading when saves as much as all the rest
        // costs.
        double finish = finish(arrival, queues.length(server) == 0 ? 0 : lastFinish[server]);
        lastFinish[server] = finish;
        departures.add(finish, server);
        queues.lengthen(server);
        return finish - arrival;
    }

    private void departUntil(double time) {
        while (departures.hasNext(time)) {
            queues.shorten(departures.remove());
        }
    }

    private int joined() {
        int shortest = queues.shortest();
        return rule == Rule.SHORTEST || shortest == 0
                ? queues.uniform(shortest, random)
                : RandomIndex.next(random, 2L * lastFinish.length);
    }

    @Override
    public long backlog() {
        departUntil(now());
        return departures.size();
    }
}
