package org.fetchlab.cli.input;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that a user probably meant. */
public final class NearestName {
    private static final int MOST_LISTED = 10;

    private NearestName() {}

    /**
     * The known name with the fewest single-letter edits to what was written: at most about one in three letters.
     *
     * @param written the unknown name
     * @param known the names that exist
     * @return the nearest one, empty when none is near
     */
    public static Optional<String> of(String written, Collection<String> known) {
        int length = plain(written).length();
        int limit = length == 1 ? 0 : (length + 2) / 3;
        return known.stream()
                .min(Comparator.<String>comparingInt(name -> edits(plain(written), plain(name)))
                        .thenComparing(name -> name))
                .filter(name -> edits(plain(written), plain(name)) <= limit);
    }

    private static String plain(String name) {
        return name.replaceFirst("^-+", "");
    }

    /**
     * The end of an error message about an unknown name.
     *
     * @param written the unknown name
     * @param known the names that exist
     * @return {@code "; did you mean '…'?"}; when none is near, the list of names if it is short
     */
    public static String hint(String written, Collection<String> known) {
        return of(written, known)
                .map(name -> "; did you mean '" + name + "'?")
                .orElseGet(() -> known.size() <= MOST_LISTED
                        ? "; known are " + String.join(", ", known)
                        : "; --help lists those that exist");
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
