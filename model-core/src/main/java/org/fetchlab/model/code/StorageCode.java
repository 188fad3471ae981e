package org.fetchlab.model.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Outcome;

/**
 * A storage code: n servers, each of which stores one linear combination of k objects of one size, and the sets of servers
 * from which an object can be recovered.
 *
 * <p>Made by the factory of a family, or as a direct sum of codes ({@link #plus}, {@link #times}): blocks that share
 * neither servers nor objects, in the order in which they are written. Servers are counted from 0 to n - 1, objects from 0
 * to k - 1. Codes are immutable, and equal when their {@linkplain #spec() text forms} are.
 */
public final class StorageCode {
    /** The most servers of a direct sum; one block has at most 1024. */
    public static final int MAX_SERVERS = 10_000;

    private final List<Block> blocks;
    private final int[] firstServers;
    private final int[] firstObjects;

    private StorageCode(List<Block> blocks, int[] firstServers, int[] firstObjects) {
        this.blocks = blocks;
        this.firstServers = firstServers;
        this.firstObjects = firstObjects;
    }

    private static StorageCode of(List<Block> blocks) {
        int[] firstServers = starts(blocks.stream().mapToInt(Block::servers).toArray());
        int[] firstObjects = starts(blocks.stream().mapToInt(Block::objects).toArray());
        return new StorageCode(List.copyOf(blocks), firstServers, firstObjects);
    }

    /** Where each of several runs starts, and where the last one ends. */
    private static int[] starts(int[] lengths) {
        int[] starts = new int[lengths.length + 1];
        for (int i = 0; i < lengths.length; i++) {
            starts[i + 1] = starts[i] + lengths[i];
        }
        return starts;
    }

    /**
     * Replication: one object, the same on every server.
     *
     * @param copies c, the number of servers, in [1, 1024]
     * @return {@code rep(c)}
     * @throws IllegalArgumentException if the number is out of range
     */
    public static StorageCode replication(int copies) {
        return of(List.of(ThresholdBlock.replication(copies)));
    }

    /**
     * A systematic maximum-distance-separable (Reed-Solomon) code: server i &lt; k stores object i, and any k servers
     * recover everything. Beyond 256 servers that takes a field larger than GF(2^8); no coefficients are kept.
     *
     * @param servers n, in [k, 1024]
     * @param needed k, at least 1
     * @return {@code mds(n,k)}
     * @throws IllegalArgumentException unless 1 &le; k &le; n &le; 1024
     */
    public static StorageCode mds(int servers, int needed) {
        return of(List.of(ThresholdBlock.mds(servers, needed)));
    }

    /**
     * A locally recoverable code as in Azure Storage: k data servers in l groups of k/l, one local parity per group, and g
     * global parities, so n = k + l + g. Its minimum distance is g + 2, the most that its locality allows; lrc(6,2,2) is
     * maximally recoverable.
     *
     * @param data k, at least 1
     * @param localGroups l, a divisor of k
     * @param globalParities g, at least 0, with k + g &le; 255
     * @return {@code lrc(k,l,g)}
     * @throws IllegalArgumentException if a number is out of range
     */
    public static StorageCode lrc(int data, int localGroups, int globalParities) {
        return of(List.of(LocallyRecoverable.of(data, localGroups, globalParities)));
    }

    /**
     * The binary simplex code: every non-empty exclusive or of m objects on a server of its own, n = 2^m - 1.
     *
     * @param dimension m, in [1, 10]
     * @return {@code simplex(m)}, in which every object has (2, 2^(m-1) - 1)-availability
     * @throws IllegalArgumentException if the dimension is out of range
     */
    public static StorageCode simplex(int dimension) {
        return of(List.of(Simplex.of(dimension)));
    }

    /**
     * A code with one hot object, object 0, that has (r, t)-availability: its systematic server and t disjoint groups of r
     * servers, each of which stores r - 1 other objects and the exclusive or of all r. Only the hot object is asked for
     * unless a demand says otherwise.
     *
     * @param groupSize r, at least 1
     * @param groups t, at least 1, with 1 + r t &le; 1024
     * @return {@code availability(r,t)}, with n = 1 + r t and k = 1 + t (r - 1)
     * @throws IllegalArgumentException if a number is out of range
     */
    public static StorageCode availability(int groupSize, int groups) {
        return of(List.of(HotObject.of(groupSize, groups)));
    }

