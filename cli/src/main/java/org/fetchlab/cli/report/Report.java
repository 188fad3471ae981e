package org.fetchlab.cli.report;

import java.util.List;

/**
 * The result of one command, in the two forms that renderers need.
 *
 * @param header what the result is and how to get it again
 * @param content for machines: a list of records, printed as {@code results}, or one record, whose fields stand beside
 *     those of the header
 * @param sections for readers: titled tables
 */
public record Report(Header header, Object content, List<Section> sections) {
    /**
     * Copies the list.
     *
     * @param header what the result is and how to get it again
     * @param content for machines
     * @param sections for readers
     */
    public Report {
        sections = List.copyOf(sections);
    }
}
