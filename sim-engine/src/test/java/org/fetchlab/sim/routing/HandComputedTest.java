package org.fetchlab.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.sim.ScriptedTimes;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.observe.DownloadRecorder;
import org.junit.jupiter.api.Test;

/** Systems of a few requests with given times and given samples, computed by hand. */
class HandComputedTest {
    private static final double EXACT = 1e-12;

    private static ContinuousSampler script(double... values) {
        return new ScriptedTimes(values);
    }

    private static ServerSampler samples(int[]... samples) {
        int[] next = {0};
        return (target, from, count) -> {
            int[] sample = samples[next[0]++];
            System.arraycopy(sample, 0, target, from, sample.length);
            return sample.length;
        };
    }

    private static double[] downloads(SamplePath path, int requests) {
        double[] times = new double[requests];
        DownloadRecorder recorder = new DownloadRecorder(1);
        double before = 0;
        for (int i = 0; i < requests; i++) {
            path.advance(1, recorder);
            double total = recorder.batches().mean() * (i + 1);
            times[i] = total - before;
            before = total;
        }
        return times;
    }

    @Test
    void powerOfTwoJoinsTheShorterQueueAndTheFirstOfEqualOnes() {
        // Arrivals at 1, 2, 3, 4, 10. Pieces: 5 at server 0 (1-6), 3 at server 1 (2-5), tie: 2 at server 2 (idle, 3-5);
        // then server 0 has 1 and server 1 has 1: the first sample, 1, wins: 5-6; at 10 all are idle.
        BatchPath path = new BatchPath(
                3,
                new BatchChoice(2, 1),
                script(1, 1, 1, 1, 6),
                samples(new int[] {0, 1}, new int[] {0, 1}, new int[] {1, 2}, new int[] {1, 0}, new int[] {2, 1}),
                script(5, 3, 2, 1, 1));
        assertThat(downloads(path, 5)).containsExactly(new double[] {5, 3, 2, 2, 1}, within(EXACT));
        assertThat(path.backlog()).isEqualTo(1);
    }

    @Test
    void randomRoutingWaitsAtItsServerWhileOthersAreIdle() {
        // At 1: server 0 (1-4). At 2: server 0 (4-6), though 1 is idle. At 3: server 1 (3-4). At 4: server 1 (4-5).
        BatchPath path = new BatchPath(
                2,
                new BatchChoice(1, 1),
                script(1, 1, 1, 1),
                samples(new int[] {0}, new int[] {0}, new int[] {1}, new int[] {1}),
                script(3, 2, 1, 1));
        assertThat(downloads(path, 4)).containsExactly(new double[] {3, 4, 1, 1}, within(EXACT));
    }

    @Test
    void aFileOfATableIsReadFromItsServersAlone() {
        // The only file is on servers 0 and 2. At 1 and 2: one each, both until 6. At 3 the third waits for 6, at
        // whichever.
        // At 7 one of them is idle. Server 1 is idle throughout.
        BatchPath path = new BatchPath(
                3,
                new BatchChoice(2, 1),
                script(1, 1, 1, 4),
                ServerSampler.of(Placement.table(new int[][] {{0, 2}}, new double[] {1}), 3, 2, random()),
                script(5, 4, 2.5, 1));
        assertThat(downloads(path, 4)).containsExactly(new double[] {5, 4, 5.5, 1}, within(EXACT));
    }

    @Test
    void killingReadsAFileOfATableFromItsServersAlone() {
        // Copies of (2, 2) at 1, of (4, 4) at 2, of (1, 1) at 3, on both servers of the file: 1-3, 3-7, 7-8.
        KillingPath path = new KillingPath(
                new KillingServers(3, 2, 1, script(2, 2, 4, 4, 1, 1)),
                2,
                script(1, 1, 1),
                ServerSampler.of(Placement.table(new int[][] {{2, 1}}, new double[] {1}), 3, 2, random()));
        assertThat(downloads(path, 3)).containsExactly(new double[] {2, 5, 5}, within(EXACT));
    }

