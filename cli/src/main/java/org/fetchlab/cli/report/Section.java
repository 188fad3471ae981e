package org.fetchlab.cli.report;

import java.util.List;

/**
 * A titled table with notes under it.
 *
 * @param title one line
 * @param table the rows
 * @param notes one sentence each; they explain columns and marks
 */
public record Section(String title, Table<?> table, List<String> notes) {
    /**
     * Copies the list.
     *
     * @param title one line
     * @param table the rows
     * @param notes one sentence each
     */
    public Section {
        notes = List.copyOf(notes);
    }
}
