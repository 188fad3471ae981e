package org.fetchlab.sim;

import java.util.Arrays;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;

/** What chance decides outside hand-computed cases; ties go to the servers in order. Immutable. */
public final class Script {
    private final double[] arrivals;
    private final double[] services;
    private final int[] things;
    private final int[] draws;
    private final double[] speeds;

    private Script(double[] arrivals, double[] services, int[] things, int[] draws, double[] speeds) {
        this.arrivals = arrivals;
        this.services = services;
        this.things = things;
        this.draws = draws;
        this.speeds = speeds;
    }

    /**
     * Requests for one thing on servers of speed 1.
     *
     * @param arrivals when requests arrive
     * @param services service times of each request, in increasing order of servers, for all copies that it may send
     * @return the script
     */
    public static Script of(double[] arrivals, double[]... services) {
        double[] all = Arrays.stream(services).flatMapToDouble(Arrays::stream).toArray();
        return new Script(arrivals, all, new int[0], new int[0], new double[0]);
    }

    /**
     * This script where requests ask for several things.
     *
     * @param others what each request asks for, as an index into the mix
     * @return the new script
     */
    public Script withThings(int... others) {
        return new Script(arrivals, services, others, draws, speeds);
    }

    /**
     * This script with choices of servers: a candidate is taken if its draw is below the number of copies still to be placed.
     *
     * @param others the draw of each candidate, until all copies are placed
     * @return the new script
     */
    public Script withDraws(int... others) {
        return new Script(arrivals, services, things, others, speeds);
    }

    /**
     * This script with servers of several speeds.
     *
     * @param others the speed of each server
     * @return the new script
     */
    public Script withSpeeds(double... others) {
        return new Script(arrivals, services, things, draws, others);
    }

    /**
     * When requests arrive.
     *
     * @return the times, increasing
     */
    public double[] arrivals() {
        return arrivals.clone();
    }

    /**
     * Times between arrivals.
     *
     * @return a sampler that starts with the first request
     */
    public ContinuousSampler gaps() {
        double[] gaps = new double[arrivals.length];
        Arrays.setAll(gaps, i -> arrivals[i] - (i > 0 ? arrivals[i - 1] : 0));
        return new ScriptedTimes(gaps);
    }

    /**
     * Service times.
     *
     * @return a sampler that starts with the first copy of the first request
     */
    public ContinuousSampler services() {
        return new ScriptedTimes(services);
    }

    /**
     * What requests ask for.
     *
     * @return a sampler that starts with the first request
     */
    public DiscreteSampler things() {
        int[] next = {0};
        return () -> next[0] < things.length ? things[next[0]++] : 0;
    }

    /**
     * Choices and ties.
     *
     * @return a sequence that starts with the first request
     */
    public ScriptedChance chance() {
        return new ScriptedChance(draws);
    }

    /**
     * The slowness of servers.
     *
     * @param servers how many there are
     * @return one over the speed of each
     */
    public double[] slowness(int servers) {
        double[] slowness = new double[servers];
        Arrays.setAll(slowness, server -> speeds.length > 0 ? 1 / speeds[server] : 1);
        return slowness;
    }
}
