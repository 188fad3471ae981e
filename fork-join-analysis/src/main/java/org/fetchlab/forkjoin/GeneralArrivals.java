package org.fetchlab.forkjoin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.inorder.Accuracy;
import org.fetchlab.forkjoin.inorder.InOrderAnalysis;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficLaw;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficMixture;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.forkjoin.mg1.FastSplitMerge;
import org.fetchlab.forkjoin.mg1.SplitMerge;
import org.fetchlab.forkjoin.numeric.Require;
import org.fetchlab.forkjoin.numeric.RoundedBounds;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.RecoveryProfile;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.demand.Popularity;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;

/**
 * Fork-join with general arrivals (FJ-GA): Poisson requests of total rate &lambda;, each for object o with probability
 * p_o, copied to every useful server and cancelled on completion. What is known about it without simulation.
 *
 * <p>The system falls apart into <em>blocks</em>, the connected components of objects that share useful servers (the
 * summands of a direct sum of codes). Blocks are independent, and block B sees Poisson arrivals of rate &lambda; p_B.
 *
 * <ul>
 *   <li><b>Upper bound, any service law:</b> {@linkplain SplitMerge split-merge} of each block with its own requests,
 *       averaged with weights p_B. Much smaller than one split-merge for the whole system, which would make requests of
 *       different blocks wait for each other.
 *   <li><b>Lower bound, any service law:</b> the low-traffic mean, since waiting is not negative.
 *   <li><b>Lower bound, exponential service:</b> removing the requests for all other objects delays nobody, which leaves
 *       fork-join with fixed arrivals at rate &lambda; p_o: the {@linkplain InOrderAnalysis exact chain}, or the simpler
 *       {@linkplain FastSplitMerge fast split-merge}. The largest lower bound is taken object by object.
 *   <li><b>Capacity:</b> exact where {@link CapacityTheorems} has it; otherwise at least that of split-merge in every block,
 *       at most what the work of a request allows, and for exponential service at most &nu;_o/p_o for
 *       every object, and at most {@code Σ_{j in B} μ_j / Σ_{o in B} p_o m_o} with m_o the least number of copies that
 *       recover o, since every request uses up m_o completions.
 * </ul>
 *
 * <p>Where a recovery profile is an estimate (large codes without closed form), bounds that use low-traffic moments take
 * the far ends of their intervals; they hold with 95 % confidence instead of certainty, and their methods say so.
 *
 * <p>Aktaş, Kadhe, Soljanin and Sprintson (IEEE Trans. Commun. 2021) for the systems; blocks and the completion bound are
 * derived in {@code docs/fork-join.md}.
 */
public final class GeneralArrivals {
    private static final double ROUNDING = 1e-12;
    private static final String CAPACITY = "departures of the head of the line, completions of copies";
    private static final String LOW_TRAFFIC = "low traffic";
    private static final String ONE_QUEUE = "split-merge, exact for replication";
    private static final String FAST = "fast split-merge per object";
    private static final String THINNED = "in-order chain per object";

    private final List<RequestClass> classes;
    private final List<RequestBlock> blocks;
    private final ServiceTime service;
    private final RandomStreams random;

    private GeneralArrivals(
            List<RequestClass> classes, List<RequestBlock> blocks, ServiceTime service, RandomStreams random) {
        this.classes = classes;
        this.blocks = blocks;
        this.service = service;
        this.random = random;
    }

    /** The analysis of fixed arrivals, when only one object is asked for. */
    Optional<ForkJoinAnalysis> fixedArrivals(double arrivalRate, Accuracy accuracy) {
        return classes.size() == 1
                ? Optional.of(FixedArrivals.of(classes.get(0).recovery(), service, arrivalRate, accuracy, random))
                : Optional.empty();
    }

