package org.fetchlab.sim.routing;

import java.util.Arrays;

/** Future departures in a binary heap: the next one first. */
final class DepartureHeap {
    private double[] times = new double[64];
    private int[] servers = new int[64];
    private int size;

    int size() {
        return size;
    }

    /** The time of the next departure; infinite if there is none. */
    double nextTime() {
        return size == 0 ? Double.POSITIVE_INFINITY : times[0];
    }

    /** Reads from the memory of all servers with a departure. */
    long touch(ServersByLength queues) {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += queues.length(servers[i]);
        }
        return sum;
    }

    void add(double time, int server) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            servers = Arrays.copyOf(servers, 2 * size);
        }
        int hole = size++;
        while (hole > 0 && times[(hole - 1) >>> 1] > time) {
            int parent = (hole - 1) >>> 1;
            times[hole] = times[parent];
            servers[hole] = servers[parent];
            hole = parent;
        }
        times[hole] = time;
        servers[hole] = server;
    }

    /** Removes the next departure and returns its server. */
    int remove() {
        int first = servers[0];
        size--;
        double time = times[size];
        int hole = 0;
        for (int child = 1; child < size; child = 2 * hole + 1) {
            if (child + 1 < size && times[child + 1] < times[child]) {
                child++;
            }
            if (times[child] >= time) {
                break;
            }
            times[hole] = times[child];
            servers[hole] = servers[child];
            hole = child;
        }
        times[hole] = time;
        servers[hole] = servers[size];
        return first;
    }
}
