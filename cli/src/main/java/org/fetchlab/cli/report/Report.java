package org.fetchlab.cli.report;

import java.util.List;

/**
 * The result of one command, in the forms that renderers need.
 *
 * @param header what the result is and how to get it again
 * @param content for machines: a list of records, printed as {@code results}, or one record, whose fields stand beside
 *     those of the header
 * @param lines for spreadsheets: a list of records, one for each line
 * @param sections for readers: titled tables
 */
public record Report(Header header, Object content, List<?> lines, List<Section> sections) {
    /**
     * Copies the lists.
     *
     * @param header what the result is and how to get it again
     * @param content for machines
     * @param lines for spreadsheets
     * @param sections for readers
     */
    public Report {
        lines = List.copyOf(lines);
        sections = List.copyOf(sections);
    }

    /**
     * A report whose spreadsheet has one line per result.
     *
     * @param header what the result is and how to get it again
     * @param content for machines: a list of records or one record
     * @param sections for readers
     */
    public Report(Header header, Object content, List<Section> sections) {
        this(header, content, content instanceof List<?> results ? results : List.of(content), sections);
    }
}