    /**
     * General arrivals for any objects over one set of servers.
     *
     * @param objects the recovery of each object, all over the same number of servers
     * @param popularity p_o &ge; 0, one per object, with sum 1 up to 1e-9
     * @param service the law of every service time
     * @param random random streams for recovery profiles that must be estimated
     * @return the system
     * @throws IllegalArgumentException if the objects differ in their number of servers or the popularity is none
     */
    public static GeneralArrivals of(
            List<? extends Recovery> objects, double[] popularity, ServiceTime service, RandomStreams random) {
        if (objects.stream().mapToInt(Recovery::servers).distinct().count() != 1) {
            throw new IllegalArgumentException("the objects need one common number of servers");
        }
        if (objects.size() != popularity.length) {
            throw new IllegalArgumentException(
                    "popularity has " + popularity.length + " values for " + objects.size() + " objects");
        }
        int[] requested = IntStream.range(0, popularity.length)
                .filter(o -> popularity[o] != 0)
                .toArray();
        List<Recovery> recoveries =
                IntStream.of(requested).<Recovery>mapToObj(objects::get).toList();
        List<RecoveryProfile> profiles = RecoveryProfile.ofEach(recoveries, random);
        List<RequestClass> classes = new ArrayList<>();
        Map<List<Double>, LowTrafficTime> times = new HashMap<>();
        for (int i = 0; i < requested.length; i++) {
            RecoveryProfile profile = profiles.get(i);
            LowTrafficTime time = times.computeIfAbsent(values(profile), key -> LowTrafficTime.of(profile, service));
            classes.add(RequestClass.of(popularity[requested[i]], recoveries.get(i), time, service));
        }
        RequestClass.mixture(classes); // refuses shares that are no distribution
        List<RequestBlock> blocks = ServerBlocks.of(
                        classes.stream().map(RequestClass::recovery).toList())
                .stream()
                .map(members ->
                        RequestBlock.of(members.stream().map(classes::get).toList(), service))
                .toList();
        return new GeneralArrivals(List.copyOf(classes), blocks, service, random);
    }

    /**
     * General arrivals for the objects of a code.
     *
     * @param code the storage code
     * @param decoding which sets of finished copies recover an object
     * @param popularity how requests spread over {@link StorageCode#requestedObjects()}
     * @param service the law of every service time
     * @param random random streams for recovery profiles that must be estimated
     * @return the system
     * @throws IllegalArgumentException if the popularity does not fit the number of objects
     */
    public static GeneralArrivals of(
            StorageCode code, Decoding decoding, Popularity popularity, ServiceTime service, RandomStreams random) {
        int[] requested = code.requestedObjects();
        List<Recovery> objects = IntStream.of(requested)
                .mapToObj(object -> code.recovery(object, decoding))
                .toList();
        return of(objects, popularity.probabilities(requested.length), service, random);
    }

    private static List<Double> values(RecoveryProfile profile) {
        return IntStream.rangeClosed(0, profile.servers())
                .mapToObj(profile::unrecovered)
                .toList();
    }

    /**
     * The download time of a random request alone in the system.
     *
     * @return the mixture over the objects, weighted with their popularity
     */
    public LowTrafficMixture lowTraffic() {
        return RequestClass.mixture(classes);
    }

    /**
     * The capacity: the supremum of the total arrival rates at which the system is stable.
     *
     * @return the bounds, equal where the capacity is known exactly; 0 when requests cost an infinite mean work; the lower
     *     one void when a block has infinite mean low-traffic time
     */
    public Bounds capacity() {
        return RoundedBounds.of(capacityLower(), capacityUpper());
    }

    private Outcome<Double> capacityLower() {
        Outcome<Double> least = new Outcome.Known<>(Double.POSITIVE_INFINITY, RequestBlock.SPLIT_MERGE);
        for (RequestBlock block : blocks) {
            Outcome<Double> own = block.capacityLower();
            if (own.value().isEmpty()) {
                return own;
            }
            least = smaller(least, own);
        }
        return least;
    }

    /** The smaller one of two bounds; one that is void does not count. */
    private static Outcome<Double> smaller(Outcome<Double> one, Outcome<Double> other) {
        double first = one.value().orElse(Double.POSITIVE_INFINITY);
        double second = other.value().orElse(Double.POSITIVE_INFINITY);
        return second < first ? other : one;
    }

    private Outcome<Double> capacityUpper() {
        double heads = classes.stream()
                .mapToDouble(one -> one.fast()
                        .map(fast -> fast.headDepartureRate() / one.share())
                        .orElse(Double.POSITIVE_INFINITY))
                .min()
                .orElseThrow();
        double completions = blocks.stream()
                .mapToDouble(RequestBlock::completionCapacity)
                .min()
                .orElseThrow();
        Outcome<Double> least =
                new Outcome.None<>(CAPACITY, "no upper bound of the capacity is known for service " + service.spec());
        for (RequestBlock block : blocks) {
            least = smaller(least, block.workCapacity());
        }
        double exponential = Math.min(heads, completions);
        return exponential < least.value().orElse(Double.POSITIVE_INFINITY) * (1 - ROUNDING)
                ? new Outcome.Known<>(exponential, CAPACITY)
                : least;
    }

    /**
     * Whether the system is stable, as far as the capacity bounds tell.
     *
     * @param arrivalRate &lambda;, the total arrival rate, positive
     * @return the verdict
     * @throws IllegalArgumentException if the rate is not positive
     */
    public Verdict verdict(double arrivalRate) {
        double lower = capacityLower().value().orElse(0.0);
        double upper = capacityUpper().value().orElse(Double.MAX_VALUE);
        return new Capacity(Math.min(lower, upper), upper).verdict(arrivalRate);
    }

