package org.fetchlab.model.code;

import java.util.Arrays;
import org.apache.commons.numbers.combinatorics.BinomialCoefficient;

/**
 * Every recovering set of up to 24 servers, one bit per set: bit {@code mask} says whether the servers whose bits are set
 * in {@code mask} recover. At most 2 MiB.
 */
final class RecoveryTable {
    /** The most servers a table covers. */
    static final int MAX_SERVERS = 24;

    /** {@code OF_WEIGHT[w]}: the six-bit numbers, as bits of a word, that have w ones. */
    private static final long[] OF_WEIGHT = wordsByWeight();
    /** {@code WITHOUT[b]}: the six-bit numbers, as bits of a word, in which bit b is 0. */
    private static final long[] WITHOUT = wordsWithoutBit();

    private final int servers;
    private final long[] words;

    private RecoveryTable(int servers, long[] words) {
        this.servers = servers;
        this.words = words;
    }

    /** The table in which no set recovers yet. */
    static RecoveryTable empty(int servers) {
        return new RecoveryTable(servers, new long[servers <= 6 ? 1 : 1 << (servers - 6)]);
    }

    /** The table of any recovery, over its useful servers in some order. */
    static RecoveryTable of(Recovery recovery) {
        if (recovery instanceof SpanRecovery span) {
            return span.table();
        }
        int[] useful = recovery.usefulServers();
        RecoveryTable table = empty(useful.length);
        if (recovery instanceof GroupRecovery groups) {
            for (int[] group : groups.groups()) {
                table.addAll(maskOf(group, useful), 1);
            }
            table.closeUpwards();
        } else {
            table.fillFrom(recovery.decoder(), useful);
        }
        return table;
    }

    private static int maskOf(int[] group, int[] useful) {
        int mask = 0;
        for (int server : group) {
            mask |= 1 << Arrays.binarySearch(useful, server);
        }
        return mask;
    }

    private void fillFrom(Recovery.Decoder decoder, int[] useful) {
        for (int mask = 1; mask < 1 << servers; mask++) {
            decoder.reset();
            boolean recovers = false;
            for (int rest = mask; rest != 0 && !recovers; rest &= rest - 1) {
                recovers = decoder.add(useful[Integer.numberOfTrailingZeros(rest)]);
            }
            if (recovers) {
                addAll(mask, 1);
            }
        }
    }

    /** The number of servers. */
    int servers() {
        return servers;
    }

    /** Whether a set recovers. */
    boolean contains(int mask) {
        return (words[mask >>> 6] & (1L << mask)) != 0;
    }

    /** Marks {@code count} consecutive masks as recovering; {@code count} is a power of two that divides {@code first}. */
    void addAll(int first, int count) {
        if (count < Long.SIZE) {
            words[first >>> 6] |= ((1L << count) - 1) << first;
        } else {
            Arrays.fill(words, first >>> 6, (first + count) >>> 6, -1L);
        }
    }

    /** Marks every superset of a marked set. */
    private void closeUpwards() {
        for (int server = 0; server < servers; server++) {
            for (int w = 0; w < words.length; w++) {
                if (server < 6) {
                    words[w] |= (words[w] & WITHOUT[server]) << (1 << server);
                } else if ((w >>> (server - 6) & 1) != 0) {
                    words[w] |= words[w ^ (1 << (server - 6))];
                }
            }
        }
    }

    /** How many sets of each size recover. */
    long[] countBySize() {
        long[] counts = new long[MAX_SERVERS + 1];
        for (int w = 0; w < words.length; w++) {
            for (int weight = 0; weight < OF_WEIGHT.length; weight++) {
                counts[Integer.bitCount(w) + weight] += Long.bitCount(words[w] & OF_WEIGHT[weight]);
            }
        }
        return Arrays.copyOf(counts, servers + 1);
    }

    /** The size of the least set of servers without which the others do not recover. */
    int leastBlockingSize() {
        long[] recovering = countBySize();
        int missing = 1;
        while (recovering[servers - missing] == BinomialCoefficient.value(servers, missing)) {
            missing++;
        }
        return missing;
    }

    /** The size of the least set that recovers. */
    int leastRecoveringSize() {
        long[] recovering = countBySize();
        int size = 1;
        while (recovering[size] == 0) {
            size++;
        }
        return size;
    }

    private static long[] wordsByWeight() {
        long[] result = new long[7];
        for (int bit = 0; bit < Long.SIZE; bit++) {
            result[Integer.bitCount(bit)] |= 1L << bit;
        }
        return result;
    }

    private static long[] wordsWithoutBit() {
        long[] result = new long[6];
        for (int bit = 0; bit < Long.SIZE; bit++) {
            for (int b = 0; b < result.length; b++) {
                if ((bit >>> b & 1) == 0) {
                    result[b] |= 1L << bit;
                }
            }
        }
        return result;
    }
}
