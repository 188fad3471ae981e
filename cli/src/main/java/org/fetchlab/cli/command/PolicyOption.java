package org.fetchlab.cli.command;

import java.util.Optional;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.model.policy.PolicySpec;
import org.fetchlab.model.policy.RoutingPolicy;
import picocli.CommandLine.Option;

/** How requests choose servers. */
final class PolicyOption {
    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            order = 10,
            description = {
                "How requests choose servers (default: power-of-d(2)):",
                "  batch-sampling(L,k)     k pieces to the k shortest of L sampled queues",
                "  redundant-killing(L,k)  copies to L servers, killed when k are done",
                "  power-of-d(d), random, jsq, jiq",
                "  centralized(p)          share p of service to longest queues;",
                "                          exponential service only"
            })
    String text = "power-of-d(2)";

    /** The routing policy that the option names. */
    Optional<RoutingPolicy> read(Problems problems) {
        return problems.read("--policy", text, PolicyOption::routing);
    }

    /** Reads a routing policy. */
    static RoutingPolicy routing(String text) {
        if (text.strip().startsWith("fork-join")) {
            throw new IllegalArgumentException(
                    "'" + text
                            + "' is for codes: 'fetchlab simulate' takes fork-join(CODE) or fast-split-merge(CODE), and 'fetchlab analyze' the CODE");
        }
        return PolicySpec.parseRouting(text);
    }
}
