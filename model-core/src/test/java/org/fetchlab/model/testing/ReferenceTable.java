package org.fetchlab.model.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A table of reference values: a CSV resource whose first line names the columns. Fields may be quoted with {@code "};
 * empty fields mean that the quantity does not apply to the row.
 */
public final class ReferenceTable {
    private final List<Row> rows;

    private ReferenceTable(List<Row> rows) {
        this.rows = rows;
    }

    /**
     * Reads a resource from the root of the class path.
     *
     * @param resource the name, for example {@code "low_traffic.csv"}
     * @return the table
     * @throws IllegalArgumentException if there is no such resource, or a row is not as long as the header
     */
    public static ReferenceTable read(String resource) {
        try (InputStream in = ReferenceTable.class.getResourceAsStream("/" + resource)) {
            if (in == null) {
                throw new IllegalArgumentException("no resource '" + resource + "' on the class path");
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads a text.
     *
     * @param csv lines separated by a line feed, the header first
     * @return the table
     * @throws IllegalArgumentException if a row is not as long as the header
     */
    public static ReferenceTable parse(String csv) {
        List<String> lines = csv.lines().filter(line -> !line.isBlank()).toList();
        List<String> header = fields(lines.get(0));
        return new ReferenceTable(
                lines.stream().skip(1).map(line -> Row.of(header, fields(line))).toList());
    }

    /**
     * The rows, ready for {@code @MethodSource}.
     *
     * @return the rows in the order of the file
     */
    public Stream<Row> rows() {
        return rows.stream();
    }

    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return fields;
    }

    /**
     * One row: what each column says.
     *
     * @param fields the text of each column by its name
     */
    public record Row(Map<String, String> fields) {
        private static Row of(List<String> header, List<String> values) {
            if (header.size() != values.size()) {
                throw new IllegalArgumentException("row " + values + " does not have the columns " + header);
            }
            Map<String, String> fields = new LinkedHashMap<>();
            for (int i = 0; i < header.size(); i++) {
                fields.put(header.get(i), values.get(i));
            }
            return new Row(Collections.unmodifiableMap(fields));
        }

        /**
         * A field as text.
         *
         * @param column the name of the column
         * @return the text, empty where the column does not apply
         * @throws IllegalArgumentException if there is no such column
         */
        public String text(String column) {
            String value = fields.get(column);
            if (value == null) {
                throw new IllegalArgumentException("no column '" + column + "' among " + fields.keySet());
            }
            return value;
        }

        /**
         * Whether a column applies to this row.
         *
         * @param column the name of the column
         * @return true if the field is not empty
         * @throws IllegalArgumentException if there is no such column
         */
        public boolean has(String column) {
            return !text(column).isEmpty();
        }

        /**
         * A field as a number.
         *
         * @param column the name of the column
         * @return the number
         * @throws IllegalArgumentException if there is no such column or it does not hold a number
         */
        public double number(String column) {
            return Double.parseDouble(text(column));
        }

        /**
         * A field as a whole number.
         *
         * @param column the name of the column
         * @return the number
         * @throws IllegalArgumentException if there is no such column or it does not hold a whole number
         */
        public int integer(String column) {
            return Integer.parseInt(text(column));
        }

        /**
         * A field that holds several numbers.
         *
         * @param column the name of the column
         * @return the numbers between the semicolons
         * @throws IllegalArgumentException if there is no such column or it does not hold numbers
         */
        public double[] numbers(String column) {
            return Stream.of(text(column).split(";", -1))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
        }

        @Override
        public String toString() {
            return fields.toString();
        }
    }
}
