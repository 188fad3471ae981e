package org.fetchlab.cli.input;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads one of a few words. */
public final class Choice {
    private Choice() {}

    /**
     * A reader for the constants of an enum, written in lower case with hyphens.
     *
     * @param <E> the enum
     * @param type the class of the enum
     * @return a function from a word to a constant; it throws an {@link IllegalArgumentException} that lists the words
     */
    public static <E extends Enum<E>> Function<String, E> of(Class<E> type) {
        Map<String, E> words = Arrays.stream(type.getEnumConstants())
                .collect(Collectors.toMap(Choice::word, constant -> constant, (a, b) -> a, LinkedHashMap::new));
        return text -> {
            E constant = words.get(text.strip().toLowerCase(Locale.ROOT));
            if (constant == null) {
                throw new IllegalArgumentException(
                        "'" + text + "' must be one of " + String.join(", ", words.keySet()));
            }
            return constant;
        };
    }

    /**
     * A constant as the command line writes it.
     *
     * @param constant any enum constant
     * @return for example {@code on-complete}
     */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
