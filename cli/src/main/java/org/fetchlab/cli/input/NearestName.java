package org.fetchlab.cli.input;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that a user probably meant. */
public final class NearestName {
    private static final int MOST_EDITS = 4;

    private NearestName() {}

    /**
     * The known name with the fewest single-letter edits to what was written.
     *
     * @param written the unknown name
     * @param known the names that exist
     * @return the nearest one, empty when none is near
     */
    public static Optional<String> of(String written, Collection<String> known) {
        int limit = Math.min(MOST_EDITS, written.length() / 2 + 1);
        return known.stream()
                .min(Comparator.<String>comparingInt(name -> edits(written, name))
                        .thenComparing(name -> name))
                .filter(name -> edits(written, name) <= limit);
    }

    /**
     * The end of an error message about an unknown name.
     *
     * @param written the unknown name
     * @param known the names that exist
     * @return {@code "; did you mean '…'?"}, or the list of names when none is near
     */
    public static String hint(String written, Collection<String> known) {
        return of(written, known)
                .map(name -> "; did you mean '" + name + "'?")
                .orElseGet(() -> "; known are " + String.join(", ", known));
    }

    /** The edit distance of Levenshtein (1966), one row of the table at a time. */
    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
