package org.fetchlab.model.text;

/**
 * One rule of a grammar.
 *
 * @param <T> the type of the value that the rule reads
 */
@FunctionalInterface
public interface Grammar<T> {
    /**
     * Reads one value.
     *
     * @param reader the cursor, left behind the value
     * @return the value
     * @throws SpecException if the text at the cursor cannot be read
     */
    T read(SpecReader reader);
}
