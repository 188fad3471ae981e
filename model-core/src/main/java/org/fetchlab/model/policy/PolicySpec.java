package org.fetchlab.model.policy;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.fetchlab.model.policy.AccessPolicy.ForkAll;
import org.fetchlab.model.policy.AccessPolicy.ForkTo;
import org.fetchlab.model.policy.AccessPolicy.Hedge;
import org.fetchlab.model.policy.AccessPolicy.SplitMerge;
import org.fetchlab.model.policy.RoutingPolicy.BatchSampling;
import org.fetchlab.model.policy.RoutingPolicy.Centralized;
import org.fetchlab.model.policy.RoutingPolicy.JoinIdleQueue;
import org.fetchlab.model.policy.RoutingPolicy.JoinShortestQueue;
import org.fetchlab.model.policy.RoutingPolicy.PowerOfD;
import org.fetchlab.model.policy.RoutingPolicy.RedundantKilling;
import org.fetchlab.model.text.Grammar;
import org.fetchlab.model.text.SpecException;
import org.fetchlab.model.text.SpecReader;

/** The text forms of routing and access policies. */
public final class PolicySpec {
    private static final Map<String, Grammar<RoutingPolicy>> ROUTING = routing();
    private static final Map<String, Grammar<AccessPolicy>> ACCESS = access();

    private PolicySpec() {}

    /**
     * Reads how exchangeable servers get their work.
     *
     * @param text {@code batch-sampling(L,k)}, {@code power-of-d(d)}, {@code random}, {@code jsq}, {@code jiq},
     *     {@code redundant-killing(L,k)} or {@code centralized(p)}
     * @return the policy
     * @throws SpecException if the text cannot be read, or a parameter is out of range
     */
    public static RoutingPolicy parseRouting(String text) {
        return SpecReader.readAll(text, reader -> read(reader, "a routing policy", ROUTING));
    }

    /**
     * Reads to which useful servers of a code copies go.
     *
     * @param text {@code fork-all}, {@code fork(r)}, {@code hedge(delay[,copies[,rounds[,first]]])} (the delay may have
     *     a unit, or be {@code inf}; copies and rounds may be {@code all}) or {@code split-merge}
     * @return the policy
     * @throws SpecException if the text cannot be read, or a parameter is out of range
     */
    public static AccessPolicy parseAccess(String text) {
        return SpecReader.readAll(text, PolicySpec::readAccess);
    }

    /**
     * Reads an access policy as part of a longer text. {@link SpecReader#sawUnit} tells afterwards whether its delay is in
     * seconds.
     *
     * @param reader the cursor, left behind the policy
     * @return the policy
     * @throws SpecException if the text cannot be read, or a parameter is out of range
     */
    public static AccessPolicy readAccess(SpecReader reader) {
        return read(reader, "an access policy", ACCESS);
    }

    private static <T> T read(SpecReader reader, String kind, Map<String, Grammar<T>> policies) {
        int start = reader.position();
        String known = kind + ", one of " + String.join(", ", policies.keySet());
        String name = reader.name(known);
        Grammar<T> policy = policies.get(name);
        if (policy == null) {
            throw reader.error(start, "unknown policy '" + name + "', expected " + known);
        }
        return reader.build(start, () -> policy.read(reader));
    }

    private static Map<String, Grammar<RoutingPolicy>> routing() {
        Map<String, Grammar<RoutingPolicy>> policies = new TreeMap<>();
        policies.put("batch-sampling", inParentheses(reader -> pair(reader, BatchSampling::new)));
        policies.put("redundant-killing", inParentheses(reader -> pair(reader, RedundantKilling::new)));
        policies.put("power-of-d", inParentheses(reader -> new PowerOfD(reader.integer("d"))));
        policies.put("centralized", inParentheses(reader -> new Centralized(reader.real("p"))));
        policies.put("random", reader -> new RoutingPolicy.Random());
        policies.put("jsq", reader -> new JoinShortestQueue());
        policies.put("jiq", reader -> new JoinIdleQueue());
        return Collections.unmodifiableMap(policies);
    }

    private static Map<String, Grammar<AccessPolicy>> access() {
        Map<String, Grammar<AccessPolicy>> policies = new TreeMap<>();
        policies.put("fork-all", reader -> new ForkAll());
        policies.put("fork", inParentheses(reader -> new ForkTo(reader.integer("the number of copies"))));
        policies.put("hedge", inParentheses(PolicySpec::hedge));
        policies.put("split-merge", reader -> new SplitMerge());
        return Collections.unmodifiableMap(policies);
    }

    private static <T> Grammar<T> inParentheses(Grammar<T> parameters) {
        return reader -> {
            reader.expect('(');
            T policy = parameters.read(reader);
            reader.expect(')');
            return policy;
        };
    }

    private static RoutingPolicy pair(SpecReader reader, BiFunction<Integer, Integer, RoutingPolicy> policy) {
        int sampled = reader.integer("L");
        reader.expect(',');
        return policy.apply(sampled, reader.integer("k"));
    }

    private static AccessPolicy hedge(SpecReader reader) {
        double delay = delay(reader);
        int copies = reader.accept(',') ? numberOrAll(reader, "the number of copies") : Hedge.ALL;
        int rounds = reader.accept(',') ? numberOrAll(reader, "the number of rounds") : Hedge.ALL;
        return new Hedge(delay, copies, rounds, reader.accept(',') ? reader.integer("the number of first copies") : 1);
    }

    private static int numberOrAll(SpecReader reader, String what) {
        if (reader.isNext(Hedge.EVERY)) {
            reader.name(Hedge.EVERY);
            return Hedge.ALL;
        }
        return reader.integer(what);
    }

    private static double delay(SpecReader reader) {
        if (reader.isNext(Hedge.NEVER)) {
            reader.name(Hedge.NEVER);
            return Double.POSITIVE_INFINITY;
        }
        return reader.time("the delay");
    }
}
