package org.fetchlab.sim.occupancy;

/**
 * The Markov chain of the queue lengths of n exponential servers, uniformised: every step is an arrival, or a service
 * completion at one of the n servers that has no effect when that server is empty. Steps are the events of a Poisson
 * process of rate {@link #stepRate()} that is independent of the states, so that an average over steps is an average over
 * time, and the state at a time is the state after a Poisson number of steps.
 */
interface OccupancyChain {
    /**
     * Advances the chain.
     *
     * @param steps the number of steps, at least 0
     */
    void run(long steps);

    /**
     * The number of servers with at least so many jobs.
     *
     * @param level j, at least 0
     * @return a number in [0, n]
     */
    int serversWithAtLeast(int level);

    /**
     * The rate of the uniformising Poisson process.
     *
     * @return steps per unit time
     */
    double stepRate();
}
