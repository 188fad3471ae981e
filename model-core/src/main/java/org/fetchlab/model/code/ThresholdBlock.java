package org.fetchlab.model.code;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.apache.commons.numbers.combinatorics.Combinations;
import org.fetchlab.model.result.Outcome;

/**
 * A systematic MDS code, of which replication is the case k = 1: any k of its n servers recover everything. It is kept
 * abstract, without field or matrix: nothing that Fetchlab computes depends on its coefficients.
 */
record ThresholdBlock(String spec, int servers, int objects) implements Block {
    /** More groups than this are not listed. */
    private static final int MAX_LISTED_GROUPS = 100_000;

    private static final String ANY_OTHERS = "any k of the other servers";

    static ThresholdBlock replication(int copies) {
        String spec = "rep(" + copies + ")";
        if (copies < 1) {
            throw new IllegalArgumentException(spec + ": the number of copies must be at least 1");
        }
        Block.checkServers(spec, copies);
        return new ThresholdBlock(spec, copies, 1);
    }

    static ThresholdBlock mds(int servers, int needed) {
        String spec = "mds(" + servers + "," + needed + ")";
        if (needed < 1) {
            throw new IllegalArgumentException(spec + ": k = " + needed + ", the servers needed, must be at least 1");
        }
        if (servers < needed) {
            throw new IllegalArgumentException(
                    spec + ": n = " + servers + " servers must be at least k = " + needed + ", the servers needed");
        }
        Block.checkServers(spec, servers);
        return new ThresholdBlock(spec, servers, needed);
    }

    @Override
    public Outcome<Integer> minimumDistance() {
        return new Outcome.Known<>(servers - objects + 1, "n - k + 1");
    }

    @Override
    public int[] requestedObjects() {
        return IntStream.range(0, objects).toArray();
    }

    @Override
    public OptionalInt systematicServer(int object) {
        return OptionalInt.of(object);
    }

    @Override
    public Outcome<int[][]> recoveryGroups(int object) {
        if (objects == servers) {
            return new Outcome.Known<>(new int[0][], ANY_OTHERS);
        }
        if (BinomialCoefficientDouble.value(servers - 1, objects) > MAX_LISTED_GROUPS) {
            return new Outcome.None<>(
                    ANY_OTHERS,
                    spec + ": any " + objects + " of the other " + (servers - 1)
                            + " servers are a recovery group, more than the " + MAX_LISTED_GROUPS
                            + " that can be listed");
        }
        List<int[]> groups = new ArrayList<>();
        Combinations.of(servers - 1, objects).iterator().forEachRemaining(group -> groups.add(skip(group, object)));
        return new Outcome.Known<>(groups.toArray(new int[0][]), ANY_OTHERS);
    }

    /** Servers numbered without one of them, numbered with it. */
    private static int[] skip(int[] numbers, int skipped) {
        return IntStream.of(numbers).map(i -> i < skipped ? i : i + 1).toArray();
    }

    @Override
    public Outcome<Availability> availability(int object) {
        int groups = (servers - 1) / objects;
        return groups == 0 ? Availability.ofGroups(new int[0][], this, object) : Availability.known(objects, groups);
    }

    /** Both decoders agree: any k of the other servers are a group, and nothing less recovers. */
    @Override
    public Outcome<Recovery> recovery(int object, Decoding decoding, Placement placement) {
        return new Outcome.Known<>(recovery(object, placement), ANY_OTHERS);
    }

    private Recovery recovery(int object, Placement placement) {
        int own = placement.first() + object;
        if (objects == 1) {
            return wholeFile(placement);
        }
        if (objects == servers) {
            return ThresholdRecovery.anyOf(placement.servers(), new int[] {own}, 1);
        }
        int[] others = placement.shift(skip(IntStream.range(0, servers - 1).toArray(), object));
        return ThresholdRecovery.systematicOrAnyOf(placement.servers(), own, others, objects);
    }

    @Override
    public Recovery wholeFile(Placement placement) {
        int[] all = placement.shift(IntStream.range(0, servers).toArray());
        return ThresholdRecovery.anyOf(placement.servers(), all, objects);
    }
}
