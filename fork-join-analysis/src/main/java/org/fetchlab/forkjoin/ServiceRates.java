package org.fetchlab.forkjoin;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.fetchlab.forkjoin.numeric.Require;
import org.fetchlab.forkjoin.structure.DisjointGroups;
import org.fetchlab.forkjoin.structure.RecoveringSets;
import org.fetchlab.model.code.Recovery;

/** The rates of the exponential service times of the servers of a code. */
public final class ServiceRates {
    private final double systematic;
    private final double[] members;

    private ServiceRates(double systematic, double[] members) {
        this.systematic = systematic;
        this.members = members;
    }

    /**
     * The same rate everywhere.
     *
     * @param rate &mu;, in [1e-100, 1e100]
     * @return the rates
     * @throws IllegalArgumentException if the rate is not in [1e-100, 1e100]
     */
    public static ServiceRates equal(double rate) {
        double checked = checked("mu", rate);
        return new ServiceRates(checked, new double[] {checked});
    }

    /**
     * Servers that recover alone, and all others.
     *
     * @param systematicRate &gamma;, in [1e-100, 1e100]
     * @param recoveryRate &mu;, in [1e-100, 1e100]
     * @return the rates
     * @throws IllegalArgumentException if a rate is not in [1e-100, 1e100]
     */
    public static ServiceRates systematicAndRecovery(double systematicRate, double recoveryRate) {
        return new ServiceRates(checked("gamma", systematicRate), new double[] {checked("mu", recoveryRate)});
    }

    /**
     * Servers that recover alone, and the two servers of every recovery group of a code of locality 2.
     *
     * @param systematicRate &gamma;, in [1e-100, 1e100]
     * @param firstRate &alpha;, the rate of the first server of every group, in [1e-100, 1e100]
     * @param secondRate &beta;, the rate of the second server of every group, in [1e-100, 1e100]
     * @return the rates
     * @throws IllegalArgumentException if a rate is not in [1e-100, 1e100]
     */
    public static ServiceRates localityTwo(double systematicRate, double firstRate, double secondRate) {
        return new ServiceRates(
                checked("gamma", systematicRate),
                new double[] {checked("alpha", firstRate), checked("beta", secondRate)});
    }

    private static double checked(String name, double rate) {
        return Require.serviceRate("service rate " + name, rate);
    }

    /**
     * The common rate.
     *
     * @return &mu; when all rates are equal, empty otherwise
     */
    public OptionalDouble common() {
        return Arrays.stream(members).allMatch(rate -> rate == systematic)
                ? OptionalDouble.of(systematic)
                : OptionalDouble.empty();
    }

    /**
     * The rate of a server that recovers alone.
     *
     * @return &gamma;
     */
    public double systematic() {
        return systematic;
    }

    /**
     * The common rate of the servers of a recovery group.
     *
     * @return &mu;, empty when &alpha; and &beta; differ
     */
    public OptionalDouble recovery() {
        return Arrays.stream(members).distinct().count() == 1 ? OptionalDouble.of(members[0]) : OptionalDouble.empty();
    }

    /**
     * The rates of the servers of a code.
     *
     * @param recovery what requests need
     * @return one rate per server of the code
     * @throws IllegalArgumentException if &alpha; and &beta; differ and the code has not locality 2 with disjoint groups
     */
    public double[] of(Recovery recovery) {
        double[] rates = new double[recovery.servers()];
        Recovery.Decoder decoder = recovery.decoder();
        for (int j = 0; j < rates.length; j++) {
            rates[j] = RecoveringSets.recoversAlone(decoder, j) ? systematic : members[0];
        }
        if (recovery().isEmpty()) {
            DisjointGroups groups = DisjointGroups.of(recovery)
                    .filter(found -> found.groupSize().equals(OptionalInt.of(members.length)))
                    .orElseThrow(() -> new IllegalArgumentException("alpha = " + members[0] + " and beta = "
                            + members[1] + " differ: that needs disjoint recovery groups of two servers"));
            for (int g = 0; g < groups.groups(); g++) {
                int[] servers = groups.group(g);
                for (int i = 0; i < members.length; i++) {
                    rates[servers[i]] = members[i];
                }
            }
        }
        return rates;
    }
}
