package org.fetchlab.forkjoin.inorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fetchlab.forkjoin.Recoveries.availability;
import static org.fetchlab.forkjoin.Recoveries.wholeFile;
import static org.fetchlab.forkjoin.inorder.Brackets.analysis;
import static org.fetchlab.forkjoin.inorder.Brackets.lower;
import static org.fetchlab.forkjoin.inorder.Brackets.upper;
import static org.fetchlab.model.testing.Tolerances.ITERATION;
import static org.fetchlab.model.testing.Tolerances.mixed;
import static org.fetchlab.model.testing.Tolerances.relative;

import org.fetchlab.forkjoin.mg1.TypeFractions;
import org.fetchlab.model.result.Bounds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceSharesTest {
    private static final Accuracy QUICK = new Accuracy(1e-4, 60, 250);

    @Test
    void saturatedFractionsBoundThoseOfAnyLoad() {
        TypeFractions saturated = TypeFractions.saturated(1, 1);
        for (double arrivalRate : new double[] {0.1, 0.8, 1.5, 1.66}) {
            ServiceShares shares = analysis(availability(2, 1))
                    .at(arrivalRate, QUICK)
                    .shares()
                    .value()
                    .orElseThrow();
            assertThat(shares.typeFractions().fraction(0)).isGreaterThan(saturated.fraction(0));
            assertThat(lower(shares.wonBySystematic())).isGreaterThan(saturated.fraction(0));
            assertThat(upper(shares.wonByRecovery())).isLessThan(saturated.fraction(1));
            assertThat(shares.typeFractions().fraction(0)
                            + shares.typeFractions().fraction(1))
                    .isCloseTo(1, mixed(1, ITERATION));
        }
    }

    /** Phases: at most 120. The margins exceed the spread by far, so the order is that of the exact fractions. */
    @ParameterizedTest
    @CsvSource({"1,40", "2,12", "3,6", "4,4"})
    void typeFractionsFallWithTheTypeWhenAllServersAreEquallyFast(int t, int lead) {
        InOrderAnalysis analysis = analysis(availability(2, t));
        double capacity = analysis.withLeads(0.1, lead, 120).capacity().lower();
        for (double load : new double[] {0.05, 0.3, 0.6, 0.9, 0.98, 0.995}) {
            ServiceShares shares = analysis.withLeads(load * capacity, lead, 120)
                    .shares()
                    .value()
                    .orElseThrow();
            double[] fractions = shares.typeFractions().toArray();
            for (int i = 0; i < t; i++) {
                assertThat(fractions[i] - shares.spread()).isGreaterThan(fractions[i + 1] + shares.spread());
            }
        }
    }

    @Test
    void aSlowSystematicServerReversesTheOrderOfTypeFractions() {
        // Saturated: f_0 < f_1 as soon as gamma < (sqrt 3 - 1) mu.
        assertThat(TypeFractions.saturated(0.73, 1).fraction(0)).isLessThan(0.5);
        assertThat(TypeFractions.saturated(0.74, 1).fraction(0)).isGreaterThan(0.5);
        InOrderAnalysis analysis = InOrderAnalysis.of(InOrderSystem.of(availability(2, 1), 0.5, 1));
        ServiceShares shares =
                analysis.withLeads(0.9 * 1.3, 40, 60).shares().value().orElseThrow();
        assertThat(shares.typeFractions().fraction(0)).isCloseTo(0.470, mixed(0, 1e-3));
        assertThat(shares.typeFractions().fraction(1)).isGreaterThan(0.52);
    }

    @ParameterizedTest
    @CsvSource({"2,12", "3,6", "4,4"})
    void withTwoOrMoreGroupsASystematicServerOfHalfTheRateKeepsTheOrder(int t, int lead) {
        InOrderAnalysis analysis = InOrderAnalysis.of(InOrderSystem.of(availability(2, t), 0.5, 1));
        double capacity = analysis.withLeads(0.1, lead, 120).capacity().lower();
        for (double load : new double[] {0.1, 0.5, 0.9, 0.98}) {
            double[] fractions = fractions(analysis, load * capacity, lead);
            for (int i = 0; i < t; i++) {
                assertThat(fractions[i]).isGreaterThan(fractions[i + 1]);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2,12,0.3", "3,6,0.1"})
    void aMuchSlowerOneReversesItForTwoAndThreeGroupsToo(int t, int lead, double gamma) {
        InOrderAnalysis analysis = InOrderAnalysis.of(InOrderSystem.of(availability(2, t), gamma, 1));
        double capacity = analysis.withLeads(0.1, lead, 120).capacity().lower();
        double[] fractions = fractions(analysis, 0.98 * capacity, lead);
        assertThat(fractions[0]).isLessThan(fractions[1] - 0.01);
    }

    /** Leads up to 30 for one group, 10 for two, stand for the exact values. */
    @ParameterizedTest
    @CsvSource({"1,0.2,30", "1,1.5,30", "1,1.65,30", "2,1,10", "2,1.9,10"})
    void boundsOfSharesAndUtilisationHoldTheExactOnesAndNest(int t, double arrivalRate, int exactLead) {
        InOrderAnalysis analysis = analysis(availability(2, t));
        ServiceShares exact =
                analysis.withLeads(arrivalRate, exactLead, 200).shares().value().orElseThrow();
        ServiceShares wider = null;
        for (int lead = 3; lead <= 6; lead++) {
            ServiceShares shares =
                    analysis.withLeads(arrivalRate, lead, 200).shares().value().orElse(null);
            if (shares != null) {
                assertWithin(exact, shares);
                if (wider != null) {
                    assertWithin(shares, wider);
                }
            }
            wider = shares;
        }
        assertThat(wider).isNotNull();
    }

    private static void assertWithin(ServiceShares inner, ServiceShares outer) {
        assertWithin(inner.utilisation(), outer.utilisation());
        assertWithin(inner.wonBySystematic(), outer.wonBySystematic());
        assertWithin(inner.wonByRecovery(), outer.wonByRecovery());
    }

    private static void assertWithin(Bounds inner, Bounds outer) {
        assertThat(lower(inner)).isGreaterThanOrEqualTo(lower(outer) - ITERATION);
        assertThat(upper(inner)).isLessThanOrEqualTo(upper(outer) + ITERATION);
    }

    /** Averages of the two chains; their distance is far below what is compared. */
    private static double[] fractions(InOrderAnalysis analysis, double arrivalRate, int lead) {
        ServiceShares shares =
                analysis.withLeads(arrivalRate, lead, 120).shares().value().orElseThrow();
        assertThat(shares.spread()).isLessThan(0.005);
        return shares.typeFractions().toArray();
    }

    @Test
    void completionsUseTheBusyServers() {
        // Any one of three: a request keeps all three servers busy for its whole stay at the head of the line.
        ServiceShares shares =
                analysis(wholeFile(3, 1)).at(1.5, QUICK).shares().value().orElseThrow();
        assertThat(lower(shares.utilisation())).isCloseTo(0.5, relative(1, ITERATION));
        assertThat(upper(shares.utilisation())).isCloseTo(0.5, relative(1, ITERATION));
        assertThat(lower(shares.wonBySystematic())).isCloseTo(1, relative(1, ITERATION));
    }
}
