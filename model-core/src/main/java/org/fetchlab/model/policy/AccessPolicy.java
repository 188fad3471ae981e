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
     * Hedged requests: a first set of copies (a least recovering set, with the systematic server where there is one, and
     * perhaps some to spare), and further copies to other useful servers each time the delay passes without completion.
     *
     * @param delay the time before each further round, in the unit of the service times, at least 0; infinite for the first
     *     copies alone
     * @param copies how many copies a further round adds, at least 1; {@link #ALL} for all that are left
     * @param rounds how many further rounds there are at most, at least 1; {@link #ALL} for as many as there are useful
     *     servers
     * @param first how many copies the first set has at least, at least 1: a least recovering set gets so many other useful
     *     servers, chosen at random, as it lacks
     */
    record Hedge(double delay, int copies, int rounds, int first) implements AccessPolicy {
        /** As many copies or rounds as there are useful servers. */
        public static final int ALL = Integer.MAX_VALUE;

        /** The text form of a delay that never ends. */
        static final String NEVER = "inf";
        /** The text form of {@link #ALL}. */
        static final String EVERY = "all";

        /**
         * Checks delay and numbers.
         *
         * @param delay the time before a further round
         * @param copies copies of a further round
         * @param rounds the most further rounds
         * @param first the least copies of the first set
         * @throws IllegalArgumentException if the delay is negative or NaN, or a number is below 1
         */
        public Hedge {
            if (!(delay >= 0)) {
                throw new IllegalArgumentException("hedge delay " + delay + " must be at least 0");
            }
            checkPositive("copies", copies);
            checkPositive("rounds", rounds);
            checkPositive("first copies", first);
        }

        /**
         * Rounds until every useful server is asked, after a least recovering set.
         *
         * @param delay the time before a further round
         * @param copies copies of a further round
         * @throws IllegalArgumentException if the delay is negative or NaN, or copies is below 1
         */
        public Hedge(double delay, int copies) {
            this(delay, copies, ALL, 1);
        }

        private static void checkPositive(String name, int number) {
            if (number < 1) {
                throw new IllegalArgumentException("hedge " + name + " " + number + " must be at least 1");
            }
        }

        /**
         * How many copies all further rounds add at most.
         *
         * @return rounds times copies; 0 if the delay never ends
         */
        public long furtherCopies() {
            return delay == Double.POSITIVE_INFINITY ? 0 : (long) rounds * copies;
        }

        @Override
        public String spec() {
            String time = delay == Double.POSITIVE_INFINITY ? NEVER : Double.toString(delay);
            String spare = first > 1 ? "," + first : "";
            String limit = rounds < ALL || first > 1 ? "," + text(rounds) + spare : "";
            String further = copies < ALL || !limit.isEmpty() ? "," + text(copies) + limit : "";
            return "hedge(" + time + further + ")";
        }

        private static String text(int number) {
            return number == ALL ? EVERY : Integer.toString(number);
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