    /**
     * Bounds of the mean download time of a random request.
     *
     * @param arrivalRate &lambda;, the total arrival rate, at least 1e-100 and finite
     * @return the bounds; both void when the system is unstable, the upper one void when split-merge is
     * @throws IllegalArgumentException if the rate is not positive
     */
    public Bounds bounds(double arrivalRate) {
        Require.arrivalRate(arrivalRate);
        if (verdict(arrivalRate) == Verdict.UNSTABLE) {
            String reason = "unstable: arrival rate " + arrivalRate + " is not below the capacity, at most "
                    + capacityUpper().value().orElseThrow();
            return new Bounds(
                    new Outcome.None<>(LOW_TRAFFIC, reason), new Outcome.None<>(RequestBlock.SPLIT_MERGE, reason));
        }
        return RoundedBounds.of(lower(arrivalRate), upper(arrivalRate));
    }

    /**
     * Bounds of the mean download time of a random request, the lower one from the exact chain: with exponential service
     * the requests for one object alone form an in-order system at rate &lambda; p_o, which is solved and bounds their
     * download time from below.
     *
     * @param arrivalRate &lambda;, the total arrival rate, positive
     * @param accuracy how far the exact analysis of the thinned systems goes
     * @return the bounds, at least as good as {@link #bounds(double)}
     * @throws IllegalArgumentException if the rate is not positive
     */
    public Bounds bounds(double arrivalRate, Accuracy accuracy) {
        Bounds simple = bounds(arrivalRate);
        OptionalDouble rate = ServiceTimes.exponentialRate(service);
        if (rate.isEmpty() || simple.lower().value().isEmpty()) {
            return simple;
        }
        Map<Object, Double> known = new HashMap<>();
        double sum = 0;
        for (RequestClass one : classes) {
            Object shape = Isomorphism.of(one.recovery(), one.share());
            sum += one.share()
                    * known.computeIfAbsent(shape, s -> one.chainLower(arrivalRate, rate.getAsDouble(), accuracy));
        }
        return sum > simple.lower().value().get()
                ? RoundedBounds.of(new Outcome.Known<>(sum, fromProfile(THINNED)), simple.upper())
                : simple;
    }

    /**
     * The lower bound from fast split-merge alone, object by object at its own arrival rate.
     *
     * @param arrivalRate &lambda;, the total arrival rate, positive
     * @return the mean over the objects, void when a system is unstable or the service is not exponential
     * @throws IllegalArgumentException if the rate is not positive
     */
    public Outcome<Double> fastSplitMerge(double arrivalRate) {
        double sum = 0;
        for (RequestClass one : classes) {
            if (one.fast().isEmpty()) {
                return new Outcome.None<>(FAST, "not applicable: holds for exponential service, not " + service.spec());
            }
            Outcome<Double> mean = one.fast().get().meanDownloadTime(arrivalRate * one.share());
            if (mean.value().isEmpty()) {
                return mean;
            }
            sum += one.share() * mean.value().get();
        }
        return new Outcome.Known<>(sum, FAST);
    }

    private Outcome<Double> lower(double arrivalRate) {
        Outcome<Double> alone = lowTraffic().momentAtLeast(1);
        if (alone.value().isEmpty()) {
            return alone;
        }
        double sum = classes.stream()
                .mapToDouble(one -> one.share() * one.simpleLower(arrivalRate))
                .sum();
        boolean isFast = sum > alone.value().get() * (1 + ROUNDING);
        double queues =
                blocks.stream().mapToDouble(block -> block.lower(arrivalRate)).sum();
        if (queues > sum) {
            return new Outcome.Known<>(queues, fromProfile(ONE_QUEUE));
        }
        return isFast ? new Outcome.Known<>(sum, fromProfile(FAST)) : alone;
    }

    private Outcome<Double> upper(double arrivalRate) {
        double sum = 0;
        for (RequestBlock block : blocks) {
            Outcome<Double> mean = block.splitMerge().meanDownloadTime(arrivalRate * block.share());
            if (mean instanceof Outcome.None<Double> none) {
                return new Outcome.None<>(fromProfile(RequestBlock.SPLIT_MERGE), none.reason());
            }
            sum += block.share() * mean.value().orElseThrow();
        }
        return new Outcome.Known<>(sum, fromProfile(RequestBlock.SPLIT_MERGE));
    }

    /** The name of a method whose answer uses low-traffic moments, which may come from estimated recovery profiles. */
    private String fromProfile(String method) {
        return lowTraffic().isExact() ? method : method + LowTrafficLaw.WITH_CONFIDENCE;
    }
}
