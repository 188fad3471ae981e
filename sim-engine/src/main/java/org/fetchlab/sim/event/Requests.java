package org.fetchlab.sim.event;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.model.code.Recovery;
import org.jspecify.annotations.Nullable;

/**
 * The requests in the system, one per row of {@link Copies}, with decoders that are reused. Not thread-safe;
 * allocates only when more requests are in the system than ever before.
 */
final class Requests {
    private final List<Recovery> recoveries;
    long[] indices = new long[0];
    double[] arrivals = new double[0];
    int[] kinds = new int[0];
    /** How many copies are in the lines of servers. */
    int[] outstanding = new int[0];
    /** Whether the finished copies recover what was asked for. */
    boolean[] isComplete = new boolean[0];
    /** Whether the started copies are enough, when copies are cancelled on start. */
    boolean[] isStarted = new boolean[0];
    /** The pending event that sends further copies, or {@link EventQueue#NONE}. */
    int[] hedges = new int[0];
    /** Whether a cancellation is on its way. */
    boolean[] isPurging = new boolean[0];
    /** How many copies are sent in all, unless the request completes before. */
    int[] planned = new int[0];
    /** How many of the positions in the order of sending have been sent. */
    int[] sent = new int[0];

    /** Decoders of finished copies, and of copies that ever started, of the requests in the system. */
    private Recovery.@Nullable Decoder[] finished = new Recovery.Decoder[0];

    private Recovery.@Nullable Decoder[] started = new Recovery.Decoder[0];
    /** Decoders that no request uses, by kind. */
    private final List<ArrayDeque<Recovery.Decoder>> unused;

    /** The positions of each row in the order in which copies are sent. */
    int[] sendingOrder = new int[0];

    private final int width;

    private final boolean areStartsCounted;

    /**
     * No request yet.
     *
     * @param recoveries how each thing is recovered
     * @param width the most copies of a request
     * @param areStartsCounted whether {@link #addStarted} will be asked
     */
    Requests(List<Recovery> recoveries, int width, boolean areStartsCounted) {
        this.recoveries = recoveries;
        this.width = width;
        this.areStartsCounted = areStartsCounted;
        unused = Stream.generate(() -> new ArrayDeque<Recovery.Decoder>())
                .limit(recoveries.size())
                .toList();
    }

    /** A new request in an unused row. */
    void open(int row, int rows, long index, double arrival, int kind) {
        if (rows > indices.length) {
            grow(rows);
        }
        indices[row] = index;
        arrivals[row] = arrival;
        kinds[row] = kind;
        outstanding[row] = 0;
        isComplete[row] = false;
        isStarted[row] = false;
        hedges[row] = EventQueue.NONE;
        isPurging[row] = false;
        sent[row] = 0;
        finished[row] = decoder(kind);
        if (areStartsCounted) {
            started[row] = decoder(kind);
        }
    }

    private void grow(int rows) {
        indices = Arrays.copyOf(indices, rows);
        arrivals = Arrays.copyOf(arrivals, rows);
        kinds = Arrays.copyOf(kinds, rows);
        outstanding = Arrays.copyOf(outstanding, rows);
        isComplete = Arrays.copyOf(isComplete, rows);
        isStarted = Arrays.copyOf(isStarted, rows);
        hedges = Arrays.copyOf(hedges, rows);
        isPurging = Arrays.copyOf(isPurging, rows);
        planned = Arrays.copyOf(planned, rows);
        sent = Arrays.copyOf(sent, rows);
        sendingOrder = Arrays.copyOf(sendingOrder, rows * width);
        finished = Arrays.copyOf(finished, rows);
        started = Arrays.copyOf(started, rows);
    }

    private Recovery.Decoder decoder(int kind) {
        Recovery.Decoder decoder = unused.get(kind).poll();
        if (decoder == null) {
            return recoveries.get(kind).decoder();
        }
        decoder.reset();
        return decoder;
    }

    /** A request leaves its row. */
    void close(int row) {
        recycle(row, finished);
        recycle(row, started);
    }

    private void recycle(int row, Recovery.@Nullable Decoder[] decoders) {
        Recovery.Decoder decoder = decoders[row];
        if (decoder != null) {
            unused.get(kinds[row]).push(decoder);
            decoders[row] = null;
        }
    }

    /** Adds a finished copy; returns whether the finished copies recover. */
    boolean addFinished(int row, int server) {
        return add(finished[row], server);
    }

    /** Adds a copy in service; returns whether the copies that ever started recover. */
    boolean addStarted(int row, int server) {
        return add(started[row], server);
    }

    private static boolean add(Recovery.@Nullable Decoder decoder, int server) {
        return decoder != null && decoder.add(server);
    }
}