    /**
     * The code of a generator matrix.
     *
     * @param matrix the matrix, of at most 1024 columns
     * @param spec its text form, {@code matrix(FILE)}; codes with the same text form are taken as equal
     * @return the code
     * @throws IllegalArgumentException if the matrix has too many columns
     */
    public static StorageCode linear(GeneratorMatrix matrix, String spec) {
        return of(List.of(LinearBlock.of(spec, matrix)));
    }

    /**
     * The direct sum with another code.
     *
     * @param other the code whose servers and objects follow those of this one
     * @return {@code this+other}
     * @throws IllegalArgumentException if the sum has more than 10 000 servers
     */
    public StorageCode plus(StorageCode other) {
        checkSum((long) servers() + other.servers());
        List<Block> sum = new ArrayList<>(blocks);
        sum.addAll(other.blocks);
        return of(sum);
    }

    /**
     * The direct sum of several copies of this code.
     *
     * @param copies the number of copies, at least 1
     * @return {@code copies*this}
     * @throws IllegalArgumentException if the number is below 1 or the sum has more than 10 000 servers
     */
    public StorageCode times(int copies) {
        if (copies < 1) {
            throw new IllegalArgumentException(copies + "*" + spec() + ": the number of copies must be at least 1");
        }
        checkSum((long) copies * servers());
        return of(Collections.nCopies(copies, blocks).stream()
                .flatMap(List::stream)
                .toList());
    }

    private static void checkSum(long servers) {
        if (servers > MAX_SERVERS) {
            throw new IllegalArgumentException(
                    "a direct sum with " + servers + " servers: at most " + MAX_SERVERS + " are supported");
        }
    }

    /**
     * The text form, which {@link CodeSpec#parse} reads back. Equal blocks that follow each other are written once:
     * {@code 2*simplex(3)+rep(3)}.
     *
     * @return the text form
     */
    public String spec() {
        StringBuilder text = new StringBuilder();
        for (int start = 0; start < blocks.size(); ) {
            Block block = blocks.get(start);
            int end = start + 1;
            while (end < blocks.size() && blocks.get(end).equals(block)) {
                end++;
            }
            text.append(start == 0 ? "" : "+");
            text.append(end - start == 1 ? "" : end - start + "*").append(block.spec());
            start = end;
        }
        return text.toString();
    }

    /**
     * The number of servers.
     *
     * @return n
     */
    public int servers() {
        return firstServers[blocks.size()];
    }

    /**
     * The number of objects.
     *
     * @return k
     */
    public int objects() {
        return firstObjects[blocks.size()];
    }

    /**
     * What is stored per unit of data.
     *
     * @return n / k, at least 1
     */
    public double storageOverhead() {
        return (double) servers() / objects();
    }

    /**
     * The minimum distance d: the least number of servers whose loss can lose an object.
     *
     * @return d: in closed form for the families, by enumeration for matrices of up to 24 servers, the least of the parts
     *     for direct sums; void for larger matrices
     */
    public Outcome<Integer> minimumDistance() {
        Outcome<Integer> least = blocks.get(0).minimumDistance();
        for (Block block : blocks.stream().distinct().toList()) {
            Outcome<Integer> distance = block.minimumDistance();
            if (distance.value().isEmpty()) {
                return distance;
            }
            if (distance.value().get() < least.value().orElseThrow()) {
                least = distance;
            }
        }
        return least;
    }

    /**
     * The fault tolerance: how many servers can be lost, whichever they are, without losing an object.
     *
     * @return d - 1, or why the minimum distance d is not known
     */
    public Outcome<Integer> faultTolerance() {
        Outcome<Integer> distance = minimumDistance();
        if (distance instanceof Outcome.Known<Integer> known) {
            return new Outcome.Known<>(known.answer() - 1, "minimum distance - 1");
        }
        return distance;
    }

    /**
     * The objects that are asked for unless a demand says otherwise: all, but only the hot object of
     * {@code availability(r,t)}.
     *
     * @return their indices in increasing order; a fresh array
     */
    public int[] requestedObjects() {
        return IntStream.range(0, blocks.size())
                .flatMap(b -> IntStream.of(blocks.get(b).requestedObjects()).map(object -> firstObjects[b] + object))
                .toArray();
    }

