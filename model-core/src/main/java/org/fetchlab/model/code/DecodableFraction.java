package org.fetchlab.model.code;

/**
 * The fraction of the erasure patterns of a code that lose nothing, for every number e of erased servers: the complement of
 * the {@linkplain RecoveryProfile recovery profile} of the whole file at n - e.
 */
public final class DecodableFraction {
    private final RecoveryProfile wholeFile;

    private DecodableFraction(RecoveryProfile wholeFile) {
        this.wholeFile = wholeFile;
    }

    /**
     * From the profile of the whole file over all servers of the code.
     *
     * @param wholeFile the profile
     * @return the fractions
     */
    public static DecodableFraction of(RecoveryProfile wholeFile) {
        return new DecodableFraction(wholeFile);
    }

    /**
     * The number of servers.
     *
     * @return n
     */
    public int servers() {
        return wholeFile.servers();
    }

    /**
     * The fraction of the patterns of e erased servers from which everything is recovered.
     *
     * @param erasures e, in [0, n]
     * @return a number in [0, 1]; 1 up to the fault tolerance, and it does not increase with e
     * @throws IndexOutOfBoundsException if e is out of range
     */
    public double at(int erasures) {
        return 1 - lost(erasures);
    }

    /**
     * The fraction of the patterns of e erased servers that lose something, without the cancellation of {@code 1 - at(e)}.
     *
     * @param erasures e, in [0, n]
     * @return a number in [0, 1]
     * @throws IndexOutOfBoundsException if e is out of range
     */
    public double lost(int erasures) {
        return wholeFile.unrecovered(servers() - erasures);
    }

    /**
     * The 95 % half-width of an estimated fraction.
     *
     * @param erasures e, in [0, n]
     * @return half the width of the confidence interval; 0 when the fraction is exact
     * @throws IndexOutOfBoundsException if e is out of range
     */
    public double halfWidth(int erasures) {
        return wholeFile.halfWidth(servers() - erasures);
    }

    /**
     * Whether every fraction is exact.
     *
     * @return true if all half-widths are 0
     */
    public boolean isExact() {
        return wholeFile.isExact();
    }
}
