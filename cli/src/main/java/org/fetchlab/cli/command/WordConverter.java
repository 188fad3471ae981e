package org.fetchlab.cli.command;

import java.util.function.Function;
import org.fetchlab.cli.input.Choice;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads options that take one of a few words.
 *
 * @param <E> the words
 */
final class WordConverter<E extends Enum<E>> implements ITypeConverter<E> {
    private final Function<String, E> words;

    WordConverter(Class<E> type) {
        this.words = Choice.of(type);
    }

    @Override
    public E convert(String text) {
        try {
            return words.apply(text);
        } catch (IllegalArgumentException unknown) {
            throw new TypeConversionException(String.valueOf(unknown.getMessage()));
        }
    }
}
