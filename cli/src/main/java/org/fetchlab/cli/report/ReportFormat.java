package org.fetchlab.cli.report;

import java.util.Locale;
import java.util.function.Supplier;

/** The text formats of a report. */
public enum ReportFormat {
    /** Text tables for a terminal, with rounded numbers. */
    TABLE(TableRenderer::new),
    /** JSON with numbers at full precision. */
    JSON(JsonRenderer::new),
    /** CSV with one line per result and numbers at full precision. */
    CSV(CsvRenderer::new);

    @SuppressWarnings("ImmutableEnumChecker") // a constructor reference has no state
    private final Supplier<Renderer> constructor;

    ReportFormat(Supplier<Renderer> constructor) {
        this.constructor = constructor;
    }

    /**
     * A renderer for this format.
     *
     * @return a new renderer
     */
    public Renderer renderer() {
        return constructor.get();
    }

    /** The name as the command line writes it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
