package org.fetchlab.model.policy;

/** To which useful servers of a code, and when, a request sends its copies. A description, not a behaviour. */
public sealed interface AccessPolicy {
    /**
     * The text form.
     *
     * @return the form that the command line reads, for example {@code "fork(4)"}
     */
    String spec();

    /** A copy to every useful server at once. */
    record ForkAll() implements AccessPolicy {
        @Override
        public String spec() {
            return "fork-all";
        }
    }

    /**
     * Copies to r useful servers chosen uniformly among the r-subsets that recover the object.
     *
     * @param copies r, at least 1
     */
    record ForkTo(int copies) implements AccessPolicy {
        /**
         * Checks r.
         *
         * @param copies r
         * @throws IllegalArgumentException if r is below 1
         */
        public ForkTo {
            if (copies < 1) {
                throw new IllegalArgumentException("fork(" + copies + "): the number of copies must be at least 1");
            }
        }

        @Override
        public String spec() {
            return "fork(" + copies + ")";
        }
    }

    /**
     * Hedged requests: a least recovering set of copies first (the systematic server where there is one), and further
     * copies to other useful servers each time the delay passes without completion.
     *
     * @param delay the time before each further round, in the unit of the service times, at least 0; infinite for the first
     *     copies alone
     * @param copies how many copies a further round adds, at least 1; {@code Integer.MAX_VALUE} for all that are left
     */
    record Hedge(double delay, int copies) implements AccessPolicy {
        /** The text form of a delay that never ends. */
        static final String NEVER = "inf";

        /**
         * Checks delay and copies.
         *
         * @param delay the time before a further round
         * @param copies copies of a further round
         * @throws IllegalArgumentException if the delay is negative or NaN, or copies is below 1
         */
        public Hedge {
            if (!(delay >= 0)) {
                throw new IllegalArgumentException("hedge delay " + delay + " must be at least 0");
            }
            if (copies < 1) {
                throw new IllegalArgumentException("hedge copies " + copies + " must be at least 1");
            }
        }

        @Override
        public String spec() {
            String time = delay == Double.POSITIVE_INFINITY ? NEVER : Double.toString(delay);
            return copies == Integer.MAX_VALUE ? "hedge(" + time + ")" : "hedge(" + time + "," + copies + ")";
        }
    }

    /** Split-merge: one request in service at a time, forked to every useful server. */
    record SplitMerge() implements AccessPolicy {
        @Override
        public String spec() {
            return "split-merge";
        }
    }
}
