package org.fetchlab.cli.study;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.fetchlab.forkjoin.mg1.FastSplitMerge;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.RecoveringSize;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.demand.Popularity;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.event.EventDrivenSystem;
import org.fetchlab.sim.experiment.SimulatedSystem;
import org.fetchlab.sim.experiment.StabilityEvidence;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.fetchlab.sim.recursion.RequestMix;

/**
 * What every code of a comparison has to serve, and how.
 *
 * @param service the law of the service times of one server, before any sharing of a total rate
 * @param totalServiceRate the sum of the service rates of all servers of a code, spread evenly over them; empty when the
 *     law holds for every server as it is
 * @param request what a request asks for
 * @param decoding which finished copies are enough
 * @param popularity how often each object is asked for, if requests are for one
 * @param access where a request sends its copies
 * @param cancellation what happens to copies that are not needed any more
 */
public record Workload(
        ServiceTime service,
        OptionalDouble totalServiceRate,
        RequestKind request,
        Decoding decoding,
        Popularity popularity,
        AccessPolicy access,
        Cancellation cancellation) {

    /**
     * The law of the service times of every server of a code.
     *
     * @param code the code
     * @return the law, scaled to the server's share when there is a total rate
     * @throws IllegalArgumentException if a total rate is to be shared but the law has no mean
     */
    public ServiceTime serviceOf(StorageCode code) {
        if (totalServiceRate.isEmpty()) {
            return service;
        }
        double mean = service.moment(1)
                .value()
                .orElseThrow(() -> new IllegalArgumentException(
                        "a total service rate needs a service law with a finite mean, not " + service.spec()));
        return service.scaledBy(code.servers() / totalServiceRate.getAsDouble() / mean);
    }

    /**
     * How what requests ask for is recovered.
     *
     * @param code the code
     * @return one recovery per object that has requests, or that of the whole file
     */
    public List<Recovery> recoveriesOf(StorageCode code) {
        if (request == RequestKind.WHOLE_FILE) {
            return List.of(code.wholeFile());
        }
        return Arrays.stream(code.requestedObjects())
                .mapToObj(object -> code.recovery(object, decoding))
                .toList();
    }

    /**
     * How many servers can help with a request, at least.
     *
     * @param code the code
     * @return the fewest over what requests ask for
     */
    public int fewestUsefulServers(StorageCode code) {
        return recoveriesOf(code).stream()
                .mapToInt(recovery -> recovery.usefulServers().length)
                .min()
                .orElseThrow();
    }

    /**
     * How many copies a request needs, at least.
     *
     * @param code the code
     * @return the most over what requests ask for, as far as it is known
     */
    public int neededServers(StorageCode code) {
        return recoveriesOf(code).stream()
                .mapToInt(recovery -> RecoveringSize.of(recovery).atLeast())
                .max()
                .orElseThrow();
    }

    /**
     * How often each of the recoveries of {@link #recoveriesOf} is asked for.
     *
     * @param code the code
     * @return probabilities that sum to 1
     * @throws IllegalArgumentException if the popularity is given for another number of objects
     */
    public double[] popularityOf(StorageCode code) {
        return request == RequestKind.WHOLE_FILE
                ? new double[] {1}
                : popularity.probabilities(code.requestedObjects().length);
    }

    /**
     * Whether the theory of fork-join with general arrivals applies: copies to all useful servers, cancelled on
     * completion.
     *
     * @return true if its bounds hold
     */
    public boolean isForkJoin() {
        return access instanceof AccessPolicy.ForkAll && cancellation == Cancellation.ON_COMPLETE;
    }

    /**
     * Whether a lone request sends a copy to all useful servers and takes the first that recover.
     *
     * @return true if its download time is the low-traffic time
     */
    public boolean isLowTrafficForkJoin() {
        boolean forksToAll = access instanceof AccessPolicy.ForkAll || access instanceof AccessPolicy.SplitMerge;
        return forksToAll && cancellation != Cancellation.ON_START;
    }

    /**
     * What requests for a code ask for, and how often.
     *
     * @param code the code
     * @return the mix of its objects
     * @throws IllegalArgumentException if the popularity is given for another number of objects
     */
    public RequestMix mixOf(StorageCode code) {
        return RequestMix.of(recoveriesOf(code), popularityOf(code));
    }

    /**
     * A code under this workload, as the engine simulates it: hedged requests need the event-driven engine, everything else
     * goes faster by the arrival-order recursion.
     *
     * @param code the code
     * @param arrivalRate requests per unit time, positive and finite
     * @return the system
     * @throws IllegalArgumentException if the arrival rate is out of range or a part does not fit the code
     */
    public SimulatedSystem systemOf(StorageCode code, double arrivalRate) {
        return accessed(forkAll(code, arrivalRate));
    }

    /**
     * A code under this workload, but that copies go to all useful servers.
     *
     * @param code the code
     * @param arrivalRate requests per unit time, positive and finite
     * @return the system
     * @throws IllegalArgumentException if the arrival rate is out of range or a part does not fit the code
     */
    public ForkJoinSystem forkAll(StorageCode code, double arrivalRate) {
        return ForkJoinSystem.of(mixOf(code), serviceOf(code), arrivalRate).with(cancellation);
    }

    /**
     * A system whose copies go where this workload says.
     *
     * @param forkAll the same with copies to all useful servers
     * @return the system
     */
    public SimulatedSystem accessed(ForkJoinSystem forkAll) {
        return access instanceof AccessPolicy.Hedge ? eventDriven(forkAll) : forkAll.with(access);
    }

    /**
     * The same, simulated by events, so that its servers can do more than serve in order.
     *
     * @param forkAll the system with copies to all useful servers
     * @return the system
     * @throws IllegalArgumentException if the access policy is split-merge
     */
    public EventDrivenSystem eventDriven(ForkJoinSystem forkAll) {
        return access instanceof AccessPolicy.Hedge hedge
                ? EventDrivenSystem.of(forkAll).with(hedge)
                : EventDrivenSystem.of(forkAll.with(access));
    }

    /**
     * A code all of whose requests are served as fast as the fastest type of them (FJ-FSM): one after the other, each by the
     * first of the copies that may come last.
     *
     * @param code the code
     * @param arrivalRate requests per unit time, positive and finite
     * @return the system
     * @throws IllegalArgumentException if the arrival rate is out of range, or what requests ask for does not all have
     *     equally many copies that may come last
     */
    public ForkJoinSystem fastSplitMergeOf(StorageCode code, double arrivalRate) {
        ServiceTime law = serviceOf(code);
        int last = lastCopies(code);
        ForkJoinSystem system = ForkJoinSystem.fastSplitMerge(last, law, arrivalRate);
        OptionalDouble rate = ServiceTimes.exponentialRate(law);
        return rate.isEmpty()
                ? system
                : system.withCapacity(new StabilityEvidence.Known(
                        Capacity.exactly(last * rate.getAsDouble()), "first of the last copies"));
    }

    /** The head departs by any of so many copies at most. */
    private int lastCopies(StorageCode code) {
        int[] counts = mixOf(code).recoveries().stream()
                .mapToInt(recovery ->
                        (int) Math.rint(FastSplitMerge.of(recovery, 1).headDepartureRate()))
                .distinct()
                .toArray();
        if (counts.length > 1) {
            throw new IllegalArgumentException("the objects of " + code.spec() + " differ in how many copies may come"
                    + " last; choose one of them with --popularity, such as 1,0,...");
        }
        return counts[0];
    }
}