    @Test
    void symmetricPlacementOnAsManyServersAsAreAskedAsksAll() {
        // Both pieces of every file have the same time: 1-3, 3-4, 5-6 at both servers.
        BatchPath path = new BatchPath(
                2,
                new BatchChoice(2, 2),
                script(1, 1, 3),
                ServerSampler.of(Placement.symmetric(Sampling.DISTINCT), 2, 2, random()),
                script(2, 2, 1, 1, 1, 1));
        assertThat(downloads(path, 3)).containsExactly(new double[] {2, 2, 1}, within(EXACT));
    }

    @Test
    void withReplacementOneServerMayBeAskedTwice() {
        // Server 0 twice: 1-3 and 3-4. Both: 4-5 at 0, 2-4.5 at 1. Server 1 twice: 4.5-5.5 and 5.5-7.5. Server 0 twice:
        // 5-5.5 and 5.5-6.5.
        long zero = 0;
        long one = -1;
        BatchPath path = new BatchPath(
                2,
                new BatchChoice(2, 2),
                script(1, 1, 1, 1),
                ServerSampler.of(
                        Placement.symmetric(Sampling.WITH_REPLACEMENT),
                        2,
                        2,
                        marks(zero, zero, zero, one, one, one, zero, zero)),
                script(2, 1, 1, 2.5, 1, 2, 0.5, 1));
        assertThat(downloads(path, 4)).containsExactly(new double[] {3, 3, 4.5, 2.5}, within(EXACT));
    }

    private static UniformRandomProvider random() {
        return new RandomStreams(1).stream(0, RandomPurpose.ROUTING);
    }

    @Test
    void aFileOfBatchSamplingIsCompleteWithItsLastPiece() {
        // At 1: servers 0 and 1 get pieces of 4 (1-5) and 1 (1-2). At 2: server 1 is idle, 2 is idle, 0 has 1: joins 1
        // (2-5) and 2 (2-4): download 3. At 4.5: 0 has 1, 1 has 1, 2 has 0: joins 2 (4.5-5.5) and the first of 1, 0: 1
        // (5-7).
        BatchPath path = new BatchPath(
                3,
                new BatchChoice(3, 2),
                script(1, 1, 2.5),
                samples(new int[] {0, 1, 2}, new int[] {0, 1, 2}, new int[] {1, 0, 2}),
                script(4, 1, 3, 2, 2, 1));
        assertThat(downloads(path, 3)).containsExactly(new double[] {4, 3, 2.5}, within(EXACT));
    }

    @Test
    void queuesOfAnyLengthAreCountedExactly() {
        // Thirty pieces of length 1 join server 0 at once; server 1 holds ten long ones. At time t = 20.25, 10 of the
        // 30 are
        // left, so server 1 with its 10 is no shorter, and the first sample decides; at 20.75 as well; at 21.5 server 0
        // is
        // shorter even as the second sample.
        int small = 30;
        int large = 10;
        double[] gaps = new double[small + large + 3];
        Arrays.fill(gaps, 0);
        gaps[0] = 1e-9;
        gaps[small + large] = 20.25;
        gaps[small + large + 1] = 0.5;
        gaps[small + large + 2] = 0.75;
        int[][] samples = new int[gaps.length][];
        double[] services = new double[gaps.length];
        for (int i = 0; i < small + large; i++) {
            samples[i] = i < small ? new int[] {0, 0} : new int[] {1, 1};
            services[i] = i < small ? 1 : 100;
        }
        for (int i = small + large; i < gaps.length; i++) {
            samples[i] = new int[] {1, 0};
            services[i] = 0.125;
        }
        BatchPath path = new BatchPath(2, new BatchChoice(2, 1), script(gaps), samples(samples), script(services));
        double[] downloads = downloads(path, gaps.length);
        for (int i = 0; i < small; i++) {
            assertThat(downloads[i]).isCloseTo(i + 1, within(1e-6));
        }
        assertThat(downloads[40]).as("10 against 10: the first sample").isCloseTo(1000.125 - 20.25, within(1e-6));
        assertThat(downloads[41]).as("10 against 11").isCloseTo(30.125 - 20.75, within(1e-6));
        assertThat(downloads[42]).as("10 against 11").isCloseTo(30.25 - 21.5, within(1e-6));
    }

