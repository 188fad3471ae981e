package org.fetchlab.model.policy;

/**
 * How the n exchangeable servers of a large system get their work. A description, not a behaviour: engines decide how to
 * run it. Ties between equally long queues are broken uniformly at random, and the job in service counts.
 */
public sealed interface RoutingPolicy {
    /**
     * The text form.
     *
     * @return the form that the command line reads, for example {@code "batch-sampling(5,3)"}
     */
    String spec();

    /**
     * The least number of servers on which the policy makes sense.
     *
     * @return at least 1
     */
    default int minimumServers() {
        return 1;
    }

    /**
     * BS(L, k) of Budhiraja and Friedlander (Adv. Appl. Prob. 2019): a file asks L sampled servers and joins the k
     * shortest queues, one piece each; it is complete when its k pieces are.
     *
     * @param sampled L, the number of queues looked at, at least 1
     * @param joined k, the number of queues joined, in [1, L]
     */
    record BatchSampling(int sampled, int joined) implements RoutingPolicy {
        /**
         * Checks 1 &le; k &le; L.
         *
         * @param sampled L
         * @param joined k
         * @throws IllegalArgumentException unless 1 &le; k &le; L
         */
        public BatchSampling {
            checkPair("batch-sampling", sampled, joined);
        }

        @Override
        public String spec() {
            return "batch-sampling(" + sampled + "," + joined + ")";
        }

        @Override
        public int minimumServers() {
            return sampled;
        }
    }

    /**
     * RRK(L, k), redundant requests with killing: copies at L sampled servers, and all are killed when k are done.
     *
     * @param copies L, the number of copies, at least 1
     * @param needed k, the number that must finish, in [1, L]
     */
    record RedundantKilling(int copies, int needed) implements RoutingPolicy {
        /**
         * Checks 1 &le; k &le; L.
         *
         * @param copies L
         * @param needed k
         * @throws IllegalArgumentException unless 1 &le; k &le; L
         */
        public RedundantKilling {
            checkPair("redundant-killing", copies, needed);
        }

        @Override
        public String spec() {
            return "redundant-killing(" + copies + "," + needed + ")";
        }

        @Override
        public int minimumServers() {
            return copies;
        }
    }

    /**
     * Power of d: a job joins the shortest of d sampled queues. Equal to BS(d, 1).
     *
     * @param choices d, at least 1
     */
    record PowerOfD(int choices) implements RoutingPolicy {
        /**
         * Checks d &ge; 1.
         *
         * @param choices d
         * @throws IllegalArgumentException if d is below 1
         */
        public PowerOfD {
            if (choices < 1) {
                throw new IllegalArgumentException("power-of-d(" + choices + "): d must be at least 1");
            }
        }

        @Override
        public String spec() {
            return "power-of-d(" + choices + ")";
        }

        @Override
        public int minimumServers() {
            return choices;
        }
    }

    /** A job joins a queue chosen uniformly at random. */
    record Random() implements RoutingPolicy {
        @Override
        public String spec() {
            return "random";
        }
    }

    /** Join the shortest queue of all. */
    record JoinShortestQueue() implements RoutingPolicy {
        @Override
        public String spec() {
            return "jsq";
        }
    }

    /** Join an idle queue: a job joins a uniformly chosen idle server if there is one, any uniformly chosen one if not. */
    record JoinIdleQueue() implements RoutingPolicy {
        @Override
        public String spec() {
            return "jiq";
        }
    }

    /**
     * A little centralization (Tsitsiklis and Xu, SIGMETRICS 2011): random routing to local servers of rate 1-p, and one
     * central server of rate np that serves a longest queue.
     *
     * @param share p, the centralized share of the service capacity, in [0, 1]
     */
    record Centralized(double share) implements RoutingPolicy {
        /**
         * Checks p.
         *
         * @param share p
         * @throws IllegalArgumentException unless 0 &le; p &le; 1
         */
        public Centralized {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("centralized(" + share + "): p must lie in [0, 1]");
            }
        }

        @Override
        public String spec() {
            return "centralized(" + share + ")";
        }
    }

    private static void checkPair(String name, int sampled, int needed) {
        if (needed < 1 || needed > sampled) {
            throw new IllegalArgumentException(name + "(" + sampled + "," + needed + "): k = " + needed
                    + " must lie in [1, L] with L = " + sampled);
        }
    }
}
