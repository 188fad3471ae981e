package org.fetchlab.cli.command;

import java.io.PrintWriter;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar on standard error, or nothing. */
final class ProgressDisplay implements AutoCloseable {
    private static final int WIDTH = 79;
    private static final int UPDATE_MILLISECONDS = 200;
    private static final int STEPS_PER_TASK = 100;

    private final @Nullable ProgressBar bar;
    private long tasksDone;

    private ProgressDisplay(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /** A display for a number of tasks of similar length. */
    static ProgressDisplay of(String name, int tasks, boolean isVisible, PrintWriter err) {
        if (!isVisible) {
            return new ProgressDisplay(null);
        }
        return new ProgressDisplay(new ProgressBarBuilder()
                .setTaskName(name)
                .setInitialMax((long) STEPS_PER_TASK * tasks)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(UPDATE_MILLISECONDS)
                .setUnit("%", tasks)
                .setConsumer(new DelegatingProgressBarConsumer(
                        line -> {
                            err.print("\r" + line);
                            err.flush();
                        },
                        WIDTH))
                .build());
    }

    /** The running task is partly done. */
    void update(long done, long planned) {
        if (bar != null && planned > 0) {
            bar.stepTo(STEPS_PER_TASK * tasksDone + STEPS_PER_TASK * Math.min(done, planned) / planned);
        }
    }

    /** The running task is done. */
    void taskDone() {
        tasksDone++;
        update(0, 1);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
