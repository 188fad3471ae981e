package org.fetchlab.forkjoin.inorder;

import org.fetchlab.forkjoin.inorder.LeadPhases.Effect;
import org.fetchlab.forkjoin.inorder.LeadPhases.Move;
import org.fetchlab.forkjoin.mg1.TypeFractions;
import org.fetchlab.forkjoin.qbd.QbdSolution;

/**
 * How requests are served in in-order fork-join, at stationarity.
 *
 * <p>Computed in both bounding chains; the values are their averages, and {@code spread} is half the largest difference
 * between them. Both converge to the exact values as the lead limit grows.
 *
 * @param typeFractions f_0, f_1, …: fractions of requests by service type, see {@link InOrderSystem#types()}
 * @param wonBySystematic w_s, the fraction of requests completed by a server that recovers alone
 * @param wonByRecovery w_r = 1 - w_s, the fraction completed by a recovery group
 * @param utilisation the mean fraction of useful servers that are busy
 * @param spread half the largest difference of a value between the two chains
 */
public record ServiceShares(
        TypeFractions typeFractions, double wonBySystematic, double wonByRecovery, double utilisation, double spread) {
    static ServiceShares between(ServiceShares one, ServiceShares other) {
        double[] here = one.typeFractions.toArray();
        double[] there = other.typeFractions.toArray();
        double[] fractions = new double[here.length];
        double spread = Math.max(
                Math.abs(one.wonBySystematic - other.wonBySystematic), Math.abs(one.utilisation - other.utilisation));
        for (int i = 0; i < fractions.length; i++) {
            fractions[i] = (here[i] + there[i]) / 2;
            spread = Math.max(spread, Math.abs(here[i] - there[i]));
        }
        double systematic = (one.wonBySystematic + other.wonBySystematic) / 2;
        double utilisation = (one.utilisation + other.utilisation) / 2;
        return new ServiceShares(TypeFractions.of(fractions), systematic, 1 - systematic, utilisation, spread / 2);
    }

    static ServiceShares of(LeadChain chain, QbdSolution solution, InOrderSystem system) {
        double[] fractions = new double[system.types()];
        for (int type = 0; type < fractions.length; type++) {
            int wanted = type;
            fractions[type] = chain.mean(
                            solution,
                            (move, n) ->
                                    n > 1 && departs(move) && chain.phases().type(move.target()) == wanted
                                            ? move.rate()
                                            : 0)
                    / chain.arrivalRate();
        }
        fractions[0] += solution.probability(0);
        double systematic = chain.mean(solution, (move, n) -> served(move) && move.systematic() ? move.rate() : 0);
        double recovery = chain.mean(solution, (move, n) -> served(move) && !move.systematic() ? move.rate() : 0);
        double busy = chain.mean(solution, (move, n) -> move.servers());
        double share = systematic / (systematic + recovery);
        int servers = system.recovery().usefulServers().length;
        return new ServiceShares(TypeFractions.of(fractions), share, 1 - share, busy / servers, 0);
    }

    private static boolean departs(Move move) {
        return move.effect() != Effect.ADVANCE;
    }

    private static boolean served(Move move) {
        return move.effect() == Effect.DEPART;
    }
}
