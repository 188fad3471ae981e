package org.fetchlab.sim.recursion;

import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.code.RecoveringSize;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.policy.AccessPolicy;

/**
 * Uniformly chosen subsets of given size among those that recover, by rejection: the choice behind forking to r servers.
 * Not thread-safe; no call allocates.
 */
public final class RecoveringSubset {
    private static final int MOST_ATTEMPTS = 1_000_000;

    private final int[] chosen;
    private final UniformRandomProvider random;

    /**
     * Subsets of one size.
     *
     * @param size r, at least 1
     * @param random chooses
     */
    public RecoveringSubset(int size, UniformRandomProvider random) {
        chosen = new int[size];
        this.random = random;
    }

    /** Refuses a size that is never enough for something that requests ask for. */
    static void checkSize(AccessPolicy.ForkTo fork, RequestMix mix) {
        int needed = mix.recoveries().stream()
                .mapToInt(recovery -> RecoveringSize.of(recovery).atLeast())
                .max()
                .orElseThrow();
        if (fork.copies() < needed) {
            throw new IllegalArgumentException(
                    fork.spec() + " never recovers what requests ask for: that takes copies of" + " at least " + needed
                            + " servers; fork to as many");
        }
    }

    /**
     * The size of the subsets.
     *
     * @return r
     */
    public int size() {
        return chosen.length;
    }

    /**
     * The subset drawn last.
     *
     * @return positions in increasing order; the same array every time
     */
    public int[] chosen() {
        return chosen;
    }

    /**
     * Draws until a subset recovers.
     *
     * @param servers the useful servers, by position
     * @param candidates positions to choose from, in increasing order
     * @param count how many of them there are, at least r
     * @param decoder asks whether servers recover
     * @param attempts how often to draw at most
     * @return whether {@link #chosen()} recovers
     */
    public boolean draw(int[] servers, int[] candidates, int count, Recovery.Decoder decoder, int attempts) {
        for (int attempt = 0; attempt < attempts; attempt++) {
            draw(candidates, count);
            if (recovers(servers, chosen, chosen.length, decoder)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Draws until a subset recovers, and takes for granted that one does.
     *
     * @param servers the useful servers, by position
     * @param candidates positions to choose from, in increasing order
     * @param count how many of them there are, at least r
     * @param decoder asks whether servers recover
     * @throws IllegalArgumentException if no subset recovers, as far as a million draws tell
     */
    public void drawOrFail(int[] servers, int[] candidates, int count, Recovery.Decoder decoder) {
        if (!draw(servers, candidates, count, decoder, MOST_ATTEMPTS)) {
            throw new IllegalArgumentException(
                    chosen.length + " copies do not recover what is asked for; fork to more servers");
        }
    }

    /** Selection sampling (Knuth, TAOCP 2, 3.4.2, algorithm S): the positions come out in increasing order. */
    private void draw(int[] candidates, int count) {
        int taken = 0;
        for (int i = 0; taken < chosen.length; i++) {
            if (random.nextInt(count - i) < chosen.length - taken) {
                chosen[taken++] = candidates[i];
            }
        }
    }

    /**
     * Whether some servers recover.
     *
     * @param servers the useful servers, by position
     * @param positions positions
     * @param count how many of them to take, from the first
     * @param decoder asks whether servers recover; reset first
     * @return true if they do
     */
    public static boolean recovers(int[] servers, int[] positions, int count, Recovery.Decoder decoder) {
        decoder.reset();
        boolean recovered = false;
        for (int i = 0; i < count; i++) {
            recovered = decoder.add(servers[positions[i]]);
        }
        return recovered;
    }
}
