package org.fetchlab.forkjoin.numeric;

/** Checks of rates at the edge of the module. NaN fails every check. */
public final class Require {
    /** Rates between this and its inverse have first, second and third moments that are numbers. */
    private static final double LEAST_RATE = 1e-100;

    private static final double LARGEST_RATE = 1e100;

    private Require() {}

    /**
     * A service rate.
     *
     * @param name what it is, such as {@code "service rate mu"}
     * @param rate its value
     * @return the value
     * @throws IllegalArgumentException if it lies outside [1e-100, 1e100]
     */
    public static double serviceRate(String name, double rate) {
        if (!(rate >= LEAST_RATE && rate <= LARGEST_RATE)) {
            throw new IllegalArgumentException(
                    name + " = " + rate + " must lie in [1e-100, 1e100]; for others choose another unit of time");
        }
        return rate;
    }

    /**
     * Service rates, one per server.
     *
     * @param rates their values
     * @param servers how many there must be
     * @return a copy
     * @throws IllegalArgumentException if they are not as many, or one lies outside [1e-100, 1e100]
     */
    public static double[] serviceRates(double[] rates, int servers) {
        if (rates.length != servers) {
            throw new IllegalArgumentException(rates.length + " service rates given for " + servers + " servers");
        }
        for (double rate : rates) {
            serviceRate("service rate", rate);
        }
        return rates.clone();
    }

    /**
     * An arrival rate. Large ones are allowed: they are beyond capacity.
     *
     * @param rate its value
     * @return the value
     * @throws IllegalArgumentException if it is below 1e-100 or infinite
     */
    public static double arrivalRate(double rate) {
        if (!(rate >= LEAST_RATE && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "arrival rate " + rate + " must be positive, at least 1e-100 and finite");
        }
        return rate;
    }

    /**
     * The arrival rate of some of the requests.
     *
     * @param total the rate of all arrivals
     * @param share the popularity of what these ask for
     * @return the product
     * @throws IllegalArgumentException if it is below 1e-100 or infinite
     */
    public static double arrivalRate(double total, double share) {
        double rate = total * share;
        if (!(rate >= LEAST_RATE && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("arrival rate " + total + " times the popularity " + share
                    + " of an object must be at least 1e-100; it is " + rate);
        }
        return rate;
    }
}
