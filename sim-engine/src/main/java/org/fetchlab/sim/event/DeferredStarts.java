package org.fetchlab.sim.event;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Copies that could enter service at the same instant. When copies are cancelled on start, it matters which of several
 * servers that become free, or are repaired, at one instant starts its copy first. So these starts are deferred until all of
 * those servers are free, and then made in an order that does not depend on which became free first. Not thread-safe.
 */
final class DeferredStarts implements Server.StartListener {
    private final boolean areDeferred;
    private final Consumer<Copy> started;
    private int[] free = new int[4];
    private int count;

    /**
     * None.
     *
     * @param areDeferred whether starts are deferred at all
     * @param started hears of each copy that enters service, if starts are deferred
     */
    DeferredStarts(boolean areDeferred, Consumer<Copy> started) {
        this.areDeferred = areDeferred;
        this.started = started;
    }

    boolean areWaiting() {
        return count > 0;
    }

    @Override
    public boolean defersStart(int server) {
        if (areDeferred && !isKnown(server)) {
            if (count == free.length) {
                free = Arrays.copyOf(free, 2 * count);
            }
            free[count++] = server;
        }
        return areDeferred;
    }

    private boolean isKnown(int server) {
        for (int i = 0; i < count; i++) {
            if (free[i] == server) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void started(Copy copy) {
        if (areDeferred) {
            started.accept(copy);
        }
    }

    /** Starts what can start now. Every start may cancel copies that others would have started. */
    void start(Server[] servers, double now) {
        for (Server next = first(servers); next != null; next = first(servers)) {
            next.startHead(now);
        }
        count = 0;
    }

    /** The server whose start is first, if there is one. */
    private @Nullable Server first(Server[] servers) {
        Copy best = null;
        for (int i = 0; i < count; i++) {
            Copy copy = servers[free[i]].deferred();
            if (copy != null && (best == null || Request.startsBefore(copy, best))) {
                best = copy;
            }
        }
        return best == null ? null : best.server;
    }
}