    /**
     * How an object can be recovered.
     *
     * @param object index of the object, in [0, k)
     * @param decoding the decoder
     * @return the sets of servers that recover it
     * @throws IllegalArgumentException if there is no such object, or group decoding is asked for and the groups of a
     *     matrix cannot be enumerated
     */
    public Recovery recovery(int object, Decoding decoding) {
        Outcome<Recovery> recovery = recoveryIfEnumerable(object, decoding);
        if (recovery instanceof Outcome.None<Recovery> none) {
            throw new IllegalArgumentException(none.reason() + ": use linear decoding");
        }
        return recovery.value().orElseThrow();
    }

    /**
     * How an object can be recovered, where that is known: always, but for group decoding of a matrix.
     *
     * @param object index of the object, in [0, k)
     * @param decoding the decoder
     * @return the sets of servers that recover it, void when the recovery groups of a matrix are not enumerated
     * @throws IllegalArgumentException if there is no such object
     */
    public Outcome<Recovery> recoveryIfEnumerable(int object, Decoding decoding) {
        int b = blockOf(object);
        return blocks.get(b).recovery(object - firstObjects[b], decoding, placement(b));
    }

    /**
     * How all objects can be recovered.
     *
     * @return the sets of servers from which nothing is lost
     */
    public Recovery wholeFile() {
        List<Recovery> parts = IntStream.range(0, blocks.size())
                .mapToObj(b -> blocks.get(b).wholeFile(placement(b)))
                .toList();
        return parts.size() == 1 ? parts.get(0) : JointRecovery.of(parts);
    }

    /**
     * The recovery groups of an object: the recovering sets of least size that leave out its systematic server. Of a
     * simplex code these are pairs; of an MDS code any k other servers; of {@code lrc} the local group, which is the only
     * such set when l &gt; 1.
     *
     * @param object index of the object, in [0, k)
     * @return one array of increasing server indices per group, no array when only the systematic server recovers; void
     *     when there are more than 100 000 groups, or the groups of a matrix lie among more than 24 servers
     * @throws IllegalArgumentException if there is no such object
     */
    public Outcome<int[][]> recoveryGroups(int object) {
        int b = blockOf(object);
        return blocks.get(b).recoveryGroups(object - firstObjects[b]).map(placement(b)::shift);
    }

    /**
     * The systematic server of an object: the first that stores the object alone.
     *
     * @param object index of the object, in [0, k)
     * @return its index, empty when no server stores the object alone
     * @throws IllegalArgumentException if there is no such object
     */
    public OptionalInt systematicServer(int object) {
        int b = blockOf(object);
        OptionalInt local = blocks.get(b).systematicServer(object - firstObjects[b]);
        return local.isPresent() ? OptionalInt.of(firstServers[b] + local.getAsInt()) : local;
    }

    /**
     * The (r, t)-availability of an object: r is the size of its recovery groups, t the most of them that are disjoint.
     *
     * @param object index of the object, in [0, k)
     * @return (r, t), void when the object has no systematic server or no recovery group, or its groups cannot be enumerated
     * @throws IllegalArgumentException if there is no such object
     */
    public Outcome<Availability> availability(int object) {
        int b = blockOf(object);
        return blocks.get(b).availability(object - firstObjects[b]);
    }

    /**
     * Which fraction of the erasure patterns loses nothing.
     *
     * @param streams the source of random patterns, used only beyond 24 servers in one block that is neither MDS
     *     nor a simplex code
     * @return the fraction for every number of erased servers
     */
    public DecodableFraction decodableFraction(RandomStreams streams) {
        return DecodableFraction.of(RecoveryProfile.of(wholeFile(), streams));
    }

    private int blockOf(int object) {
        if (object < 0 || object >= objects()) {
            throw new IllegalArgumentException(
                    "object " + object + " of " + spec() + " must be in [0, " + objects() + ")");
        }
        int found = Arrays.binarySearch(firstObjects, object);
        return found >= 0 ? found : -found - 2;
    }

    private Placement placement(int b) {
        return new Placement(servers(), firstServers[b]);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StorageCode that && blocks.equals(that.blocks);
    }

    @Override
    public int hashCode() {
        return blocks.hashCode();
    }

    @Override
    public String toString() {
        return spec();
    }
}
