package org.fetchlab.forkjoin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.inorder.Accuracy;
import org.fetchlab.forkjoin.inorder.InOrderAnalysis;
import org.fetchlab.forkjoin.inorder.InOrderSystem;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficLaw;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficMixture;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.forkjoin.mg1.FastSplitMerge;
import org.fetchlab.forkjoin.mg1.SplitMerge;
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
    private static final String SPLIT_MERGE = "split-merge per block";
    private static final String ONE_QUEUE = "split-merge, exact for replication";
    private static final String FAST = "fast split-merge per object";
    private static final String THINNED = "in-order chain per object";

    private final List<RequestClass> classes;
    private final List<Block> blocks;
    private final ServiceTime service;

    private GeneralArrivals(List<RequestClass> classes, List<Block> blocks, ServiceTime service) {
        this.classes = classes;
        this.blocks = blocks;
        this.service = service;
    }

    /** The requests for one object: their share of the arrivals, what they need, and how fast it can go. */
    private record RequestClass(
            double share, Recovery recovery, LowTrafficTime lowTraffic, Optional<FastSplitMerge> fast) {}

    /** One block: its share of the requests, its split-merge system, and the rate of all arrivals that exhausts it. */
    private record Block(
            double share,
            SplitMerge splitMerge,
            double completionCapacity,
            boolean isOneQueue,
            Optional<Outcome.Known<Double>> exactCapacity,
            Outcome<Double> workCapacity,
            List<RequestClass> members) {}

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
        List<RequestClass> classes = new ArrayList<>();
        Map<List<Double>, LowTrafficTime> times = new HashMap<>();
        for (int o = 0; o < popularity.length; o++) {
            if (popularity[o] != 0) {
                RecoveryProfile profile = RecoveryProfile.of(objects.get(o), random);
                LowTrafficTime time =
                        times.computeIfAbsent(values(profile), key -> LowTrafficTime.of(profile, service));
                classes.add(new RequestClass(popularity[o], objects.get(o), time, fast(objects.get(o), service)));
            }
        }
        mixture(classes, 1);
        List<Block> blocks = new ArrayList<>();
        for (List<Integer> members :
                ServerBlocks.of(classes.stream().map(RequestClass::recovery).toList())) {
            blocks.add(block(members.stream().map(classes::get).toList(), service));
        }
        return new GeneralArrivals(List.copyOf(classes), List.copyOf(blocks), service);
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

    private static Optional<FastSplitMerge> fast(Recovery recovery, ServiceTime service) {
        OptionalDouble rate = ServiceTimes.exponentialRate(service);
        return rate.isPresent() ? Optional.of(FastSplitMerge.of(recovery, rate.getAsDouble())) : Optional.empty();
    }

    private static Block block(List<RequestClass> members, ServiceTime service) {
        double share = members.stream().mapToDouble(RequestClass::share).sum();
        double copies = members.stream()
                .mapToDouble(member -> member.share()
                        * member.fast().map(FastSplitMerge::leastCopies).orElse(1))
                .sum();
        long servers = members.stream()
                .flatMapToInt(member -> IntStream.of(member.recovery().usefulServers()))
                .distinct()
                .count();
        double rate = ServiceTimes.exponentialRate(service).orElse(Double.POSITIVE_INFINITY);
        LowTrafficMixture alone = mixture(members, share);
        List<Recovery> recoveries = members.stream().map(RequestClass::recovery).toList();
        double[] shares = members.stream().mapToDouble(RequestClass::share).toArray();
        CapacityTheorems theorems = new CapacityTheorems(recoveries, shares, service);
        Optional<Outcome.Known<Double>> exact = theorems.exact(alone.mean());
        return new Block(
                share,
                SplitMerge.of(alone),
                servers * rate / copies,
                CapacityTheorems.isOneQueue(recoveries),
                exact,
                exact.<Outcome<Double>>map(known -> known).orElseGet(theorems::upper),
                members);
    }

    private static LowTrafficMixture mixture(List<RequestClass> members, double share) {
        double[] probabilities =
                members.stream().mapToDouble(member -> member.share() / share).toArray();
        return LowTrafficMixture.of(
                members.stream().map(RequestClass::lowTraffic).toList(), probabilities);
    }

    /**
     * The download time of a random request alone in the system.
     *
     * @return the mixture over the objects, weighted with their popularity
     */
    public LowTrafficMixture lowTraffic() {
        return mixture(classes, 1);
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
        Outcome<Double> least = new Outcome.Known<>(Double.POSITIVE_INFINITY, SPLIT_MERGE);
        for (Block block : blocks) {
            Outcome<Double> own = capacityLower(block);
            if (own.value().isEmpty()) {
                return own;
            }
            least = smaller(least, own);
        }
        return least;
    }

    private static Outcome<Double> capacityLower(Block block) {
        if (block.exactCapacity().isPresent()) {
            return block.exactCapacity().get();
        }
        Outcome<Capacity> capacity = block.splitMerge().capacity();
        return capacity instanceof Outcome.None<Capacity> none
                ? new Outcome.None<>(none.method(), none.reason())
                : new Outcome.Known<>(capacity.value().orElseThrow().lower() / block.share(), capacityMethod(block));
    }

    private static String capacityMethod(Block block) {
        boolean isExact =
                block.members().stream().allMatch(one -> one.lowTraffic().isExact());
        return isExact ? SPLIT_MERGE : SPLIT_MERGE + LowTrafficLaw.WITH_CONFIDENCE;
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
        double completions =
                blocks.stream().mapToDouble(Block::completionCapacity).min().orElseThrow();
        Outcome<Double> least =
                new Outcome.None<>(CAPACITY, "no upper bound of the capacity is known for service " + service.spec());
        for (Block block : blocks) {
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
     * @param arrivalRate &lambda;, the total arrival rate, positive
     * @return the bounds; both void when the system is unstable, the upper one void when split-merge is
     * @throws IllegalArgumentException if the rate is not positive
     */
    public Bounds bounds(double arrivalRate) {
        if (verdict(arrivalRate) == Verdict.UNSTABLE) {
            String reason = "unstable: arrival rate " + arrivalRate + " is not below the capacity, at most "
                    + capacityUpper().value().orElseThrow();
            return new Bounds(new Outcome.None<>(LOW_TRAFFIC, reason), new Outcome.None<>(SPLIT_MERGE, reason));
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
                    * known.computeIfAbsent(shape, s -> exactLower(one, arrivalRate, rate.getAsDouble(), accuracy));
        }
        return sum > simple.lower().value().get()
                ? RoundedBounds.of(new Outcome.Known<>(sum, fromProfile(THINNED)), simple.upper())
                : simple;
    }

    private static double exactLower(RequestClass one, double arrivalRate, double rate, Accuracy accuracy) {
        double[] rates = new double[one.recovery().servers()];
        Arrays.fill(rates, rate);
        return InOrderSystem.ifEnumerable(one.recovery(), rates)
                .flatMap(system -> InOrderAnalysis.of(system).within(arrivalRate * one.share(), accuracy))
                .flatMap(result -> result.mean().lower().value())
                .map(chain -> Math.max(chain, simpleLower(one, arrivalRate)))
                .orElseGet(() -> simpleLower(one, arrivalRate));
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
                .mapToDouble(one -> one.share() * simpleLower(one, arrivalRate))
                .sum();
        boolean isFast = sum > alone.value().get() * (1 + ROUNDING);
        double queues = blocks.stream()
                .mapToDouble(block -> oneQueueLower(block, arrivalRate))
                .sum();
        if (queues > sum) {
            return new Outcome.Known<>(queues, fromProfile(ONE_QUEUE));
        }
        return isFast ? new Outcome.Known<>(sum, fromProfile(FAST)) : alone;
    }

    /** The exact mean of a block that is one queue, times its share; the simpler bound elsewhere. */
    private static double oneQueueLower(Block block, double arrivalRate) {
        Optional<Double> exact = block.isOneQueue()
                ? block.splitMerge()
                        .meanDownloadTime(arrivalRate * block.share())
                        .value()
                : Optional.empty();
        return exact.map(mean -> block.share() * mean)
                .orElseGet(() -> block.members().stream()
                        .mapToDouble(one -> one.share() * simpleLower(one, arrivalRate))
                        .sum());
    }

    /** The larger of the low-traffic mean, at its lower limit, and fast split-merge, for one object. */
    private static double simpleLower(RequestClass one, double arrivalRate) {
        double fast = one.fast()
                .flatMap(system ->
                        system.meanDownloadTime(arrivalRate * one.share()).value())
                .orElse(0.0);
        return Math.max(fast, one.lowTraffic().momentAtLeast(1).value().orElseThrow());
    }

    private Outcome<Double> upper(double arrivalRate) {
        double sum = 0;
        for (Block block : blocks) {
            Outcome<Double> mean = block.splitMerge().meanDownloadTime(arrivalRate * block.share());
            if (mean instanceof Outcome.None<Double> none) {
                return new Outcome.None<>(fromProfile(SPLIT_MERGE), none.reason());
            }
            sum += block.share() * mean.value().orElseThrow();
        }
        return new Outcome.Known<>(sum, fromProfile(SPLIT_MERGE));
    }

    /** The name of a method whose answer uses low-traffic moments, which may come from estimated recovery profiles. */
    private String fromProfile(String method) {
        return lowTraffic().isExact() ? method : method + LowTrafficLaw.WITH_CONFIDENCE;
    }
}
