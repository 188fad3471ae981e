package org.fetchlab.forkjoin.inorder;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.numeric.Require;
import org.fetchlab.forkjoin.structure.DisjointGroups;
import org.fetchlab.forkjoin.structure.RecoveringSets;
import org.fetchlab.model.code.Recovery;

/**
 * Fork-join in which every request asks for the same (FJ-FA for any code, the whole file of an MDS code), with exponential
 * service: Poisson requests are copied to every useful server, servers are first come first served, and a request leaves
 * when its finished copies recover, the others being cancelled at that instant. Requests then leave in order.
 *
 * <p>A description without arrival rate. {@link InOrderAnalysis} solves it.
 */
public final class InOrderSystem {
    private static final int MOST_SETS = 20_000;

    private final Recovery recovery;
    private final double[] rates;
    private final BitSet systematic;
    private final Optional<DisjointGroups> groups;
    private final Symmetry symmetry;

    private InOrderSystem(
            Recovery recovery, double[] rates, BitSet systematic, Optional<DisjointGroups> groups, Symmetry symmetry) {
        this.recovery = recovery;
        this.rates = rates;
        this.systematic = systematic;
        this.groups = groups;
        this.symmetry = symmetry;
    }

    /**
     * A system in which all servers are equally fast.
     *
     * @param recovery what every request needs
     * @param rate &mu;, the rate of every exponential service time, in [1e-100, 1e100]
     * @return the system
     * @throws IllegalArgumentException if the rate is outside [1e-100, 1e100], or the code is too large to enumerate
     */
    public static InOrderSystem of(Recovery recovery, double rate) {
        double[] rates = new double[recovery.servers()];
        Arrays.fill(rates, rate);
        return of(recovery, rates);
    }

    /**
     * A system with a systematic server of its own rate: &gamma; for servers that recover alone, &mu; for all others.
     *
     * @param recovery what every request needs
     * @param systematicRate &gamma;, in [1e-100, 1e100]
     * @param recoveryRate &mu;, in [1e-100, 1e100]
     * @return the system
     * @throws IllegalArgumentException if a rate is outside [1e-100, 1e100], or the code is too large to enumerate
     */
    public static InOrderSystem of(Recovery recovery, double systematicRate, double recoveryRate) {
        Require.serviceRate("service rate gamma", systematicRate);
        Require.serviceRate("service rate mu", recoveryRate);
        Recovery.Decoder decoder = recovery.decoder();
        double[] rates = new double[recovery.servers()];
        for (int j = 0; j < rates.length; j++) {
            rates[j] = RecoveringSets.recoversAlone(decoder, j) ? systematicRate : recoveryRate;
        }
        return of(recovery, rates);
    }

    /**
     * A system with any service rates.
     *
     * @param recovery what every request needs
     * @param rates the rate of the exponential service times of each of the n servers of the code, in [1e-100, 1e100]
     * @return the system
     * @throws IllegalArgumentException if the number of rates is not n, one is outside [1e-100, 1e100], or the code is too
     *     large to enumerate
     */
    public static InOrderSystem of(Recovery recovery, double[] rates) {
        double[] own = Require.serviceRates(rates, recovery.servers());
        BitSet systematic = new BitSet();
        Recovery.Decoder decoder = recovery.decoder();
        IntStream.of(recovery.usefulServers())
                .filter(j -> RecoveringSets.recoversAlone(decoder, j))
                .forEach(systematic::set);
        Optional<DisjointGroups> groups = DisjointGroups.of(recovery);
        return new InOrderSystem(recovery, own, systematic, groups, Symmetry.of(recovery, groups, own));
    }

    /**
     * A system with any service rates, if its recovering sets can be enumerated.
     *
     * @param recovery what every request needs
     * @param rates the rate of the exponential service times of each of the n servers of the code, in [1e-100, 1e100]
     * @return the system, empty if the code is too large
     * @throws IllegalArgumentException if the number of rates is not n or one is outside [1e-100, 1e100]
     */
    public static Optional<InOrderSystem> ifEnumerable(Recovery recovery, double[] rates) {
        return RecoveryShape.isEnumerable(recovery) ? Optional.of(of(recovery, rates)) : Optional.empty();
    }

    /**
     * What every request needs.
     *
     * @return the recovery
     */
    public Recovery recovery() {
        return recovery;
    }

    /**
     * The service rate of a server.
     *
     * @param server its index, in [0, n)
     * @return the rate
     */
    public double rate(int server) {
        return rates[server];
    }

    /**
     * The total service rate of the useful servers.
     *
     * @return the sum of their rates
     */
    public double totalRate() {
        return IntStream.of(recovery.usefulServers()).mapToDouble(j -> rates[j]).sum();
    }

    /**
     * The number of service types: with disjoint recovery groups one more than their number t, type i having an early
     * departure in i groups; otherwise one more than the number of useful servers, type i having i early departures.
     *
     * @return the number of types, some of which may not occur
     */
    public int types() {
        return 1 + groups.map(DisjointGroups::groups).orElseGet(() -> recovery.usefulServers().length);
    }

    /**
     * The download time of the only request in the system, for any service rates.
     *
     * @return the law, accurate to a few units in the last place for each class of finished sets
     * @throws IllegalArgumentException if the sets of finished copies are more than 20 000, up to exchange of servers
     */
    public LoneRequest lowTraffic() {
        LeadPhases phases = LeadPhases.of(this, 1, MOST_SETS)
                .orElseThrow(() -> new IllegalArgumentException("more than " + MOST_SETS
                        + " sets of finished copies: use equal service rates or a smaller code"));
        return LoneRequest.of(this, phases);
    }

    boolean systematic(int server) {
        return systematic.get(server);
    }

    int[] canonical(int[] leads) {
        return symmetry.canonical(leads);
    }

    int[] alike(int[] leads) {
        return symmetry.alike(leads);
    }

    /** The service type of a request that reaches the head of the line with these leads. */
    int type(int[] leads) {
        if (groups.isEmpty()) {
            return (int) Arrays.stream(leads).filter(lead -> lead > 0).count();
        }
        DisjointGroups shape = groups.get();
        return (int) IntStream.range(0, shape.groups())
                .filter(g -> IntStream.of(shape.group(g)).anyMatch(server -> leads[server] > 0))
                .count();
    }
}
