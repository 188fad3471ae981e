package org.fetchlab.model.code;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/** Recovery profiles estimated from random orders of the useful servers: how many of them does it take to recover? */
final class ProfileEstimation {
    private static final double NORMAL_QUANTILE_975 = 1.959963984540054;
    private static final int WHOLE_FILE = -1;
    private static final int LEAST_SAMPLES = 2_000;
    private static final int MOST_SAMPLES = 100_000;
    private static final int SAMPLED_SERVERS = 2_000_000;

    private final int[] order;
    private final int samples;
    private final UniformRandomProvider random;

    private ProfileEstimation(int[] servers, UniformRandomProvider random) {
        this.order = servers;
        this.samples = Math.max(LEAST_SAMPLES, Math.min(MOST_SAMPLES, SAMPLED_SERVERS / servers.length));
        this.random = random;
    }

    /** The profile of any recovery, by its decoder. */
    static RecoveryProfile of(Recovery recovery, UniformRandomProvider random) {
        ProfileEstimation estimation = new ProfileEstimation(recovery.usefulServers(), random);
        return estimation.profile(recovery, estimation.timesOf(recovery.decoder()));
    }

    /**
     * The profiles of {@linkplain SpanRecovery#isStored stored} recoveries of one matrix with the same useful servers. Each is
     * the same whichever others it is asked with.
     */
    static List<RecoveryProfile> ofStored(List<SpanRecovery> recoveries, UniformRandomProvider random) {
        ProfileEstimation estimation = new ProfileEstimation(recoveries.get(0).usefulInBlock(), random);
        long[][] times = estimation.timesOf(recoveries);
        return IntStream.range(0, times.length)
                .mapToObj(r -> estimation.profile(recoveries.get(r), times[r]))
                .toList();
    }

    /** How often it took j servers to recover, for every j. */
    private long[] timesOf(Recovery.Decoder decoder) {
        long[] times = new long[order.length + 1];
        for (int sample = 0; sample < samples; sample++) {
            decoder.reset();
            int drawn = 0;
            boolean recovers = false;
            while (!recovers && drawn < order.length) {
                recovers = decoder.add(draw(drawn++));
            }
            times[drawn]++;
        }
        return times;
    }

    /** The same for several recoveries, seen backwards: the servers that are not drawn yet are those that are left. */
    private long[][] timesOf(List<SpanRecovery> recoveries) {
        int[] storedAt = recoveries.stream()
                .mapToInt(recovery -> recovery.storedAt().orElse(WHOLE_FILE))
                .toArray();
        Erasures erasures = new Erasures(recoveries.get(0).matrix());
        long[][] times = new long[storedAt.length][order.length + 1];
        for (int sample = 0; sample < samples; sample++) {
            erasures.clear();
            for (int drawn = 0; drawn < order.length; drawn++) {
                erasures.erase(draw(drawn));
            }
            for (int r = 0; r < storedAt.length; r++) {
                int lostAt = storedAt[r] == WHOLE_FILE ? erasures.firstLoss() : erasures.lostAt(storedAt[r]);
                times[r][order.length + 1 - lostAt]++;
            }
        }
        return times;
    }

    /** The next server of a random order, of which so many are drawn. */
    private int draw(int drawn) {
        int chosen = drawn + random.nextInt(order.length - drawn);
        int server = order[chosen];
        order[chosen] = order[drawn];
        order[drawn] = server;
        return server;
    }

    private RecoveryProfile profile(Recovery recovery, long[] times) {
        int servers = order.length;
        int least = leastServers(recovery);
        int most = servers - BlockingSize.of(recovery).atLeast();
        double[] unrecovered = new double[servers + 1];
        double[] halfWidths = new double[servers + 1];
        long left = samples;
        for (int j = 0; j < servers; j++) {
            left -= times[j];
            unrecovered[j] = (double) left / samples;
            halfWidths[j] = j < least || j > most ? 0 : binomialHalfWidth(unrecovered[j], samples);
        }
        return RecoveryProfile.estimate(unrecovered, halfWidths);
    }

    /** A number of servers below which no set recovers: to recover a file of k objects takes k. */
    private static int leastServers(Recovery recovery) {
        return recovery instanceof SpanRecovery span && span.isOfFile() ? span.dimension() : 1;
    }

    /** The farther end of the 95 % Wilson score interval: not zero when no or every sample recovers. */
    private static double binomialHalfWidth(double fraction, double samples) {
        double z2 = NORMAL_QUANTILE_975 * NORMAL_QUANTILE_975 / samples;
        double shift = Math.abs(0.5 - fraction) * z2;
        double spread = Math.sqrt(z2 * fraction * (1 - fraction) + z2 * z2 / 4);
        return (shift + spread) / (1 + z2);
    }
}
