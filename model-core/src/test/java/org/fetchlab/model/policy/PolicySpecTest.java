package org.fetchlab.model.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.fetchlab.model.policy.AccessPolicy.Hedge;
import org.fetchlab.model.policy.RoutingPolicy.BatchSampling;
import org.fetchlab.model.policy.RoutingPolicy.Centralized;
import org.fetchlab.model.policy.RoutingPolicy.RedundantKilling;
import org.fetchlab.model.text.SpecException;
import org.fetchlab.model.text.SpecReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicySpecTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    batch-sampling(5,3)    | 5
                    redundant-killing(4,2) | 4
                    power-of-d(2)          | 2
                    random                 | 1
                    jsq                    | 1
                    jiq                    | 1
                    centralized(0.05)      | 1
                    """)
    void routingPoliciesReadBackFromTheirTextForm(String text, int minimumServers) {
        RoutingPolicy policy = PolicySpec.parseRouting(text);
        assertThat(policy.spec()).isEqualTo(text);
        assertThat(policy.minimumServers()).isEqualTo(minimumServers);
        assertThat(PolicySpec.parseRouting(policy.spec())).isEqualTo(policy);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fork-all",
                "fork(4)",
                "split-merge",
                "hedge(0.5)",
                "hedge(0.012,2)",
                "hedge(inf)",
                "hedge(inf,2)",
                "hedge(0.5,2,1)",
                "hedge(0.5,all,3)",
                "hedge(0.5,2,3,7)",
                "hedge(0.5,all,all,7)"
            })
    void accessPoliciesReadBackFromTheirTextForm(String text) {
        AccessPolicy policy = PolicySpec.parseAccess(text);
        assertThat(policy.spec()).isEqualTo(text);
        assertThat(PolicySpec.parseAccess(policy.spec())).isEqualTo(policy);
    }

    @Test
    void parametersGoWhereTheirNamesSay() {
        assertThat(PolicySpec.parseRouting("batch-sampling( 5 , 3 )")).isEqualTo(new BatchSampling(5, 3));
        assertThat(PolicySpec.parseRouting("redundant-killing(5,3)")).isEqualTo(new RedundantKilling(5, 3));
        assertThat(PolicySpec.parseRouting("centralized(1)")).isEqualTo(new Centralized(1));
        assertThat(PolicySpec.parseAccess("hedge(12ms,2)")).isEqualTo(new Hedge(0.012, 2));
        assertThat(PolicySpec.parseAccess("hedge(1,2,3,4)")).isEqualTo(new Hedge(1, 2, 3, 4));
        assertThat(PolicySpec.parseAccess("hedge(1,all,all,4)")).isEqualTo(new Hedge(1, Hedge.ALL, Hedge.ALL, 4));
        assertThat(PolicySpec.parseAccess("hedge(12ms)")).isEqualTo(new Hedge(0.012, Integer.MAX_VALUE));
    }

    @Test
    void aReaderKnowsWhetherTheHedgeDelayIsInSeconds() {
        SpecReader reader = new SpecReader("hedge(12ms)");
        PolicySpec.readAccess(reader);
        assertThat(reader.sawUnit()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "jsw",
                "batch-sampling",
                "batch-sampling(3,5)",
                "batch-sampling(0,0)",
                "batch-sampling(3)",
                "power-of-d(0)",
                "power-of-d(1.5)",
                "random(2)",
                "redundant-killing(3,0)",
                "centralized(1.1)",
                "centralized(-0.1)",
                "centralized(NaN)"
            })
    void badRoutingPoliciesAreRefused(String text) {
        assertThatThrownBy(() -> PolicySpec.parseRouting(text)).isInstanceOf(SpecException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "fork",
                "fork(0)",
                "fork(-1)",
                "hedge()",
                "hedge(-1)",
                "hedge(1,0)",
                "hedge(1,1,0)",
                "hedge(1,1,1,0)",
                "hedge(1,some)",
                "hedge(NaN)",
                "hedge(1e400)",
                "all"
            })
    void badAccessPoliciesAreRefused(String text) {
        assertThatThrownBy(() -> PolicySpec.parseAccess(text)).isInstanceOf(SpecException.class);
    }

    @Test
    void anUnknownPolicyIsToldTheKnownOnes() {
        assertThatThrownBy(() -> PolicySpec.parseAccess("all"))
                .hasMessage("'all', character 1: unknown policy 'all', expected an access policy,"
                        + " one of fork, fork-all, hedge, split-merge");
    }

    @Test
    void notANumberIsRefusedByTheRecordsThemselves() {
        assertThatThrownBy(() -> new Centralized(Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> new Hedge(Double.NaN, 1)).hasMessageContaining("NaN");
    }

    @Test
    void roundsLimitTheCopiesOfAHedge() {
        assertThat(new Hedge(1, 2, 3, 4).furtherCopies()).isEqualTo(6);
        assertThat(new Hedge(Double.POSITIVE_INFINITY, 2, 3, 4).furtherCopies()).isZero();
    }
}
