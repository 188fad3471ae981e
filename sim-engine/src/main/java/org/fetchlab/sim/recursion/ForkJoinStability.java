package org.fetchlab.sim.recursion;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.fetchlab.model.code.BlockingSize;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.experiment.StabilityEvidence;
import org.fetchlab.sim.experiment.TailIndex;

/** What is known about capacity and tails of fork-join systems without simulating them. */
final class ForkJoinStability {
    private static final double ROUNDING = 1e-9;
    private static final String IN_STEP = "constant service: all copies of a request start and finish together";

    private ForkJoinStability() {}

    static StabilityEvidence of(ForkJoinSystem system) {
        if (system.access() instanceof AccessPolicy.ForkAll && servesInFull(system)) {
            return new StabilityEvidence.Known(Capacity.exactly(fullServiceCapacity(system)), "load of each server");
        }
        if (asksAll(system) && isHoldingMeanInfinite(system)) {
            return new StabilityEvidence.Known(Capacity.exactly(0), "infinite mean service time");
        }
        List<List<Integer>> parts = parts(system);
        OptionalDouble exact = exactCapacity(system, parts);
        if (exact.isPresent()) {
            return new StabilityEvidence.Known(
                    Capacity.exactly(exact.getAsDouble()), isInStep(system) ? IN_STEP : "work conservation");
        }
        return new StabilityEvidence.Saturation(
                parts.stream().map(part -> saturatedPart(system, part)).toList(),
                StabilityEvidence.Saturation.NOTHING_CERTIFIED,
                serviceIndex(system));
    }

    /** Whether the mean time for which a request holds its servers is infinite beyond doubt. */
    private static boolean isHoldingMeanInfinite(ForkJoinSystem system) {
        return system.service().moment(1).value().isEmpty()
                && holdingIndex(system, BlockingSize::atMost) <= 1 + ROUNDING;
    }

    /** Whether no copy is ever cancelled: by the rule, or because every request needs all its copies. */
    static boolean servesInFull(ForkJoinSystem system) {
        return system.cancellation() == Cancellation.NONE || needsAllCopies(system.mix());
    }

    static boolean needsAllCopies(RequestMix mix) {
        return mix.recoveries().stream().allMatch(Recovery::needsAll);
    }

    private static List<List<Integer>> parts(ForkJoinSystem system) {
        return system.access() instanceof AccessPolicy.SplitMerge
                ? List.of(IntStream.range(0, system.mix().recoveries().size())
                        .boxed()
                        .toList())
                : system.mix().parts();
    }

    /** The largest fraction of the requests that ask one part. */
    static double largestShare(ForkJoinSystem system) {
        return parts(system).stream().mapToDouble(system.mix()::share).max().orElseThrow();
    }

    private static StabilityEvidence.Part saturatedPart(ForkJoinSystem system, List<Integer> part) {
        RequestMix own = system.mix().only(part);
        return new StabilityEvidence.Part(
                system.mix().share(part), (streams, replication) -> system.saturated(own, streams, replication));
    }

    /** The least capacity of the parts, if that of each is known. */
    private static OptionalDouble exactCapacity(ForkJoinSystem system, List<List<Integer>> parts) {
        double least = Double.POSITIVE_INFINITY;
        for (List<Integer> part : parts) {
            OptionalDouble own = exactThroughput(system, system.mix().only(part));
            if (own.isEmpty()) {
                return own;
            }
            least = Math.min(least, own.getAsDouble() / system.mix().share(part));
        }
        return OptionalDouble.of(least);
    }

    /**
     * Whether all copies of every request start together and finish together, since service takes a constant time and servers
     * that share a request have equal speeds and the same requests. Fork-join is split-merge then.
     */
    static boolean isInStep(ForkJoinSystem system) {
        return parts(system).stream()
                .allMatch(part -> isInStep(system, system.mix().only(part)));
    }

    private static boolean isInStep(ForkJoinSystem system, RequestMix part) {
        int[] servers = part.recoveries().get(0).usefulServers();
        return asksAll(system)
                && system.cancellation() == Cancellation.ON_COMPLETE
                && ServiceTimes.isConstant(system.service())
                && part.recoveries().stream().allMatch(own -> Arrays.equals(own.usefulServers(), servers))
                && areEquallyFast(system, servers);
    }

