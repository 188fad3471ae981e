package org.fetchlab.fluid.fluctuation;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.fetchlab.model.result.QueueTails;

/**
 * The mean tails of n servers with their 1/n terms, {@code E[s_j^n] = s_j + V_j/n + O(1/n²)}.
 *
 * <p>Far tails are where the expansion fails first: those of power-of-d fall doubly exponentially at n = ∞, and at no n.
 *
 * @param tails the refined tails, a distribution of queue lengths
 * @param values the tails with their corrections; element j belongs to s_j
 */
public record RefinedTails(QueueTails tails, List<RefinedValue> values) {
    /**
     * Copies the list.
     *
     * @param tails the refined tails
     * @param values the tails with their corrections
     */
    public RefinedTails {
        values = List.copyOf(values);
    }

    /**
     * What a report says about large corrections of the tails that it shows.
     *
     * @param smallest the refined tail from which on a report leaves tails out, at least 0
     * @return one sentence, which names the first and the last tail whose correction {@linkplain RefinedValue#isLarge is
     *     large}; empty if there is none
     */
    public Optional<String> warning(double smallest) {
        int[] large = IntStream.range(0, values.size())
                .filter(j -> tails.tail(j) > smallest && values.get(j).isLarge())
                .toArray();
        if (large.length == 0) {
            return Optional.empty();
        }
        int last = large[large.length - 1];
        String which = "tail(" + large[0] + ")" + (last == large[0] ? "" : " to tail(" + last + ")");
        return Optional.of(RefinedValue.warningOf(which));
    }
}
