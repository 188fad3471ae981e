package org.fetchlab.forkjoin.structure;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.fetchlab.model.code.Recovery;

/**
 * All recovering sets of a recovery with few useful servers, by enumeration. A set is a mask whose bit i stands for useful
 * server i, in increasing order of their indices. The decoder is asked only about sets without a smaller recovering one.
 */
public final class RecoveringSets {
    /** The most useful servers whose sets are enumerated. */
    public static final int MOST_SERVERS = 20;

    private final int[] useful;
    private final BitSet recovering;
    private final List<Integer> minimal;

    private RecoveringSets(int[] useful, BitSet recovering, List<Integer> minimal) {
        this.useful = useful;
        this.recovering = recovering;
        this.minimal = minimal;
    }

    /**
     * Whether the sets can be enumerated.
     *
     * @param recovery any recovery
     * @return true with at most {@value #MOST_SERVERS} useful servers
     */
    public static boolean areEnumerable(Recovery recovery) {
        return recovery.usefulServers().length <= MOST_SERVERS;
    }

    /**
     * Enumerates the sets.
     *
     * @param recovery a recovery with at most {@value #MOST_SERVERS} useful servers
     * @return its recovering sets
     * @throws IllegalArgumentException if it has more useful servers
     */
    public static RecoveringSets of(Recovery recovery) {
        int[] useful = recovery.usefulServers();
        if (useful.length > MOST_SERVERS) {
            throw new IllegalArgumentException("exact analysis of linear decoding enumerates the recovering sets of "
                    + useful.length + " useful servers: at most " + MOST_SERVERS
                    + " are supported; use group decoding or a code with smaller blocks");
        }
        BitSet recovering = new BitSet(1 << useful.length);
        List<Integer> minimal = new ArrayList<>();
        Recovery.Decoder decoder = recovery.decoder();
        for (int mask = 1; mask < 1 << useful.length; mask++) {
            if (containsSmaller(recovering, mask)) {
                recovering.set(mask);
            } else if (decodes(decoder, useful, mask)) {
                recovering.set(mask);
                minimal.add(mask);
            }
        }
        return new RecoveringSets(useful, recovering, List.copyOf(minimal));
    }

    private static boolean containsSmaller(BitSet recovering, int mask) {
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            if (recovering.get(mask ^ Integer.lowestOneBit(rest))) {
                return true;
            }
        }
        return false;
    }

    private static boolean decodes(Recovery.Decoder decoder, int[] useful, int mask) {
        decoder.reset();
        boolean recovers = false;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            recovers = decoder.add(useful[Integer.numberOfTrailingZeros(rest)]);
        }
        return recovers;
    }

    /**
     * Whether one server recovers on its own.
     *
     * @param decoder a decoder of the recovery; it is reset
     * @param server index of a server
     * @return true for a systematic server
     */
    public static boolean recoversAlone(Recovery.Decoder decoder, int server) {
        decoder.reset();
        return decoder.add(server);
    }

    /**
     * The number of useful servers.
     *
     * @return m; masks lie in [0, 2^m)
     */
    public int servers() {
        return useful.length;
    }

    /**
     * Whether a set recovers.
     *
     * @param mask the set
     * @return true if it does
     */
    public boolean recovers(int mask) {
        return recovering.get(mask);
    }

    /**
     * The sets none of whose proper subsets recovers.
     *
     * @return each as the indices of its servers, in increasing order
     */
    public List<int[]> minimal() {
        return minimal.stream().map(this::members).toList();
    }

    private int[] members(int mask) {
        return IntStream.range(0, useful.length)
                .filter(i -> (mask >> i & 1) == 1)
                .map(i -> useful[i])
                .toArray();
    }
}
