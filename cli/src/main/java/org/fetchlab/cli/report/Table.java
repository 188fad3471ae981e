package org.fetchlab.cli.report;

import java.util.List;
import java.util.function.Function;

/**
 * Rows and the columns through which they are read.
 *
 * @param <T> the type of a row
 * @param columns from left to right
 * @param rows from top to bottom
 */
public record Table<T>(List<Column<T>> columns, List<T> rows) {
    /**
     * Copies the lists.
     *
     * @param columns from left to right
     * @param rows from top to bottom
     */
    public Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /**
     * A column.
     *
     * @param <T> the type of a row
     * @param heading one or two lines
     * @param isNumeric true for a column that is aligned to the right
     * @param cell the text of a row in this column
     */
    public record Column<T>(String heading, boolean isNumeric, Function<T, String> cell) {
        /**
         * A column of words, aligned to the left.
         *
         * @param <T> the type of a row
         * @param heading the heading
         * @param cell the text of a row
         * @return the column
         */
        public static <T> Column<T> text(String heading, Function<T, String> cell) {
            return new Column<>(heading, false, cell);
        }

        /**
         * A column of numbers, aligned to the right.
         *
         * @param <T> the type of a row
         * @param heading the heading
         * @param cell the text of a row
         * @return the column
         */
        public static <T> Column<T> number(String heading, Function<T, String> cell) {
            return new Column<>(heading, true, cell);
        }
    }
}
