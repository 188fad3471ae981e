package org.fetchlab.cli.study;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.demand.Popularity;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.sim.event.EventDrivenSystem;
import org.fetchlab.sim.experiment.SimulatedSystem;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.fetchlab.sim.recursion.RequestMix;

/**
 * What every code of a comparison has to serve, and how.
 *
 * @param service the law of the service times of one server, before any sharing of a total rate
 * @param totalServiceRate the sum of the service rates of all servers of a code, spread evenly over them; empty when the
 *     law holds for every server as it is
 * @param decoding which finished copies are enough
 * @param popularity how often each object is asked for
 * @param access where a request sends its copies
 * @param cancellation what happens to copies that are not needed any more
 */
public record Workload(
        ServiceTime service,
        OptionalDouble totalServiceRate,
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
     * How each requested object of a code is recovered.
     *
     * @param code the code
     * @return one recovery per object that has requests
     */
    public List<Recovery> recoveriesOf(StorageCode code) {
        return Arrays.stream(code.requestedObjects())
                .mapToObj(object -> code.recovery(object, decoding))
                .toList();
    }

    /**
     * How many servers can help with a requested object, at least.
     *
     * @param code the code
     * @return the fewest over its requested objects
     */
    public int fewestUsefulServers(StorageCode code) {
        return recoveriesOf(code).stream()
                .mapToInt(recovery -> recovery.usefulServers().length)
                .min()
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
        return popularity.probabilities(code.requestedObjects().length);
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
        return access instanceof AccessPolicy.Hedge
                ? eventDrivenSystemOf(code, arrivalRate)
                : forkAll(code, arrivalRate).with(access);
    }

    /**
     * A code under this workload, simulated by events, so that its servers can do more than serve in order.
     *
     * @param code the code
     * @param arrivalRate requests per unit time, positive and finite
     * @return the system
     * @throws IllegalArgumentException if the arrival rate is out of range, or the access policy is split-merge
     */
    public EventDrivenSystem eventDrivenSystemOf(StorageCode code, double arrivalRate) {
        ForkJoinSystem forkAll = forkAll(code, arrivalRate);
        return access instanceof AccessPolicy.Hedge hedge
                ? EventDrivenSystem.of(forkAll).with(hedge)
                : EventDrivenSystem.of(forkAll.with(access));
    }

    private ForkJoinSystem forkAll(StorageCode code, double arrivalRate) {
        return ForkJoinSystem.of(mixOf(code), serviceOf(code), arrivalRate).with(cancellation);
    }
}
