package org.fetchlab.sim.experiment;

/** When an experiment has simulated enough. Requests of the warm-up do not count. */
public sealed interface StoppingRule {
    /**
     * A fixed number of requests, spread over the replications as evenly as possible; each gets at least one.
     *
     * @param requests how many, at least 1
     */
    record Requests(long requests) implements StoppingRule {
        /**
         * Checks the number.
         *
         * @param requests how many
         * @throws IllegalArgumentException if it is below 1
         */
        public Requests {
            checkAtLeastOne("number of requests", requests);
        }
    }

    /**
     * Until the half-width of the confidence interval of the mean is a given fraction of the mean.
     *
     * @param relativeHalfWidth the fraction, in (0, 1)
     * @param budget the most requests to spend, at least 1; when they do not suffice the result says so
     */
    record RelativePrecision(double relativeHalfWidth, long budget) implements StoppingRule {
        /**
         * Checks the fraction and the budget.
         *
         * @param relativeHalfWidth the fraction
         * @param budget the most requests
         * @throws IllegalArgumentException if one is out of its range
         */
        public RelativePrecision {
            if (!(relativeHalfWidth > 0 && relativeHalfWidth < 1)) {
                throw new IllegalArgumentException("relative half-width " + relativeHalfWidth + " must lie in (0, 1)");
            }
            checkAtLeastOne("budget of requests", budget);
        }
    }

    private static void checkAtLeastOne(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " " + value + " must be at least 1");
        }
    }
}
