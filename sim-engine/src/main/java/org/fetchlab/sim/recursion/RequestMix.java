package org.fetchlab.sim.recursion;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AliasMethodDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.demand.Popularity;

/**
 * What the requests ask for: one of several things, each recovered in its own way from the same servers, with given
 * probabilities. One thing alone is the fork-join system with fixed arrivals (FJ-FA), several give general arrivals (FJ-GA,
 * Aktaş, Kadhe, Soljanin and Sprintson, IEEE Trans. Commun. 2021).
 */
public final class RequestMix {
    private static final double ROUNDING = 1e-9;

    private final List<Thing> things;

    private RequestMix(List<Thing> things) {
        this.things = things;
    }

    /** One thing to ask for; {@code systematic} is the server that stores it as it is, or -1. */
    private record Thing(Recovery recovery, int systematic, double probability) {
        static Thing of(Recovery recovery, double probability) {
            return new Thing(recovery, systematicServer(recovery), probability);
        }

        private static int systematicServer(Recovery recovery) {
            if (recovery instanceof ThresholdRecovery threshold) {
                return threshold.systematic();
            }
            if (recovery instanceof GroupRecovery group) {
                int[][] single = Arrays.stream(group.groups())
                        .filter(one -> one.length == 1)
                        .toArray(int[][]::new);
                return single.length == 1 ? single[0][0] : -1;
            }
            return -1;
        }
    }

    /**
     * All requests ask for the same thing.
     *
     * @param recovery how it is recovered
     * @return the mix
     */
    public static RequestMix fixed(Recovery recovery) {
        return new RequestMix(List.of(Thing.of(recovery, 1)));
    }

    /**
     * Requests ask for one of several things, independently of each other.
     *
     * @param recoveries how each thing is recovered, all over the same number of servers
     * @param probabilities of each thing, at least 0, summing to 1 up to 1e-9; things of probability 0 are dropped
     * @return the mix
     * @throws IllegalArgumentException if the arguments do not fit each other or the probabilities are not a distribution
     */
    public static RequestMix of(List<? extends Recovery> recoveries, double[] probabilities) {
        if (recoveries.isEmpty() || recoveries.size() != probabilities.length) {
            throw new IllegalArgumentException(
                    recoveries.size() + " things to ask for need as many probabilities; found " + probabilities.length);
        }
        if (recoveries.stream().mapToInt(Recovery::servers).distinct().count() != 1) {
            throw new IllegalArgumentException("all things must be stored on the same servers");
        }
        checkDistribution(probabilities);
        return positive(
                IntStream.range(0, probabilities.length).mapToObj(i -> Thing.of(recoveries.get(i), probabilities[i])));
    }

    /**
     * Requests ask for objects of a code.
     *
     * @param code the storage code
     * @param decoding which sets of servers recover an object
     * @param probabilities of each of {@link StorageCode#requestedObjects()}, in that order, at least 0, summing to 1
     * @return the mix
     * @throws IllegalArgumentException if there are not as many probabilities as requested objects, or they are not a
     *     distribution
     */
    public static RequestMix ofObjects(StorageCode code, Decoding decoding, double[] probabilities) {
        int[] objects = code.requestedObjects();
        if (objects.length != probabilities.length) {
            throw new IllegalArgumentException(code.spec() + " has " + objects.length + " requested objects; found "
                    + probabilities.length + " probabilities");
        }
        checkDistribution(probabilities);
        return positive(IntStream.range(0, objects.length)
                .mapToObj(i -> new Thing(
                        code.recovery(objects[i], decoding),
                        code.systematicServer(objects[i]).orElse(-1),
                        probabilities[i])));
    }

    /**
     * Requests ask for objects of a code, some more often than others.
     *
     * @param code the storage code
     * @param decoding which sets of servers recover an object
     * @param popularity of {@link StorageCode#requestedObjects()}, in that order
     * @return the mix
     * @throws IllegalArgumentException if the popularity is explicit and not about as many objects
     */
    public static RequestMix ofObjects(StorageCode code, Decoding decoding, Popularity popularity) {
        return ofObjects(code, decoding, popularity.probabilities(code.requestedObjects().length));
    }

    private static RequestMix positive(Stream<Thing> things) {
        return new RequestMix(things.filter(thing -> thing.probability > 0).toList());
    }

    private static void checkDistribution(double[] probabilities) {
        double sum = 0;
        for (double p : probabilities) {
            if (!(p >= 0)) {
                throw new IllegalArgumentException("probability " + p + " must be at least 0");
            }
            sum += p;
        }
        if (!(Math.abs(sum - 1) <= ROUNDING)) {
            throw new IllegalArgumentException("probabilities sum to " + sum + ", not to 1");
        }
    }

    /**
     * How each thing is recovered.
     *
     * @return at least one recovery, all over the same number of servers
     */
    public List<Recovery> recoveries() {
        return things.stream().map(Thing::recovery).toList();
    }

    /**
     * How often each thing is asked for.
     *
     * @return positive probabilities in the order of {@link #recoveries()}; a fresh array
     */
    public double[] probabilities() {
        return things.stream().mapToDouble(Thing::probability).toArray();
    }

    /** Draws the index of what a request asks for. */
    DiscreteSampler sampler(UniformRandomProvider random) {
        return things.size() == 1 ? () -> 0 : AliasMethodDiscreteSampler.of(random, probabilities());
    }

    /**
     * The servers that store each thing as it is.
     *
     * @return the index of the systematic server of each thing, or -1, in the order of {@link #recoveries()}
     */
    public int[] systematicServers() {
        return things.stream().mapToInt(Thing::systematic).toArray();
    }

    /**
     * Whether everything has a systematic server.
     *
     * @return true if so
     */
    public boolean isSystematic() {
        return things.stream().allMatch(thing -> thing.systematic >= 0);
    }

    /**
     * The number of servers.
     *
     * @return n, at least 1
     */
    public int servers() {
        return things.get(0).recovery().servers();
    }

    /**
     * The parts of the mix that share no useful server with each other.
     *
     * @return for each part the indices of its things, in increasing order
     */
    List<List<Integer>> parts() {
        int[] label = IntStream.range(0, things.size()).toArray();
        int[] owner = IntStream.generate(() -> -1).limit(servers()).toArray();
        for (int i = 0; i < label.length; i++) {
            for (int server : things.get(i).recovery().usefulServers()) {
                if (owner[server] < 0) {
                    owner[server] = i;
                } else {
                    relabel(label, label[i], label[owner[server]]);
                }
            }
        }
        return IntStream.of(label)
                .distinct()
                .mapToObj(part -> IntStream.range(0, label.length)
                        .filter(i -> label[i] == part)
                        .boxed()
                        .toList())
                .toList();
    }

    private static void relabel(int[] label, int from, int to) {
        for (int i = 0; i < label.length; i++) {
            if (label[i] == from) {
                label[i] = to;
            }
        }
    }

    /** The requests of one part, with their probabilities given that they ask this part. */
    RequestMix only(List<Integer> part) {
        double share = share(part);
        return new RequestMix(part.stream()
                .map(things::get)
                .map(thing -> new Thing(thing.recovery, thing.systematic, thing.probability / share))
                .toList());
    }

    /** The fraction of the requests that ask this part. */
    double share(List<Integer> part) {
        return part.stream().mapToDouble(i -> things.get(i).probability()).sum();
    }
}
