package org.fetchlab.cli.input;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.fetchlab.model.text.SpecException;

/** Reads lists whose elements may themselves hold commas inside parentheses. */
public final class Lists {
    private Lists() {}

    /**
     * Reads the elements between the commas that are outside all parentheses.
     *
     * @param <T> the type of an element
     * @param text for example {@code "0.1,0.5"}
     * @param reader reads an element without outer blanks
     * @return the elements
     * @throws SpecException if an element is empty or cannot be read: it points into the whole text
     * @throws IllegalArgumentException if the reader says so without a place
     */
    public static <T> List<T> read(String text, Function<String, T> reader) {
        List<T> elements = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            char symbol = i == text.length() ? ',' : text.charAt(i);
            depth += symbol == '(' ? 1 : symbol == ')' ? -1 : 0;
            if (i == text.length() || (symbol == ',' && depth == 0)) {
                elements.add(element(text, start, i, reader));
                start = i + 1;
            }
        }
        return elements;
    }

    /**
     * Reads a part of a text.
     *
     * @param <T> the type of the part
     * @param text the whole text
     * @param start where the part starts
     * @param end where it ends
     * @param reader reads the part without outer blanks
     * @return what the part stands for
     * @throws SpecException if the part is empty or cannot be read: it points into the whole text
     * @throws IllegalArgumentException if the reader says so without a place
     */
    static <T> T element(String text, int start, int end, Function<String, T> reader) {
        String part = text.substring(start, end);
        if (part.isBlank()) {
            throw new SpecException(text, start, text.isBlank() ? "the text is empty" : "a value is missing here");
        }
        try {
            return reader.apply(part.strip());
        } catch (SpecException inPart) {
            throw inPart.within(text, start + part.indexOf(part.strip()));
        }
    }
}
