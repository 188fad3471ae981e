package org.fetchlab.sim.experiment;

import java.util.List;
import org.fetchlab.model.result.Capacity;

/** How an {@link Experiment} finds out whether a system is stable, before it reports any mean. */
public sealed interface StabilityEvidence {
    /**
     * The capacity is known, exactly or up to a certified bracket.
     *
     * @param capacity the bracket, requests per unit time
     * @param method how it is known, such as {@code "n μ / k"}
     */
    record Known(Capacity capacity, String method) implements StabilityEvidence {
        /**
         * Any k of n equal servers: no busy server's work is lost, because what a cancelled copy has done is no loss of a
         * service without memory, and every request takes exactly k completions.
         *
         * @param serviceRate n μ, the completions of all servers per unit time
         * @param needed k, the completions that a request takes
         * @return the capacity {@code n μ / k}
         */
        public static Known byWorkConservation(double serviceRate, int needed) {
            return new Known(Capacity.exactly(serviceRate / needed), "work conservation");
        }
    }

    /**
     * The capacity is estimated by simulating the saturated system. The estimate may only tighten what is certified, and
     * only where its interval means something.
     *
     * @param parts independent parts of the system; the system is stable if and only if each part is
     * @param certified a bracket that holds without simulation; the whole line when nothing is known
     * @param holdingIndex a lower limit of the tail index of the time for which a request holds its servers; up to 2 its
     *     variance may be infinite, and no interval of a throughput is valid
     */
    record Saturation(List<Part> parts, Capacity certified, double holdingIndex) implements StabilityEvidence {
        /** The bracket of a capacity of which nothing is known. */
        public static final Capacity NOTHING_CERTIFIED = new Capacity(0, Double.MAX_VALUE);

        /**
         * Light tails, and nothing known beforehand.
         *
         * @param parts at least one part
         * @throws IllegalArgumentException if there is none
         */
        public Saturation(List<Part> parts) {
            this(parts, NOTHING_CERTIFIED, Double.POSITIVE_INFINITY);
        }

        /**
         * Copies the list.
         *
         * @param parts at least one part
         * @param certified a bracket that holds without simulation
         * @param holdingIndex the tail index of the time for which a request holds its servers
         * @throws IllegalArgumentException if there is no part
         */
        public Saturation {
            parts = List.copyOf(parts);
            if (parts.isEmpty()) {
                throw new IllegalArgumentException("a system has at least one part");
            }
        }

        /**
         * The same with a certified bracket.
         *
         * @param bracket the bracket
         * @return the new evidence
         */
        public Saturation within(Capacity bracket) {
            return new Saturation(parts, bracket, holdingIndex);
        }
    }

    /**
     * The number of requests in the system is watched for growth: the last resort, for systems without a saturated form.
     *
     * @param paths makes paths of the system that count its requests
     */
    record Backlog(CountingPath.Factory paths) implements StabilityEvidence {}

    /**
     * A part of a system that shares no server with the rest.
     *
     * @param share the fraction of the requests that ask this part, in (0, 1]
     * @param saturated makes its saturated paths
     */
    record Part(double share, SaturatedPath.Factory saturated) {
        /**
         * Checks the share.
         *
         * @param share the fraction of the requests
         * @param saturated makes saturated paths
         * @throws IllegalArgumentException unless the share lies in (0, 1], up to rounding
         */
        public Part {
            if (!(share > 0 && share <= 1 + 1e-9)) {
                throw new IllegalArgumentException("share " + share + " of the requests must lie in (0, 1]");
            }
        }
    }
}
