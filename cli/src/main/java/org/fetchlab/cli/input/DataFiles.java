package org.fetchlab.cli.input;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;

/**
 * The CSV files that codes and service laws are read from. A relative name means a file beside the scenario file where
 * there is one of that name, and in the current folder otherwise.
 */
public final class DataFiles {
    private static final int BYTE_ORDER_MARK = 0xfeff;

    private final Optional<Path> scenarioFolder;

    /**
     * Files of the current folder.
     *
     * @param scenarioFolder the folder of the scenario file, if there is one; it is looked in first
     */
    public DataFiles(Optional<Path> scenarioFolder) {
        this.scenarioFolder = scenarioFolder;
    }

    /**
     * Reads a generator matrix: one line per object, one whole number per server.
     *
     * @param name the name of the file
     * @return the entries, one array per line, all of the same positive length
     * @throws IllegalArgumentException if the file cannot be read, is empty, has a ragged row or an entry that is not a
     *     whole number
     */
    public int[][] matrix(String name) {
        List<String[]> rows = rows(name);
        int[][] matrix = new int[rows.size()][];
        for (int i = 0; i < matrix.length; i++) {
            String[] row = rows.get(i);
            if (row.length != rows.get(0).length) {
                throw new IllegalArgumentException("'" + name + "', row " + (i + 1) + " has " + row.length
                        + " entries, but row 1 has " + rows.get(0).length);
            }
            matrix[i] = new int[row.length];
            for (int j = 0; j < row.length; j++) {
                matrix[i][j] = entry(name, i, j, row[j]);
            }
        }
        return matrix;
    }

    /**
     * Reads a column of measured times. The first line may be a heading.
     *
     * @param name the name of the file
     * @param column the heading of the column, or its number from 1; without one the file must have a single column
     * @return the times in the order of the file, each finite and at least 0, at least one
     * @throws IllegalArgumentException if the file cannot be read, is empty, has no such column, or holds text or
     *     negative times
     */
    public double[] times(String name, Optional<String> column) {
        List<String[]> rows = rows(name);
        String[] first = rows.get(0);
        boolean hasHeading = !isNumber(first[0]) && (rows.size() > 1 || !first[0].isEmpty());
        int index = columnIndex(name, first, column, hasHeading);
        List<String[]> values = hasHeading ? rows.subList(1, rows.size()) : rows;
        if (values.isEmpty()) {
            throw new IllegalArgumentException("'" + name + "' has a heading '" + first[0] + "' but no times");
        }
        double[] times = new double[values.size()];
        for (int i = 0; i < times.length; i++) {
            int row = i + (hasHeading ? 2 : 1);
            String[] fields = values.get(i);
            if (index >= fields.length) {
                throw new IllegalArgumentException(
                        "'" + name + "', row " + row + " has only " + fields.length + " columns");
            }
            times[i] = time(name, row, fields[index]);
        }
        return times;
    }

