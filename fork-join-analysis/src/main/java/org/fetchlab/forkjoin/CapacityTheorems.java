package org.fetchlab.forkjoin;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.forkjoin.structure.RecoveringSets;
import org.fetchlab.model.code.BlockingSize;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;

/**
 * What is known about the capacity of one block of requests, that is of requests that share servers with each other and
 * with nobody else. Copies go to all useful servers and are cancelled on completion.
 *
 * <ul>
 *   <li><b>One queue.</b> Where every request goes to the same servers, and any one of them completes it or the service time
 *       is a constant, all copies of a request start and leave together: fork-join is split-merge, an M/G/1 queue with service
 *       min S_j or that constant. Its capacity is one over the mean of that, and the mean of split-merge is exact.
 *   <li><b>Full service, any law.</b> Where requests need all their useful servers, no copy is ever cancelled, and every
 *       server is an M/G/1 queue of its own: the capacity is {@code 1 / (E[S] max_j Σ_{o asks j} p_o)}.
 *   <li><b>Work, any law.</b> Let a request for o be incomplete as long as b servers, a blocking set, have not finished. The first of those to start works at least until the first of them would finish, hence each request costs
 *       these b servers at least E[min(S_1, …, S_b)] of work: the capacity is at most {@code b / (p_o E[min(S_1, …, S_b)])}.
 *       It is 0 when this mean is infinite.
 *   <li><b>Exponential service</b> and requests that all ask for the same: {@link ExponentialCapacity}.
 * </ul>
 */
final class CapacityTheorems {
    private static final String ONE_QUEUE = "one queue: all copies of a request start together";
    private static final String FULL_SERVICE = "every copy is served in full";
    private static final String WORK = "work of a request";

    private final List<? extends Recovery> requests;
    private final double[] shares;
    private final ServiceTime service;

    /**
     * The theorems for one block.
     *
     * @param requests what the requests of the block need
     * @param shares which part of all arrivals asks for each of them
     * @param service the law of every service time
     */
    CapacityTheorems(List<? extends Recovery> requests, double[] shares, ServiceTime service) {
        this.requests = requests;
        this.shares = shares.clone();
        this.service = service;
    }

    /** Whether all copies of a request start together, so that fork-join is split-merge. */
    static boolean isOneQueue(List<? extends Recovery> requests, boolean isServiceConstant) {
        int[] servers = requests.get(0).usefulServers();
        return requests.stream().allMatch(request -> Arrays.equals(request.usefulServers(), servers))
                && (isServiceConstant || requests.stream().allMatch(CapacityTheorems::doesAnyOneRecover));
    }

    private static boolean doesAnyOneRecover(Recovery request) {
        Recovery.Decoder decoder = request.decoder();
        return IntStream.of(request.usefulServers()).allMatch(server -> RecoveringSets.recoversAlone(decoder, server));
    }

    /**
     * The capacity where a theorem gives it exactly, as a rate of all arrivals.
     *
     * @param alone the mean download time of a random request of the block alone in the system
     * @return the capacity, empty where no theorem applies or its mean is not known
     */
    Optional<Outcome.Known<Double>> exact(Outcome<Double> alone) {
        double share = Arrays.stream(shares).sum();
        boolean isConstant = ServiceTimes.isConstant(service);
        if (isOneQueue(requests, isConstant)) {
            return rate(isConstant ? service.moment(1) : alone).stream()
                    .mapToObj(rate -> new Outcome.Known<>(rate / share, ONE_QUEUE))
                    .findFirst();
        }
        if (requests.stream().allMatch(Recovery::needsAll)) {
            return rate(service.moment(1)).stream()
                    .mapToObj(rate -> new Outcome.Known<>(rate / busiestShare(), FULL_SERVICE))
                    .findFirst();
        }
        OptionalDouble exponential = ServiceTimes.exponentialRate(service);
        if (requests.size() > 1 || exponential.isEmpty()) {
            return Optional.empty();
        }
        double[] rates = new double[requests.get(0).servers()];
        Arrays.fill(rates, exponential.getAsDouble());
        return ExponentialCapacity.exact(requests.get(0), rates)
                .map(known -> new Outcome.Known<>(known.answer() / share, known.method()));
    }

    /** One over a mean; 0 when it is infinite or beyond the largest number, empty when it is finite but not known. */
    private OptionalDouble rate(Outcome<Double> mean) {
        if (mean.value().isPresent()) {
            return OptionalDouble.of(1 / mean.value().get());
        }
        return service.moment(1).value().isEmpty() ? OptionalDouble.of(0) : OptionalDouble.empty();
    }

    private double busiestShare() {
        double[] load = new double[requests.get(0).servers()];
        for (int o = 0; o < shares.length; o++) {
            for (int server : requests.get(o).usefulServers()) {
                load[server] += shares[o];
            }
        }
        return Arrays.stream(load).max().orElseThrow();
    }

    /**
     * The least upper bound of the capacity that the work of a request gives, as a rate of all arrivals.
     *
     * @return the bound; none for exponential service, which has better ones, and where a mean is not known
     */
    Outcome<Double> upper() {
        if (ServiceTimes.exponentialRate(service).isPresent()) {
            return new Outcome.None<>(WORK, "exponential service has better bounds");
        }
        Map<Integer, OptionalDouble> rates = new HashMap<>();
        double least = Double.POSITIVE_INFINITY;
        for (int o = 0; o < shares.length; o++) {
            int servers = BlockingSize.of(requests.get(o)).atMost();
            OptionalDouble rate = rates.computeIfAbsent(servers, size -> rate(firstOf(size)));
            least = Math.min(least, servers * rate.orElse(Double.POSITIVE_INFINITY) / shares[o]);
        }
        return least < Double.POSITIVE_INFINITY
                ? new Outcome.Known<>(least, WORK)
                : new Outcome.None<>(WORK, "the mean work of a request is not known for service " + service.spec());
    }

    private Outcome<Double> firstOf(int servers) {
        int[] all = IntStream.range(0, servers).toArray();
        return LowTrafficTime.of(ThresholdRecovery.anyOf(servers, all, 1), service, new RandomStreams(0))
                .mean();
    }
}
