package org.fetchlab.forkjoin.mg1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.forkjoin.Recoveries.availability;
import static org.fetchlab.model.testing.Tolerances.SUMMATION;
import static org.fetchlab.model.testing.Tolerances.mixed;
import static org.fetchlab.model.testing.Tolerances.relative;

import org.fetchlab.forkjoin.ServiceRates;
import org.fetchlab.forkjoin.inorder.Accuracy;
import org.fetchlab.forkjoin.inorder.InOrderAnalysis;
import org.fetchlab.forkjoin.inorder.InOrderSystem;
import org.fetchlab.forkjoin.inorder.ServiceShares;
import org.fetchlab.model.code.Recovery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SaturatedLeadsTest {
    @ParameterizedTest
    @CsvSource({"1,1,1", "0.3,2,1.9", "2,0.5,1", "1e-90,1,1"})
    void leadsAreTheStationaryLawOfTheLeadProcess(double gamma, double alpha, double beta) {
        SaturatedLeads leads = SaturatedLeads.of(gamma, alpha, beta);
        double none = leads.noLead();
        assertThat((gamma + beta) * leads.firstLeads(1)).isCloseTo(alpha * none, relative(none, SUMMATION));
        assertThat((gamma + alpha) * leads.secondLeads(1)).isCloseTo(beta * none, relative(none, SUMMATION));
        assertThat(leads.firstLeads(4) * leads.firstLeads(2))
                .isCloseTo(Math.pow(leads.firstLeads(3), 2), mixed(0, SUMMATION));
        assertThat(leads.wonBySystematic() + leads.wonByRecovery()).isCloseTo(1, relative(1, SUMMATION));
        assertThat(leads.wonBySystematic() * leads.capacity()).isCloseTo(gamma, relative(gamma, SUMMATION));
    }

    @Test
    void equalRecoveryServersGiveTheFormulasOfThePaper() {
        double gamma = 0.7;
        double mu = 1.3;
        SaturatedLeads leads = SaturatedLeads.of(gamma, mu, mu);
        double square = gamma * gamma + 2 * gamma * mu + 2 * mu * mu;
        double won = gamma * (gamma + 2 * mu) / square;
        assertThat(leads.noLead()).isCloseTo(gamma / (gamma + 2 * mu), relative(1, SUMMATION));
        assertThat(leads.capacity()).isCloseTo(square / (gamma + 2 * mu), relative(2, SUMMATION));
        assertThat(leads.wonBySystematic()).isCloseTo(won, relative(1, SUMMATION));
        assertThat(leads.typeFractions().fraction(0)).isCloseTo(won, relative(1, SUMMATION));
    }

    @Test
    void aServerThatIsTooFastRunsAway() {
        SaturatedLeads leads = SaturatedLeads.of(1, 1000, 1);
        assertThat(leads.noLead()).isZero();
        assertThat(leads.firstLeads(3)).isZero();
        assertThat(leads.capacity()).isEqualTo(2);
        assertThat(leads.typeFractions().fraction(0)).isZero();
        assertThat(SaturatedLeads.of(1, 0.5, 1.5).capacity()).isEqualTo(1.5);
        // Just below, the capacity is continuous.
        assertThat(SaturatedLeads.of(1, 0.5, 1.5 - 1e-9).capacity()).isCloseTo(1.5, relative(1.5, 1e-8));
    }

    @ParameterizedTest
    @CsvSource({"1,1,1", "1,3,1", "1,1,3", "0.5,1,1.4", "2,0.3,1", "0.2,1,0.9"})
    void theBoundsHoldAtEveryLoad(double gamma, double alpha, double beta) {
        Recovery recovery = availability(2, 1);
        SaturatedLeads saturated = SaturatedLeads.of(gamma, alpha, beta);
        double[] rates = ServiceRates.localityTwo(gamma, alpha, beta).of(recovery);
        InOrderAnalysis analysis = InOrderAnalysis.of(InOrderSystem.of(recovery, rates));
        for (double load : new double[] {0.05, 0.4, 0.8, 0.95}) {
            ServiceShares shares = analysis.at(load * saturated.capacity(), new Accuracy(1e-4, 40, 100))
                    .shares()
                    .value()
                    .orElseThrow();
            assertThat(shares.typeFractions().fraction(0) + shares.spread())
                    .isGreaterThan(saturated.typeFractions().fraction(0));
            assertThat(shares.wonBySystematic().upper().value().orElseThrow())
                    .isGreaterThan(saturated.wonBySystematic());
            assertThat(shares.wonByRecovery().lower().value().orElseThrow()).isLessThan(saturated.wonByRecovery());
        }
    }

    @Test
    void badInputIsRefused() {
        assertThatThrownBy(() -> SaturatedLeads.of(1, 0, 1)).hasMessageContaining("alpha");
        assertThatThrownBy(() -> SaturatedLeads.of(1, 1, Double.NaN)).hasMessageContaining("beta");
        assertThatThrownBy(() -> SaturatedLeads.of(1, 1, 1).firstLeads(0)).hasMessageContaining("at least 1");
    }
}
