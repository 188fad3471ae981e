package org.fetchlab.sim.occupancy;

/**
 * The uniformised event clock of n equal servers: one 64-bit random number picks a server uniformly and, independently
 * (up to 2^-40), whether the event is an arrival.
 *
 * @param doubledServers 2n
 * @param arrivalThreshold the probability of an arrival times 2^63
 * @param stepRate events per unit time
 */
record Uniformisation(long doubledServers, long arrivalThreshold, double stepRate) {
    private static final double TWO_TO_63 = 0x1.0p63;

    static Uniformisation of(int servers, double arrivalRate, double serviceRate) {
        double perServer = arrivalRate + serviceRate;
        return new Uniformisation(2L * servers, (long) (arrivalRate / perServer * TWO_TO_63), servers * perServer);
    }
}
