package org.fetchlab.sim.event;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Copies that could enter service at the same instant. When copies are cancelled on start, it matters which of several
 * servers that become free at one instant starts its copy first. So these starts are deferred until all of those servers are
 * free, and then made in an order that does not depend on which became free first. Not thread-safe.
 */
final class DeferredStarts implements Server.StartListener {
    /** The order of starts. */
    @FunctionalInterface
    interface Order {
        /**
         * Compares two copies that could start now.
         *
         * @param copy a copy
         * @param other another copy
         * @return whether the first one starts first
         */
        boolean isBefore(int copy, int other);
    }

    private final boolean areDeferred;
    private final IntConsumer started;
    private final Order order;
    private int[] free = new int[4];
    private int count;

    /**
     * None.
     *
     * @param areDeferred whether starts are deferred at all
     * @param started hears of each copy that enters service
     * @param order the order of starts of one instant
     */
    DeferredStarts(boolean areDeferred, IntConsumer started, Order order) {
        this.areDeferred = areDeferred;
        this.started = started;
        this.order = order;
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
    public void started(int copy) {
        started.accept(copy);
    }

    /** Starts what can start now. Every start may cancel copies that others would have started. */
    void start(Server[] servers, double now) {
        for (int next = first(servers); next >= 0; next = first(servers)) {
            servers[next].startHead(now);
        }
        count = 0;
    }

    /** The server whose start is first, or -1. */
    private int first(Server[] servers) {
        int best = -1;
        for (int i = 0; i < count; i++) {
            int copy = servers[free[i]].deferred();
            if (copy >= 0 && (best < 0 || order.isBefore(copy, servers[best].deferred()))) {
                best = free[i];
            }
        }
        return best;
    }
}
