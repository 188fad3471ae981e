package org.fetchlab.sim.occupancy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.sim.routing.Placement;
import org.junit.jupiter.api.Test;

/** Chains driven by scripted random numbers, a few steps computed by hand. */
class HandComputedChainTest {
    private static final int SERVERS = 4;
    private static final double ARRIVAL = 0.2;
    private static final double SERVICE = 0.7;
    private static final double CENTRAL = 0.95;

    private final Queue<Long> bits = new ArrayDeque<>();
    private final UniformRandomProvider random = bits::remove;

    /** Random bits that give an index of a range, and within it a fraction in [0, 1). */
    private void next(int index, double fraction, int range) {
        bits.add((long) ((index + fraction) / range * 0x1.0p63) << 1);
    }

    private void arrivalSeeing(int first, int second) {
        next(first, ARRIVAL, SERVERS);
        next(Math.floorMod(second - first - 1, SERVERS), 0.5, SERVERS - 1);
    }

    private void serviceAt(int server) {
        next(server, SERVICE, SERVERS);
    }

    private static int[] tails(OccupancyChain chain, int levels) {
        int[] tails = new int[levels];
        for (int j = 0; j < levels; j++) {
            tails[j] = chain.serversWithAtLeast(j);
        }
        return tails;
    }

    /** Arrival and service rates are equal: a fraction below one half is an arrival. */
    private OccupancyChain chain(RoutingPolicy policy, int... initial) {
        Placement placement = Placement.symmetric(Sampling.DISTINCT);
        return new OccupancyModel(policy, placement, SERVERS, 1, 1)
                .start(OccupancyHistogram.of(SERVERS, initial), random);
    }

    private void arrivalAt(int server) {
        next(server, ARRIVAL, SERVERS);
        bits.add(0L);
    }

    @Test
    void randomRoutingJoinsItsServerWhileOthersAreIdle() {
        OccupancyChain chain = chain(new RoutingPolicy.Random(), 4);
        arrivalAt(2);
        arrivalAt(2);
        arrivalAt(0);
        chain.run(3);
        assertThat(tails(chain, 4)).containsExactly(4, 2, 1, 0);
        serviceAt(0);
        bits.add(0L);
        serviceAt(1);
        bits.add(0L);
        chain.run(2);
        assertThat(tails(chain, 4)).as("server 1 has no one to serve").containsExactly(4, 1, 1, 0);
    }

    @Test
    void joinTheShorterOfTwo() {
        OccupancyChain chain = chain(new RoutingPolicy.PowerOfD(2), 4);
        arrivalSeeing(0, 1);
        chain.run(1);
        assertThat(tails(chain, 3)).as("a tie: the first").containsExactly(4, 1, 0);
        arrivalSeeing(0, 3);
        chain.run(1);
        assertThat(tails(chain, 3)).as("the second is shorter").containsExactly(4, 2, 0);
        arrivalSeeing(3, 0);
        chain.run(1);
        assertThat(tails(chain, 3)).as("a tie of ones").containsExactly(4, 2, 1);
        serviceAt(1);
        bits.add(0L);
        chain.run(1);
        assertThat(tails(chain, 3)).as("no one to serve").containsExactly(4, 2, 1);
        serviceAt(3);
        bits.add(0L);
        chain.run(1);
        assertThat(tails(chain, 3)).as("two become one").containsExactly(4, 2, 0);
    }

    @Test
    void batchSamplingJoinsTheShortestOfTheSample() {
        OccupancyChain chain = chain(new RoutingPolicy.BatchSampling(4, 2), 2, 1, 0, 1);
        // Queues 0, 0, 1, 3; the sample is a permutation of all: (0, 1, 2, 3).
        next(2, ARRIVAL, SERVERS);
        for (int i = 0; i < 4; i++) {
            next(0, 0.5, 4 - i);
        }
        chain.run(1);
        assertThat(tails(chain, 5)).containsExactly(4, 4, 1, 1, 0);
        serviceAt(3);
        chain.run(1);
        assertThat(tails(chain, 5)).containsExactly(4, 4, 1, 0, 0);
    }

    @Test
    void joinTheShortestQueueOfAll() {
        OccupancyChain chain = chain(new RoutingPolicy.JoinShortestQueue(), 1, 2, 1);
        next(0, ARRIVAL, SERVERS);
        next(0, ARRIVAL, SERVERS);
        chain.run(2);
        assertThat(tails(chain, 4)).containsExactly(4, 4, 2, 0);
        // Server 0 is the first in decreasing order of length, so it has two; server 3 has one.
        next(0, SERVICE, SERVERS);
        next(3, SERVICE, SERVERS);
        chain.run(2);
        assertThat(tails(chain, 4)).containsExactly(4, 3, 1, 0);
    }

    @Test
    void joinAnIdleQueueOrAnyQueue() {
        OccupancyChain chain = chain(new RoutingPolicy.JoinIdleQueue(), 1, 2, 1);
        next(0, ARRIVAL, SERVERS);
        next(0, ARRIVAL, SERVERS);
        chain.run(2);
        assertThat(tails(chain, 4)).as("the idle one, then one of length two").containsExactly(4, 4, 1, 1);
    }

    @Test
    void theCentralServerServesALongestQueue() {
        OccupancyChain chain = chain(new RoutingPolicy.Centralized(0.2), 1, 2, 1);
        // Half of the events are arrivals, then 0.4 local services, then 0.1 central ones.
        next(3, CENTRAL, SERVERS);
        chain.run(1);
        assertThat(tails(chain, 3)).as("a two becomes a one").containsExactly(4, 3, 0);
        next(3, SERVICE, SERVERS);
        chain.run(1);
        assertThat(tails(chain, 3)).as("the empty server has nothing to do").containsExactly(4, 3, 0);
        for (int i = 0; i < 4; i++) {
            next(0, CENTRAL, SERVERS);
        }
        chain.run(4);
        assertThat(tails(chain, 3)).as("empty, and stays so").containsExactly(4, 0, 0);
    }

    @Test
    void queuesLongerThanAByteAreExact() {
        // The same bits drive a system whose queues start at 250 and one that starts at 0, far from the boundary at 0.
        for (RoutingPolicy policy : new RoutingPolicy[] {
            new RoutingPolicy.Random(), new RoutingPolicy.PowerOfD(2), new RoutingPolicy.BatchSampling(3, 2)
        }) {
            int n = 20;
            OccupancyModel model = new OccupancyModel(policy, Placement.symmetric(Sampling.DISTINCT), n, 1, 0.2);
            OccupancyChain low = model.start(OccupancyHistogram.constant(n, 40), events());
            OccupancyChain high = model.start(OccupancyHistogram.constant(n, 240), events());
            for (int i = 0; i < 50; i++) {
                low.run(10);
                high.run(10);
                for (int level = 0; level < 150; level++) {
                    assertThat(high.serversWithAtLeast(200 + level))
                            .as(policy.spec() + " level " + level)
                            .isEqualTo(low.serversWithAtLeast(level));
                }
            }
            assertThat(high.serversWithAtLeast(256)).isPositive();
        }
    }

    private static UniformRandomProvider events() {
        return new RandomStreams(7).stream(0, RandomPurpose.EVENTS);
    }
}
