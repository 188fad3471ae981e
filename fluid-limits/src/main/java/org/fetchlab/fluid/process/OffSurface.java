package org.fetchlab.fluid.process;

/**
 * The number of servers just off a surface along which a switching drift slides: a birth–death process on the time scale 1/n,
 * of which births and deaths have rates of order n that do not depend on it. While a path slides deaths prevail, and the number
 * is geometric.
 *
 * @param births servers that leave the surface, per server and unit time, at least 0
 * @param deaths servers off the surface that return, per server and unit time, while there are any; positive
 */
public record OffSurface(double births, double deaths) {
    /** No server is ever off a surface, because none is slid along. */
    public static final OffSurface NOBODY = new OffSurface(0, 1);

    /** A difference of the rates below which the number is critical, as far as that can be told. */
    private static final double ROUNDING = 1e-6;

    /**
     * Whether deaths prevail, so that the number has an equilibrium of its own.
     *
     * @return false where the slide ends
     */
    public boolean isStable() {
        return deaths - births > ROUNDING;
    }

    /**
     * Whether births prevail, so that the surface is left at once for good.
     *
     * @return true where no slide can begin
     */
    public boolean isTransient() {
        return births - deaths > ROUNDING;
    }

    /**
     * The mean number in equilibrium.
     *
     * @return {@code ρ/(1 − ρ)} with {@code ρ = births/deaths}, at least 0; no meaning unless {@linkplain #isStable stable}
     */
    public double mean() {
        return births / (deaths - births);
    }

    /**
     * How much the servers off the surface change their own births and deaths, for what there is between these: every one of n changes
     * the rates by about 1/n, and the mean would be another if that were not small.
     *
     * @return {@code mean/(deaths − births)}, at least 0, to be divided by n; no meaning unless {@linkplain #isStable stable}
     */
    public double selfInfluence() {
        return mean() / (deaths - births);
    }

    /**
     * How many returns find nobody off the surface before the number that starts from 0 has grown for good: it is 0 for a time
     * of mean {@code 1/(n (births − deaths))}.
     *
     * @return {@code deaths/(births − deaths)}, at least 0; no meaning unless {@linkplain #isTransient transient}
     */
    public double meanMisses() {
        return deaths / (births - deaths);
    }
}
