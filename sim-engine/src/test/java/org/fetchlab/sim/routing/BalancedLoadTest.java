package org.fetchlab.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The least load of the busiest server, against all sets of servers. */
final class BalancedLoadTest {
    private static final double EXACT = 1e-12;

    @Test
    void piecesOfAFileWithoutChoiceLoadAllItsServers() {
        Placement.Table table = table(new int[][] {{0, 1}, {1, 2}}, 0.3, 0.7);
        assertThat(BalancedLoad.of(table, 3, 2).upper()).isCloseTo(1, within(EXACT));
        assertThat(BalancedLoad.of(table(new int[][] {{0}, {1}}, 0.3, 0.7), 2, 1)
                        .upper())
                .isCloseTo(0.7, within(EXACT));
    }

    @Test
    void aFileSharesItsServersAndNoOthers() {
        assertThat(BalancedLoad.of(table(new int[][] {{0, 1, 2}}, 1), 10, 1).upper())
                .isCloseTo(1 / 3.0, within(EXACT));
        assertThat(BalancedLoad.of(table(new int[][] {{0, 1, 2}}, 1), 10, 2).upper())
                .isCloseTo(2 / 3.0, within(EXACT));
    }

    /** By max-flow min-cut the worst of all sets of servers is the exact value. */
    @ParameterizedTest
    @CsvSource({"5, 2, 1, 4", "6, 3, 1, 12", "6, 3, 2, 5", "7, 4, 2, 20", "8, 2, 1, 40", "8, 5, 3, 3"})
    void bothLimitsAreTheWorstSetOfServers(int servers, int copies, int pieces, int files) {
        UniformRandomProvider random = new RandomStreams(servers * 1000L + files).stream(0, RandomPurpose.ROUTING);
        for (int repetition = 0; repetition < 50; repetition++) {
            Placement.Table table = random(random, servers, copies, files);
            double worst = worstSet(table, servers, pieces);
            BalancedLoad.Limits limits = BalancedLoad.of(table, servers, pieces);
            assertThat(limits.lower()).isCloseTo(worst, within(EXACT));
            assertThat(limits.upper()).isCloseTo(worst, within(1e-9));
        }
    }

    /** Work travels around a ring from server to server, which is slow, but both limits hold all the time. */
    @Test
    void aLongRingIsBracketedClosely() {
        int servers = 100;
        int[][] hosts = IntStream.range(0, servers)
                .mapToObj(i -> new int[] {i, (i + 1) % servers})
                .toArray(int[][]::new);
        double[] popularity = IntStream.range(0, servers)
                .mapToDouble(i -> i < 10 ? 0.04 : 0.6 / 90)
                .toArray();
        BalancedLoad.Limits limits = BalancedLoad.of(table(hosts, popularity), servers, 1);
        assertThat(limits.lower()).isCloseTo(0.4 / 11, within(EXACT));
        assertThat(limits.upper()).isCloseTo(limits.lower(), within(1e-9));
    }

    @Test
    void manyFilesOfAClusterBalancePerfectly() {
        UniformRandomProvider random = new RandomStreams(1).stream(0, RandomPurpose.ROUTING);
        Placement.Table table = random(random, 1000, 3, 100_000);
        assertThat(BalancedLoad.of(table, 1000, 1).upper()).isCloseTo(1e-3, within(1e-9));
    }

    private static Placement.Table table(int[][] hosts, double... popularity) {
        return (Placement.Table) Placement.table(hosts, popularity);
    }

    private static Placement.Table random(UniformRandomProvider random, int servers, int copies, int files) {
        int[][] hosts = IntStream.range(0, files)
                .mapToObj(f -> new PermutationSampler(random, servers, copies).sample())
                .toArray(int[][]::new);
        double[] weights =
                IntStream.range(0, files).mapToDouble(f -> random.nextDouble()).toArray();
        double sum = Arrays.stream(weights).sum();
        return table(hosts, Arrays.stream(weights).map(w -> w / sum).toArray());
    }

    private static double worstSet(Placement.Table table, int servers, int pieces) {
        double[] popularity = table.popularity();
        double worst = 0;
        for (int set = 1; set < 1 << servers; set++) {
            int chosen = set;
            double forced = 0;
            for (int file = 0; file < table.files(); file++) {
                long outside = Arrays.stream(table.hosts(file))
                        .filter(server -> (chosen >> server & 1) == 0)
                        .count();
                forced += popularity[file] * Math.max(0, pieces - outside);
            }
            worst = Math.max(worst, forced / Integer.bitCount(set));
        }
        return worst;
    }
}
