package org.fetchlab.sim.routing;

/**
 * Future departures, the next one first, in a calendar (R. Brown, Commun. ACM 31, 1988): pages of equal spans of time with a
 * fixed number of lines each, of which only today's is kept in order. Departures for a full page, or for a day beyond the
 * last page, go to a heap of their own.
 *
 * <p>Adding and removing take constant time, however many departures are known, and touch memory in few places; one heap of
 * all departures touches as many as it has levels. Not thread-safe; allocates only when a heap is larger than ever before.
 */
final class DepartureCalendar {
    private static final int EXPECTED_PER_PAGE = 32;
    private static final int LINES = 48;
    /** So that all lines fit in one array. */
    private static final int MOST_PAGES = Integer.highestOneBit(Integer.MAX_VALUE / LINES);

    private final double pagesPerTime;
    private final int pages;
    private final int[] used;
    private final double[] times;
    private final int[] servers;
    private final DepartureHeap soon = new DepartureHeap();
    private final DepartureHeap elsewhere = new DepartureHeap();
    /** The number of the page up to which departures have moved to the heap of those that are soon. */
    private long today;

    private int onPages;

    /**
     * An empty calendar at time 0. Its size matters for speed alone.
     *
     * @param departuresPerTime how many departures are expected in a unit of time, positive and finite
     * @param expected how many departures are expected to be known at any time
     */
    DepartureCalendar(double departuresPerTime, int expected) {
        pagesPerTime = departuresPerTime / EXPECTED_PER_PAGE;
        pages = pages(expected);
        used = new int[pages];
        times = new double[pages * LINES];
        servers = new int[pages * LINES];
    }

    /** A power of two. */
    static int pages(int expected) {
        long wanted = 4L * expected / EXPECTED_PER_PAGE;
        return Integer.highestOneBit((int) Math.max(1, Math.min(wanted, MOST_PAGES)));
    }

    /** The number of departures known. */
    int size() {
        return soon.size() + elsewhere.size() + onPages;
    }

    /** Adds the departure from a server, at a time not before any that {@link #hasNext} was asked for. */
    void add(double time, int server) {
        long page = (long) (time * pagesPerTime);
        int place = (int) page & (pages - 1);
        if (page <= today) {
            soon.add(time, server);
        } else if (page - today < pages && used[place] < LINES) {
            int line = place * LINES + used[place]++;
            times[line] = time;
            servers[line] = server;
            onPages++;
        } else {
            elsewhere.add(time, server);
        }
    }

    /** Whether there is a departure up to a time that never decreases from call to call. */
    boolean hasNext(double until) {
        turnTo((long) (until * pagesPerTime));
        return Math.min(soon.nextTime(), elsewhere.nextTime()) <= until;
    }

    /** Reads from the memory of the servers that may have departures up to a time. The result is of no interest. */
    long touch(double until, ServersByLength queues) {
        turnTo((long) (until * pagesPerTime));
        return soon.touch(queues);
    }

    /** Removes the next departure and returns its server; only after {@link #hasNext} has found one. */
    int remove() {
        return (soon.nextTime() <= elsewhere.nextTime() ? soon : elsewhere).remove();
    }

    private void turnTo(long page) {
        while (today < page && onPages > 0) {
            tearOff((int) ++today & (pages - 1));
        }
        today = Math.max(today, page);
    }

    private void tearOff(int place) {
        int from = place * LINES;
        for (int line = from; line < from + used[place]; line++) {
            soon.add(times[line], servers[line]);
        }
        onPages -= used[place];
        used[place] = 0;
    }
}
