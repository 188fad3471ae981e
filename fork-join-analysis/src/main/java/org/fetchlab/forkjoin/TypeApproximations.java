package org.fetchlab.forkjoin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.inorder.InOrderResult;
import org.fetchlab.forkjoin.inorder.ServiceShares;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.forkjoin.mg1.ServiceTypes;
import org.fetchlab.forkjoin.mg1.TypeFractions;
import org.fetchlab.forkjoin.structure.DisjointGroups;
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
    private final double systematicRate;
    private final double recoveryRate;
    private final Verdict verdict;
    private final double[][] moments;

    private TypeApproximations(int groups, double systematicRate, double recoveryRate, Verdict verdict) {
        this.groups = groups;
        this.systematicRate = systematicRate;
        this.recoveryRate = recoveryRate;
        this.verdict = verdict;
        this.moments = new double[ORDERS][groups + 1];
        ServiceTypes types = ServiceTypes.of(2, groups, systematicRate, recoveryRate);
        for (int early = 0; early <= groups; early++) {
            LowTrafficTime service = types.typeWithEarlyGroups(early);
            for (int order = 1; order <= ORDERS; order++) {
                moments[order - 1][early] = service.moment(order).value().orElseThrow();
            }
        }
    }

    /**
     * All approximations at one arrival rate; none for codes of another shape or recovery servers of several rates.
     *
     * @param recovery what every request needs
     * @param rates the service rate of each server
     * @param exact the exact chain at the arrival rate
     * @param verdict whether the system is stable
     */
    static List<Approximation> of(Recovery recovery, double[] rates, InOrderResult exact, Verdict verdict) {
        Optional<DisjointGroups> shape = DisjointGroups.of(recovery).filter(DisjointGroups::isLocalityTwo);
        if (shape.isEmpty()) {
            return List.of();
        }
        int groups = shape.get().groups();
        double[] recoveryRates = IntStream.range(0, groups)
                .flatMap(g -> IntStream.of(shape.get().group(g)))
                .mapToDouble(server -> rates[server])
                .distinct()
                .toArray();
        double systematic = rates[shape.get().alone()[0]];
        return recoveryRates.length == 1
                ? new TypeApproximations(groups, systematic, recoveryRates[0], verdict).at(exact)
                : List.of();
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
                        ? with(saturated, TypeFractions.saturated(systematicRate, recoveryRate), exact)
                        : none(saturated, "not applicable: holds for one recovery group"));
        Outcome<ServiceShares> shares = exact.shares();
        all.add(
                shares instanceof Outcome.None<ServiceShares> none
                        ? none(EXACT, none.reason())
                        : with(EXACT, shares.value().orElseThrow().typeFractions(), exact));
        return List.copyOf(all);
    }

    private Approximation with(String name, TypeFractions fractions, InOrderResult exact) {
        Outcome<Double> mean = verdict == Verdict.UNSTABLE
                ? new Outcome.None<>(
                        name, "unstable: arrival rate " + exact.arrivalRate() + " is not below the capacity")
                : fractions.queue(name, moments).meanSojourn(exact.arrivalRate());
        return new Approximation(name, mean, new Outcome.Known<>(fractions, name));
    }

    private static Approximation none(String name, String reason) {
        return new Approximation(name, new Outcome.None<>(name, reason), new Outcome.None<>(name, reason));
    }
}
