package org.fetchlab.sim.event;

import java.util.Arrays;
import java.util.List;
import org.fetchlab.model.code.Recovery;
import org.jspecify.annotations.Nullable;

/**
 * The requests in the system, one per row of {@link Copies}, with decoders that are reused row by row. Not thread-safe;
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
    /** How many of the positions in the order of sending have been sent. */
    int[] sent = new int[0];

    private Recovery.@Nullable Decoder[][] finished = new Recovery.Decoder[0][];
    private Recovery.@Nullable Decoder[][] started = new Recovery.Decoder[0][];

    /** The positions of each row in the order in which copies are sent. */
    int[] sendingOrder = new int[0];

    private final int width;

    Requests(List<Recovery> recoveries, int width) {
        this.recoveries = recoveries;
        this.width = width;
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
        decoder(finished, row).reset();
        decoder(started, row).reset();
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
        sent = Arrays.copyOf(sent, rows);
        sendingOrder = Arrays.copyOf(sendingOrder, rows * width);
        int before = finished.length;
        finished = Arrays.copyOf(finished, rows);
        started = Arrays.copyOf(started, rows);
        for (int row = before; row < rows; row++) {
            finished[row] = new Recovery.Decoder[recoveries.size()];
            started[row] = new Recovery.Decoder[recoveries.size()];
        }
    }

    private Recovery.Decoder decoder(Recovery.@Nullable Decoder[][] decoders, int row) {
        int kind = kinds[row];
        Recovery.Decoder decoder = decoders[row][kind];
        if (decoder == null) {
            decoder = recoveries.get(kind).decoder();
            decoders[row][kind] = decoder;
        }
        return decoder;
    }

    /** Adds a finished copy; returns whether the finished copies recover. */
    boolean addFinished(int row, int server) {
        return decoder(finished, row).add(server);
    }

    /** Adds a copy in service; returns whether the copies that ever started recover. */
    boolean addStarted(int row, int server) {
        return decoder(started, row).add(server);
    }
}
