package org.fetchlab.cli.command;

import java.util.Locale;

/** When progress is shown on standard error. */
enum ProgressMode {
    /** On a terminal. */
    AUTO,
    /** Always, one line per update. */
    ALWAYS,
    /** Never. */
    NEVER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
