package org.fetchlab.forkjoin.inorder;

import org.fetchlab.forkjoin.inorder.LeadPhases.Effect;
import org.fetchlab.forkjoin.inorder.LeadPhases.Move;
import org.fetchlab.forkjoin.mg1.TypeFractions;
import org.fetchlab.forkjoin.qbd.QbdSolution;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Outcome;

/**
 * How requests are served in in-order fork-join, at stationarity.
 *
 * <p>The coupling that orders the download times of the bounding chains also orders how much each server still has to do,
 * and so the probability that it has work: no less than in the chain of free completions, no more than in the blocking one,
 * blocked servers included. That brackets utilisation, and the share of the servers that recover alone, all of whose
 * completions end a request. Type fractions have no such order: they are the averages over both chains, which converge, with half
 * their difference as a spread.
 *
 * @param typeFractions f_0, f_1, …: fractions of requests by service type, see {@link InOrderSystem#types()}
 * @param spread half the largest difference of a type fraction between the two chains; not a bound of its error
 * @param wonBySystematic w_s, the fraction of requests completed by a server that recovers alone: certified bounds
 * @param wonByRecovery w_r = 1 - w_s, the fraction completed by a recovery group: certified bounds
 * @param utilisation the mean fraction of useful servers that are busy: certified bounds
 */
public record ServiceShares(
        TypeFractions typeFractions, double spread, Bounds wonBySystematic, Bounds wonByRecovery, Bounds utilisation) {
    private static final String METHOD = "in-order chains";

    /** What one chain says. */
    private record Shares(TypeFractions types, double busy, double utilisation) {
        static Shares of(LeadChain chain, QbdSolution solution, InOrderSystem system) {
            double[] types = new double[system.types()];
            for (int type = 0; type < types.length; type++) {
                int wanted = type;
                types[type] = chain.mean(
                                solution,
                                (move, n) -> n > 1
                                                && chain.occurs(move, n)
                                                && departs(move)
                                                && chain.phases().type(move.target()) == wanted
                                        ? move.rate()
                                        : 0)
                        / chain.arrivalRate();
            }
            double idle = solution.probability(0);
            types[0] += idle;
            double working = chain.mean(solution, (move, n) -> move.servers());
            return new Shares(
                    TypeFractions.of(types),
                    1 - idle,
                    working / system.recovery().usefulServers().length);
        }

        private static boolean departs(Move move) {
            return move.effect() != Effect.ADVANCE;
        }
    }

    static ServiceShares between(
            LeadChain free, QbdSolution atLeast, LeadChain blocking, QbdSolution atMost, InOrderSystem system) {
        Shares least = Shares.of(free, atLeast, system);
        Shares most = Shares.of(blocking, atMost, system);
        double spread = 0;
        double[] fractions = new double[system.types()];
        for (int i = 0; i < fractions.length; i++) {
            double here = least.types.fraction(i);
            double there = most.types.fraction(i);
            fractions[i] = (here + there) / 2;
            spread = Math.max(spread, Math.abs(here - there) / 2);
        }
        double winsPerBusyTime = alone(free.phases()) / free.arrivalRate();
        double fewest = winsPerBusyTime * least.busy;
        double mostWins = winsPerBusyTime * most.busy;
        return new ServiceShares(
                TypeFractions.of(fractions),
                spread,
                shares(fewest, mostWins),
                shares(1 - mostWins, 1 - fewest),
                shares(least.utilisation, most.utilisation));
    }

    /** The rate at which servers that recover alone complete requests while there are any. */
    private static double alone(LeadPhases phases) {
        return phases.moves(0).stream()
                .filter(move -> move.effect() == Effect.DEPART && move.systematic())
                .mapToDouble(Move::rate)
                .sum();
    }

    private static Bounds shares(double lower, double upper) {
        double low = Math.max(0, Math.min(lower, 1));
        double high = Math.max(low, Math.min(upper, 1));
        return new Bounds(new Outcome.Known<>(low, METHOD), new Outcome.Known<>(high, METHOD));
    }
}