    @Test
    void killedCopiesFreeTheirServersAtOnce() {
        // RRK(2, 1). At 1: copies of 5 and 2: done at 3, server 0 is killed. At 2: both start at 3, copies of 1 and 4:
        // done
        // at 4. At 2.5 servers 1 and 2: server 1 is free at 4, server 2 now: copies of 1 (4-5) and 3 (2.5-5.5): done at
        // 5.
        // At 4.5 server 2 and 0: 2 is free at 5, 0 now: copies of 2 (5-7) and 0.25 (4.5-4.75): server 2 never starts.
        // At 4.75 server 2 alone matters: starts at 5.
        KillingPath path = new KillingPath(
                new KillingServers(3, 2, 1, script(5, 2, 1, 4, 1, 3, 2, 0.25, 1, 9)),
                2,
                script(1, 1, 0.5, 2, 0.25),
                samples(new int[] {0, 1}, new int[] {0, 1}, new int[] {1, 2}, new int[] {2, 0}, new int[] {2, 0}));
        assertThat(downloads(path, 5)).containsExactly(new double[] {2, 2, 2.5, 0.25, 1.25}, within(EXACT));
        // Busy: 2+2, 1+1, 1+2.5, 0+0.25, 1+1.25; useful: 2, 1, 1, 0.25, 1; from 0 to the last arrival at 4.75.
        assertThat(path.statistics()[0]).isCloseTo(1 - 5.25 / 12, within(EXACT));
        assertThat(path.statistics()[1]).isCloseTo(12 / (3 * 4.75), within(EXACT));
    }

    @Test
    void theCopiesThatAreLeftWhenTwoOfThreeAreDoneAreKilled() {
        // RRK(3, 2). At 1: server 0 from 1, killed at 4; server 1 1-3; server 2 1-4. At 2: server 1 3-7, server 2 4-5,
        // server
        // 3 from 2, killed at 7. At 3: server 0 4-5, server 2 5-6.5, server 3 never starts. At 4: server 0 5-5.5,
        // server 1
        // from 7, killed at 9, server 3 7-9.
        KillingPath path = new KillingPath(
                new KillingServers(4, 3, 2, script(5, 2, 3, 4, 1, 6, 1, 1.5, 1, 0.5, 3, 2)),
                3,
                script(1, 1, 1, 1),
                samples(new int[] {0, 1, 2}, new int[] {1, 2, 3}, new int[] {0, 2, 3}, new int[] {0, 1, 3}));
        assertThat(downloads(path, 4)).containsExactly(new double[] {3, 5, 3.5, 5}, within(EXACT));
        // Busy: 3+2+3, 4+1+5, 1+1.5, 0.5+2+2; useful: 2+3, 4+1, 1+1.5, 0.5+2; from 0 to the last arrival at 4.
        assertThat(path.statistics()[0]).isCloseTo(1 - 15.0 / 25, within(EXACT));
        assertThat(path.statistics()[1]).isCloseTo(25.0 / (4 * 4), within(EXACT));
    }

    @Test
    void aFileOnFewServersGetsFewCopies() {
        // RRK(3, 1) on a table whose file is on servers 0 and 2: 1-2, 2-4, 4-4.5 at both.
        KillingPath path = new KillingPath(
                new KillingServers(3, 3, 1, script(1, 1, 2, 2, 0.5, 0.5)),
                3,
                script(1, 0.5, 0.5),
                ServerSampler.of(Placement.table(new int[][] {{0, 2}}, new double[] {1}), 3, 3, random()));
        assertThat(downloads(path, 3)).containsExactly(new double[] {1, 2.5, 2.5}, within(EXACT));
    }

    private static AllQueuesPath allQueues(AllQueuesPath.Rule rule, double[] gaps, double[] services) {
        return new AllQueuesPath(2, rule, 1, script(gaps), random(), script(services));
    }

    /** Two servers, whichever comes first: the only tie is at 2.5, between queues that both end at 7. */
    @Test
    void joinTheShortestQueueSeesDeparturesThatJustHappened() {
        // At 1: 1-7, at 2: 2-7, at 2.5 behind one of them 7-11, at 3 behind the other 7-8. At 8.5, 10.75 and 11.5 the
        // shorter
        // queue is idle: 8.5-10.5, 10.75-15.75, and at the server that had the long queue 11.5-12.5.
        AllQueuesPath path =
                allQueues(AllQueuesPath.Rule.SHORTEST, new double[] {1, 1, 0.5, 0.5, 5.5, 2.25, 0.75}, new double[] {
                    6, 5, 4, 1, 2, 5, 1
                });
        assertThat(downloads(path, 7)).containsExactly(new double[] {6, 5, 8.5, 5, 2, 5, 1}, within(EXACT));
        assertThat(path.backlog()).isEqualTo(2);
    }

