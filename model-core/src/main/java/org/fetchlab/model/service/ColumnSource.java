package org.fetchlab.model.service;

import java.util.Optional;

/** Where the measured times of {@code empirical(FILE[,column])} come from: whoever may read files supplies it. */
@FunctionalInterface
public interface ColumnSource {
    /** A source for places where no file can be read: every request for a file is refused. */
    ColumnSource NONE = (file, column) -> {
        throw new IllegalArgumentException("the file '" + file + "' cannot be read here");
    };

    /**
     * Reads a column of numbers.
     *
     * @param file the file as the text form names it
     * @param column the column as the text form names it; empty for a file with one column, or the first of several
     * @return the numbers in the order of the file
     * @throws IllegalArgumentException if there is no such file or column, or it holds something that is not a number;
     *     the message is one sentence that names the file and, where it applies, the line
     */
    double[] column(String file, Optional<String> column);
}
