package org.fetchlab.cli.report;

/** Turns a report into text. */
public interface Renderer {
    /**
     * Renders a report.
     *
     * @param report the result of a command
     * @return the whole text, ending in a line break
     */
    String render(Report report);
}