    /**
     * Reads a list of numbers, in one row or in one column, under a heading or without.
     *
     * @param name the name of the file
     * @return the numbers in the order of the file, at least one
     * @throws IllegalArgumentException if the file cannot be read, has several rows and columns, or holds text or negative
     *     numbers
     */
    public NumberList numbers(String name) {
        List<String[]> rows = rows(name);
        List<String> fields = new ArrayList<>();
        for (String[] row : rows) {
            if (rows.size() > 1 && row.length > 1) {
                throw new IllegalArgumentException(
                        "'" + name + "' has several rows and columns; write one list of numbers");
            }
            fields.addAll(List.of(row));
        }
        Optional<String> heading = isNumber(fields.get(0)) ? Optional.empty() : Optional.of(fields.remove(0));
        List<Double> values = new ArrayList<>();
        for (String field : fields) {
            double value = isNumber(field) ? Double.parseDouble(field) : Double.NaN;
            if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("'" + name + "': '" + field + "' is not a number of at least 0");
            }
            values.add(value);
        }
        if (values.isEmpty()) {
            throw new IllegalArgumentException("'" + name + "' holds no numbers");
        }
        return new NumberList(heading, values);
    }

    /**
     * A list of numbers from a file.
     *
     * @param heading what stands above them, if something does
     * @param values finite and at least 0, at least one
     */
    public record NumberList(Optional<String> heading, List<Double> values) {
        /**
         * Copies the list.
         *
         * @param heading what stands above them
         * @param values finite and at least 0
         */
        public NumberList {
            values = List.copyOf(values);
        }

        double[] toArray() {
            return values.stream().mapToDouble(Double::doubleValue).toArray();
        }
    }

    private static int columnIndex(String name, String[] first, Optional<String> column, boolean hasHeading) {
        if (column.isEmpty()) {
            if (first.length != 1) {
                throw new IllegalArgumentException("'" + name + "' has " + first.length
                        + " columns; say which one, such as empirical(" + name + ",1)");
            }
            return 0;
        }
        List<String> headings = hasHeading ? List.of(first) : List.of();
        int byHeading = headings.indexOf(column.get());
        if (byHeading >= 0) {
            return byHeading;
        }
        if (column.get().matches("[1-9][0-9]{0,5}") && Integer.parseInt(column.get()) <= first.length) {
            return Integer.parseInt(column.get()) - 1;
        }
        throw new IllegalArgumentException("'" + name + "' has no column '" + column.get() + "'"
                + (hasHeading ? NearestName.hint(column.get(), headings) : "; it has " + first.length));
    }

    /** A field of a row as a whole number. */
    static int entry(String name, int row, int column, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException notWhole) {
            throw new IllegalArgumentException("'" + name + "', row " + (row + 1) + ", column " + (column + 1) + ": '"
                    + text + "' is not a whole number");
        }
    }

    private static double time(String name, int row, String text) {
        double time = isNumber(text) ? Double.parseDouble(text) : Double.NaN;
        if (!(time >= 0 && time < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "'" + name + "', row " + row + ": '" + text + "' is not a time, a number of at least 0");
        }
        return time;
    }

    private static boolean isNumber(String text) {
        return text.matches("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
    }

    /** The fields of all rows, at least one row. */
    List<String[]> rows(String name) {
        Path path = find(name);
        List<String[]> rows = new ArrayList<>();
        try (Reader reader = openText(path);
                MappingIterator<String[]> lines = CsvMapper.builder()
                        .enable(CsvReadFeature.WRAP_AS_ARRAY, CsvReadFeature.TRIM_SPACES)
                        .enable(CsvReadFeature.SKIP_EMPTY_LINES)
                        .enable(CsvReadFeature.ALLOW_COMMENTS)
                        .build()
                        .readerFor(String[].class)
                        .readValues(reader)) {
            lines.forEachRemaining(rows::add);
        } catch (IOException | JacksonException unreadable) {
            throw new IllegalArgumentException(
                    isNoText(unreadable)
                            ? "'" + name + "' is not a text file in UTF-8"
                            : "'" + name + "' cannot be read as CSV: " + firstLine(unreadable),
                    unreadable);
        }
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("'" + name + "' is empty");
        }
        return rows;
    }

    /** The text after the byte-order mark that some programs put before it. */
    private static Reader openText(Path path) throws IOException {
        BufferedReader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8);
        try {
            reader.mark(1);
            if (reader.read() != BYTE_ORDER_MARK) {
                reader.reset();
            }
            return reader;
        } catch (IOException unreadable) {
            reader.close();
            throw unreadable;
        }
    }

    private static boolean isNoText(Exception failure) {
        return failure instanceof CharacterCodingException || failure.getCause() instanceof CharacterCodingException;
    }

    private Path find(String name) {
        Path path = scenarioFolder
                .map(folder -> folder.resolve(name))
                .filter(Files::exists)
                .orElse(Path.of(name));
        if (!Files.exists(path)) {
            throw new IllegalArgumentException("there is no file '" + name + "'");
        }
        if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
            throw new IllegalArgumentException("'" + name + "' is not a file that can be read");
        }
        return path;
    }

    private static String firstLine(Exception failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("unknown reason");
    }
}