    private static boolean areEquallyFast(ForkJoinSystem system, int[] servers) {
        return IntStream.of(servers)
                        .mapToDouble(server -> system.speeds()[server])
                        .distinct()
                        .count()
                == 1;
    }

    /**
     * Copies in step: the rate of a server. Otherwise any k of n equal servers, all asked by every request: while there is a backlog no server idles, and every request takes
     * exactly k full services, if the law is exponential (what a cancelled copy has done is no loss) or no copy is cancelled
     * in service. So the throughput is n μ / k, with μ the service rate. With exponential service that is also so when
     * a request asks r of them at random, at least k, as under redundant requests with killing: a server that has fallen
     * behind finds its copies cancelled, so that none runs out of work before the others.
     */
    private static OptionalDouble exactThroughput(ForkJoinSystem system, RequestMix part) {
        if (isInStep(system, part)) {
            int server = part.recoveries().get(0).usefulServers()[0];
            return OptionalDouble.of(system.speeds()[server] / system.service().quantile(0));
        }
        boolean isOneThreshold = part.recoveries().size() == 1
                && part.recoveries().get(0) instanceof ThresholdRecovery threshold
                && threshold.systematic() < 0;
        if (!isOneThreshold) {
            return OptionalDouble.empty();
        }
        ThresholdRecovery threshold = (ThresholdRecovery) part.recoveries().get(0);
        if (!asksEqually(system, threshold)) {
            return OptionalDouble.empty();
        }
        OptionalDouble rate = system.cancellation() == Cancellation.ON_START
                ? OptionalDouble.of(1 / system.service().moment(1).value().orElse(Double.POSITIVE_INFINITY))
                : ServiceTimes.exponentialRate(system.service());
        if (rate.isEmpty() || !areEquallyFast(system, threshold.candidates())) {
            return OptionalDouble.empty();
        }
        double total = threshold.candidates().length * system.speeds()[threshold.candidates()[0]] * rate.getAsDouble();
        return OptionalDouble.of(StabilityEvidence.Known.byWorkConservation(total, threshold.needed())
                .capacity()
                .lower());
    }

    private static boolean asksEqually(ForkJoinSystem system, ThresholdRecovery threshold) {
        return system.access() instanceof AccessPolicy.ForkAll
                || (system.access() instanceof AccessPolicy.ForkTo fork
                        && system.cancellation() == Cancellation.ON_COMPLETE
                        && fork.copies() >= threshold.needed()
                        && fork.copies() <= threshold.candidates().length);
    }

    /** Every copy is served in full: server j is stable while its arrival rate of work is below its speed. */
    private static double fullServiceCapacity(ForkJoinSystem system) {
        double[] copies = new double[system.mix().servers()];
        double[] probabilities = system.mix().probabilities();
        for (int i = 0; i < probabilities.length; i++) {
            for (int server : system.mix().recoveries().get(i).usefulServers()) {
                copies[server] += probabilities[i];
            }
        }
        double[] speeds = system.speeds();
        double mean = system.service().moment(1).value().orElse(Double.POSITIVE_INFINITY);
        return IntStream.range(0, copies.length)
                .filter(server -> copies[server] > 0)
                .mapToDouble(server -> speeds[server] / (mean * copies[server]))
                .min()
                .orElseThrow();
    }

    /**
     * A lower limit of the tail index of the download time. A request is slow when every recovering set has a slow copy, so
     * its service has the index of the law times the least number of such copies; while it blocks its servers, requests
     * wait, which costs one power (as E[W] of M/G/1 needs E[S²]). Without cancellation each server is slow on its own, and
     * with cancellation on start a single copy may be the only one.
     *
     * <p>Any one of s equal servers with cancellation on start is M/G/s, first come first served: k = ⌊ρ⌋ servers that serve
     * slow copies for ever leave enough for the rest, so that a wait is long only behind s - k slow copies, with index
     * (s - k)(α - 1) (Scheller-Wolf, Queueing Systems 2003; Foss and Korshunov, Math. Oper. Res. 2012).
     */
    static double tailIndex(ForkJoinSystem system) {
        double law = TailIndex.of(system.service());
        if (isOneQueueOfManyServers(system) && law < Double.POSITIVE_INFINITY) {
            return Math.min(law, spareServers(system) * (law - 1));
        }
        boolean isFullService =
                system.cancellation() == Cancellation.NONE && !(system.access() instanceof AccessPolicy.SplitMerge);
        return isFullService && law < Double.POSITIVE_INFINITY
                ? slowCopies(system, BlockingSize::atLeast) * (law - 1)
                : serviceIndex(system) - 1;
    }

