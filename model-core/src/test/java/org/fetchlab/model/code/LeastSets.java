package org.fetchlab.model.code;

import java.util.BitSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.apache.commons.numbers.combinatorics.Combinations;

/** Sizes of least sets of servers by trying all sets. */
final class LeastSets {
    private LeastSets() {}

    /** The size of the least set of useful servers with a property. */
    static int size(Recovery recovery, Predicate<BitSet> property) {
        int[] useful = recovery.usefulServers();
        return IntStream.rangeClosed(1, useful.length)
                .filter(size -> StreamSupport.stream(
                                Combinations.of(useful.length, size).spliterator(), false)
                        .anyMatch(set -> property.test(servers(useful, set))))
                .findFirst()
                .orElseThrow();
    }

    private static BitSet servers(int[] useful, int[] positions) {
        BitSet servers = new BitSet();
        IntStream.of(positions).forEach(position -> servers.set(useful[position]));
        return servers;
    }

    /** The size of the least set that recovers. */
    static int recovering(Recovery recovery) {
        return size(recovery, recovery::recovers);
    }

    /** The size of the least set without which the others do not recover. */
    static int blocking(Recovery recovery) {
        return size(recovery, set -> {
            BitSet left = new BitSet();
            IntStream.of(recovery.usefulServers()).forEach(left::set);
            left.andNot(set);
            return !recovery.recovers(left);
        });
    }
}
