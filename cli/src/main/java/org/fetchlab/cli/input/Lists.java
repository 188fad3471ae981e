package org.fetchlab.cli.input;

import java.util.ArrayList;
import java.util.List;

/** Splits lists whose elements may themselves hold commas inside parentheses. */
public final class Lists {
    private Lists() {}

    /**
     * Splits at the commas that are outside all parentheses.
     *
     * @param text for example {@code "rep(3),mds(9,6)"}
     * @return the elements without outer blanks; an empty element is kept
     */
    public static List<String> split(String text) {
        List<String> elements = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char symbol = text.charAt(i);
            depth += symbol == '(' ? 1 : symbol == ')' ? -1 : 0;
            if (symbol == ',' && depth == 0) {
                elements.add(text.substring(start, i).strip());
                start = i + 1;
            }
        }
        elements.add(text.substring(start).strip());
        return elements;
    }
}