    /**
     * Whether the mean of the stable system is infinite beyond doubt: because its requests, or those for one thing alone,
     * which the others only delay, wait in an M/G/1 queue whose service has an infinite second moment (Pollaczek and
     * Khinchine). That service is the time for which a request holds its servers, where all its copies start together, and
     * one copy at a server that the request needs, where copies are served in full.
     */
    static boolean isMeanInfinite(ForkJoinSystem system) {
        if (system.access() instanceof AccessPolicy.SplitMerge || system.isOneCopyEnough()) {
            return holdingIndex(system, BlockingSize::atMost) <= 2 + ROUNDING;
        }
        return system.servesInFull()
                && TailIndex.of(system.service()) <= 2 + ROUNDING
                && system.mix().recoveries().stream().anyMatch(ForkJoinStability::needsACopy);
    }

    /** A lower limit of the tail index of the time for which a request holds its servers. */
    static double serviceIndex(ForkJoinSystem system) {
        return holdingIndex(system, BlockingSize::atLeast);
    }

    /** Whether every request is served in full by the first of the same equal servers that is free. */
    private static boolean isOneQueueOfManyServers(ForkJoinSystem system) {
        List<int[]> servers =
                system.mix().recoveries().stream().map(Recovery::usefulServers).toList();
        return system.cancellation() == Cancellation.ON_START
                && system.access() instanceof AccessPolicy.ForkAll
                && servers.stream().allMatch(own -> Arrays.equals(own, servers.get(0)))
                && system.mix().recoveries().stream().allMatch(ForkJoinStability::isAnyOne)
                && areEquallyFast(system, servers.get(0));
    }

    private static boolean isAnyOne(Recovery recovery) {
        return recovery instanceof ThresholdRecovery threshold && threshold.needed() == 1;
    }

    /** The servers without those that the load keeps busy all the time; a load of a whole number counts as more. */
    private static int spareServers(ForkJoinSystem system) {
        int[] servers = system.mix().recoveries().get(0).usefulServers();
        double mean = system.service().moment(1).value().orElse(Double.POSITIVE_INFINITY);
        double load = system.arrivalRate() * mean / system.speeds()[servers[0]];
        return (int) Math.max(0, servers.length - Math.floor(load * (1 + ROUNDING)));
    }

    /** The index of the law times the number of copies that must be slow, by one limit of that number. */
    private static double holdingIndex(ForkJoinSystem system, ToIntFunction<BlockingSize> limit) {
        double law = TailIndex.of(system.service());
        boolean isOneCopyEnough =
                system.cancellation() == Cancellation.ON_START && !(system.access() instanceof AccessPolicy.SplitMerge);
        return isOneCopyEnough || law == Double.POSITIVE_INFINITY ? law : slowCopies(system, limit) * law;
    }

    /**
     * Whether a single slow copy can delay a request although the others are fast: because the request needs that copy, or
     * because the copy is served in full and its server is needed by others.
     */
    static boolean canOneCopyDelay(ForkJoinSystem system) {
        boolean isPurgedInService =
                system.cancellation() == Cancellation.ON_COMPLETE || system.access() instanceof AccessPolicy.SplitMerge;
        return !isPurgedInService
                || !asksAll(system)
                || system.mix().recoveries().stream().anyMatch(ForkJoinStability::needsACopy);
    }

    private static boolean needsACopy(Recovery recovery) {
        return Arrays.stream(recovery.usefulServers()).anyMatch(recovery::needs);
    }

    private static boolean asksAll(ForkJoinSystem system) {
        return system.access() instanceof AccessPolicy.ForkAll || system.access() instanceof AccessPolicy.SplitMerge;
    }

    /** The number of slow copies that make some request slow, by one limit of it. */
    private static int slowCopies(ForkJoinSystem system, ToIntFunction<BlockingSize> limit) {
        return asksAll(system)
                ? system.mix().recoveries().stream()
                        .map(BlockingSize::of)
                        .mapToInt(limit)
                        .min()
                        .orElseThrow()
                : 1;
    }
}