    @Test
    void joinAnIdleQueueFindsTheOnlyIdleServer() {
        // The first piece keeps its server busy; the others come when the other server is idle.
        AllQueuesPath path =
                allQueues(AllQueuesPath.Rule.IDLE, new double[] {1, 1, 1, 1}, new double[] {50, 0.5, 0.75, 0.25});
        assertThat(downloads(path, 4)).containsExactly(new double[] {50, 0.5, 0.75, 0.25}, within(EXACT));
        assertThat(path.backlog()).isEqualTo(2);
    }

    @Test
    void joinAnIdleQueueWaitsAtAnyServerWhenNoneIsIdle() {
        // 1-7 and 2-7; at 2.5 none is idle: 7-11 at either. At 7.5 the other is idle, 7.5-9.5, and at 10 again,
        // 10-10.5.
        AllQueuesPath path =
                allQueues(AllQueuesPath.Rule.IDLE, new double[] {1, 1, 0.5, 5, 2.5}, new double[] {6, 5, 4, 2, 0.5});
        assertThat(downloads(path, 5)).containsExactly(new double[] {6, 5, 8.5, 2, 0.5}, within(EXACT));
    }

    @Test
    void joinAnIdleQueueOfAFileDoesNotCompareBusyOnes() {
        // File on servers 0, 1, 2, looked at in this order. At 1, 2, 3: one each, until 9, 6 and 5. At 3.5 all are
        // busy: the
        // first, 9-10. At 4 again the first, 10-11, though its queue is longest. At 5.5 server 2 is idle, 5.5-6.
        BatchPath path = new BatchPath(
                3,
                new BatchChoice(3, 1, 1),
                script(1, 1, 1, 0.5, 0.5, 1.5),
                samples(inOrder(), inOrder(), inOrder(), inOrder(), inOrder(), inOrder()),
                script(8, 4, 2, 1, 1, 0.5));
        assertThat(downloads(path, 6)).containsExactly(new double[] {8, 4, 2, 6.5, 7, 0.5}, within(EXACT));
    }

    private static int[] inOrder() {
        return new int[] {0, 1, 2};
    }

    @Test
    void theCentralServerCompletesTheOldestJobOfALongestQueue() {
        // Jobs arrive at 1, 2 and 5 at server 0, at 3 at server 1. A local service at 0.5 and a central one at 0.75 are
        // lost. At 2.5 a central one completes the first job of server 0, the longest queue. At 2.75 a local one is
        // lost
        // at server 1; one at 3.5 completes the job there, one at 4 the second job of server 0; at 6 a central one
        // completes the last job.
        double[] arrivals = {1, 1, 1, 2, 95};
        double[] services = {0.5, 0.25, 1.75, 0.25, 0.75, 0.5, 2, 1};
        long first = 0;
        long second = -1;
        long central = 0;
        long local = -1;
        CentralizedPath path = new CentralizedPath(
                2,
                0.5,
                new CentralizedPath.Clock(script(arrivals), marks(first, first, second, first)),
                new CentralizedPath.Clock(
                        script(services),
                        marks(
                                local, first, central, second, central, first, local, second, local, second, local,
                                first, central, first)));
        assertThat(downloads(path, 4)).containsExactly(new double[] {1.5, 0.5, 2, 1}, within(EXACT));
        assertThat(path.backlog()).isZero();
        // Until 6: time in the system 5, servers with jobs 3 + 1 + 0.5; arrivals saw 0, 1, 0, 0 jobs.
        double[] statistics = path.statistics();
        assertThat(statistics[0]).isCloseTo(5.0 / 12, within(EXACT));
        assertThat(statistics[1]).isCloseTo(4.5 / 12, within(EXACT));
        assertThat(statistics[2]).isCloseTo(0.25, within(EXACT));
        assertThat(statistics[3]).isZero();
    }

    /** Random bits that are all 0 or all 1: the least and the greatest number of every range. */
    private static UniformRandomProvider marks(long... bits) {
        int[] next = {0};
        return () -> bits[next[0]++];
    }
}
