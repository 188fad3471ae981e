package org.fetchlab.sim.routing;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.sim.experiment.CountingPath;
import org.fetchlab.sim.observe.DownloadRecorder;

/**
 * A little centralization with download times (Tsitsiklis and Xu, SIGMETRICS 2011): jobs join uniformly chosen queues, n
 * local servers have rate (1-p)μ each, and a central server of rate npμ serves a longest queue.
 *
 * <p>A service, local or central, completes the oldest job of its queue, the one that the local server works on; the local
 * server turns to the next job at once. Service is exponential: the work already done on a job that the central server
 * completes does not count. All services come from one Poisson process of rate nμ: each is central with probability p, else
 * it belongs to a uniformly chosen local server; it is lost if its queue is empty, a central one therefore only if all are.
 * After {@value #LOST_IN_A_ROW} services in a row that an empty system lost, the process of services begins anew at the next
 * arrival: it has no memory, and what it would do until then is lost as well. So rare arrivals cost no more than others.
 *
 * <p>A download time is known when the job leaves. Not thread-safe.
 */
final class CentralizedPath implements CountingPath {
    private static final int LOST_IN_A_ROW = 32;

    private final double share;
    private final ServersByLength queues;
    private final JobQueues jobs;
    /** When the oldest job of each queue became the oldest. */
    private final double[] oldestSince;

    private final Clock arrivals;
    private final Clock services;
    private final long doubledServers;
    private final QueueStatistics statistics;
    private double nextArrival;
    private double nextService;
    private int lostInARow;
    private double now;
    private double measuredSince;

    /**
     * A Poisson process whose points carry marks.
     *
     * @param gaps times between points
     * @param marks where a point takes effect
     */
    record Clock(ContinuousSampler gaps, UniformRandomProvider marks) {}

    /**
     * A path from the empty system.
     *
     * @param servers n
     * @param share p
     * @param arrivals jobs, of rate nλ; marks choose their queue
     * @param services services, of rate nμ; marks choose between central and local, and their queue
     */
    CentralizedPath(int servers, double share, Clock arrivals, Clock services) {
        this.share = share;
        this.queues = new ServersByLength(servers);
        this.jobs = new JobQueues(servers);
        this.oldestSince = new double[servers];
        this.arrivals = arrivals;
        this.services = services;
        this.doubledServers = 2L * servers;
        this.statistics = new QueueStatistics(servers);
        this.nextArrival = arrivals.gaps.sample();
        this.nextService = services.gaps.sample();
    }

    /** Simulates until so many further jobs have left; they are recorded in the order in which they leave. */
    @Override
    public void advance(long requests, DownloadRecorder recorder) {
        long left = requests;
        while (left > 0) {
            if (nextArrival <= nextService) {
                now = nextArrival;
                nextArrival += arrivals.gaps.sample();
                arrive(RandomIndex.next(arrivals.marks, doubledServers));
            } else {
                now = nextService;
                int server = served();
                if (queues.length(server) > 0) {
                    recorder.record(leave(server));
                    left--;
                } else {
                    lose();
                }
                nextService += services.gaps.sample();
            }
        }
    }

    /** A service is lost; if the system has been empty for long, so are all until the next arrival. */
    private void lose() {
        lostInARow = jobs.size() == 0 ? lostInARow + 1 : 0;
        if (lostInARow == LOST_IN_A_ROW) {
            lostInARow = 0;
            nextService = nextArrival;
        }
    }

    private void arrive(int server) {
        lostInARow = 0;
        int length = queues.length(server);
        statistics.sawLength(length);
        if (length == 0) {
            oldestSince[server] = now;
        }
        queues.lengthen(server);
        jobs.add(server, now);
    }

    private int served() {
        return services.marks.nextDouble() < share
                ? queues.uniform(queues.longest(), services.marks)
                : RandomIndex.next(services.marks, doubledServers);
    }

    /** The oldest job of a queue leaves; returns its download time. */
    private double leave(int server) {
        double download = now - jobs.removeOldest(server);
        queues.shorten(server);
        statistics.servedPiece(now - oldestSince[server], download);
        oldestSince[server] = now;
        return download;
    }

    @Override
    public void startMeasuring() {
        measuredSince = now;
        statistics.reset();
    }

    @Override
    public double[] statistics() {
        return statistics.values(now - measuredSince);
    }

    @Override
    public long backlog() {
        return jobs.size();
    }
}
