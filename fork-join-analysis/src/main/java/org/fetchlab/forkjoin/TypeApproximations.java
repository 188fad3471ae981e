package org.fetchlab.forkjoin;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.fetchlab.forkjoin.inorder.DisjointGroups;
import org.fetchlab.forkjoin.inorder.InOrderResult;
import org.fetchlab.forkjoin.inorder.InOrderSystem;
import org.fetchlab.forkjoin.inorder.ServiceShares;
import org.fetchlab.forkjoin.mg1.ServiceTypes;
import org.fetchlab.forkjoin.mg1.TypeFractions;
import org.fetchlab.forkjoin.qbd.UniformisedTime;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;

/**
 * The M/G/1 approximations of fork-join with fixed arrivals on codes of locality 2: Pollaczek-Khinchine with
 * {@code E[S^m] = Σ_i f_i E[S_i^m]}, the fractions f_i of the service types being equal, geometric, geometric and
 * self-consistent, saturated, or exact. Aktaş et al. (2021); the self-consistent and the exact fractions are ours.
 */
final class TypeApproximations {
    private static final String EXACT = "M/G/1, exact type fractions";
    private static final int ORDERS = 2;

    private final int groups;
    private final ServiceRates rates;
    private final double recoveryRate;
    private final double[][] moments;

    private TypeApproximations(int groups, ServiceRates rates, double recoveryRate) {
        this.groups = groups;
        this.rates = rates;
        this.recoveryRate = recoveryRate;
        this.moments = new double[ORDERS][groups + 1];
        for (int early = 0; early <= groups; early++) {
            Recovery left = ServiceTypes.residual(groups - early, early);
            UniformisedTime service =
                    InOrderSystem.of(left, rates.systematic(), recoveryRate).lowTraffic();
            for (int order = 1; order <= ORDERS; order++) {
                moments[order - 1][early] = service.moment(order).value().orElseThrow();
            }
        }
    }

    /** All approximations at one arrival rate; none for codes of another shape or unequal recovery servers. */
    static List<Approximation> of(Recovery recovery, ServiceRates rates, InOrderResult exact) {
        boolean fits = DisjointGroups.of(recovery)
                .filter(shape -> shape.groupSize() == 2 && shape.hasSystematic())
                .isPresent();
        OptionalDouble recoveryRate = rates.recovery();
        if (!fits || recoveryRate.isEmpty()) {
            return List.of();
        }
        int groups = DisjointGroups.of(recovery).orElseThrow().groups();
        return new TypeApproximations(groups, rates, recoveryRate.getAsDouble()).at(exact);
    }

    private List<Approximation> at(InOrderResult exact) {
        double arrivalRate = exact.arrivalRate();
        List<Approximation> all = new ArrayList<>();
        all.add(with("M/G/1, uniform type fractions", TypeFractions.uniform(groups), exact));
        all.add(with("M/G/1, geometric type fractions", TypeFractions.geometric(moments[0], arrivalRate), exact));
        all.add(with(
                "M/G/1, self-consistent geometric type fractions",
                TypeFractions.selfConsistentGeometric(moments[0], arrivalRate),
                exact));
        String saturated = "M/G/1, saturated type fractions";
        all.add(
                groups == 1
                        ? with(saturated, TypeFractions.saturated(rates.systematic(), recoveryRate), exact)
                        : none(saturated, "not applicable: holds for one recovery group"));
        Outcome<ServiceShares> shares = exact.shares();
        all.add(
                shares instanceof Outcome.None<ServiceShares> none
                        ? none(EXACT, none.reason())
                        : with(EXACT, shares.value().orElseThrow().typeFractions(), exact));
        return List.copyOf(all);
    }

    private Approximation with(String name, TypeFractions fractions, InOrderResult exact) {
        Outcome<Double> mean = exact.verdict() == Verdict.UNSTABLE
                ? new Outcome.None<>(
                        name, "unstable: arrival rate " + exact.arrivalRate() + " is not below the capacity")
                : fractions.queue(name, moments).meanSojourn(exact.arrivalRate());
        return new Approximation(name, mean, new Outcome.Known<>(fractions, name));
    }

    private static Approximation none(String name, String reason) {
        return new Approximation(name, new Outcome.None<>(name, reason), new Outcome.None<>(name, reason));
    }
}
