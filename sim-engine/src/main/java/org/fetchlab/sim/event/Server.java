package org.fetchlab.sim.event;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * One server and its line of copies. It keeps the event of its next departure in the queue up to date; the engine calls
 * {@link #departing} when that event happens. Not thread-safe.
 */
abstract sealed class Server {
    /** Hears that a copy enters service. */
    interface StartListener {
        /**
         * A server in order is free while copies wait.
         *
         * @param server its index
         * @return whether {@link #startHead} will be called at this instant, rather than that the server starts the first
         *     of them now
         */
        boolean defersStart(int server);

        /**
         * A copy enters service now.
         *
         * @param copy the copy
         */
        void started(int copy);
    }

    final int index;
    final Copies copies;
    final EventQueue events;
    final StartListener listener;
    int head = -1;
    int tail = -1;
    int length;
    double speed = 1;
    private double presentSince;
    private double present;
    private double workingSince;
    private double working;
    int departure = EventQueue.NONE;

    Server(int index, Copies copies, EventQueue events, StartListener listener) {
        this.index = index;
        this.copies = copies;
        this.events = events;
        this.listener = listener;
    }

    boolean isIdle() {
        return length == 0;
    }

    /** A copy joins the line. */
    abstract void join(int copy, double now);

    /** The copy whose departure event has just been taken from the queue. */
    abstract int departing();

    /** A copy leaves, finished or removed. */
    abstract void leave(int copy, double now);

    /** The copy that waits for {@link #startHead}, or -1. */
    abstract int deferred();

    /** Starts the copy that waits for it. */
    abstract void startHead(double now);

    /** The service that a copy in the line has had so far; exactly its requirement when its departure is due. */
    abstract double attained(int copy, double now);

    /** The speed changes; 0 interrupts service. */
    abstract void setSpeed(double newSpeed, double now);

    /** The time since the last reset for which there were copies. */
    final double presentTime(double now) {
        return length > 0 ? present + (now - presentSince) : present;
    }

    /** The time since the last reset for which the server worked on copies, at any speed but 0. */
    final double workingTime(double now) {
        return length > 0 && speed > 0 ? working + (now - workingSince) : working;
    }

    /** What fraction of the elapsed time is a time of each server; zeros when no time has passed. */
    static double[] fractions(Server[] servers, ToDoubleFunction<Server> time, double elapsed) {
        return Arrays.stream(servers)
                .mapToDouble(server -> elapsed > 0 ? time.applyAsDouble(server) / elapsed : 0)
                .toArray();
    }

    /** Forgets the times. */
    final void resetTimes(double now) {
        present = 0;
        presentSince = now;
        working = 0;
        workingSince = now;
    }

    /** To be called before the line changes from or to empty, and before the speed changes from or to 0. */
    final void countTimes(double now) {
        present = presentTime(now);
        presentSince = now;
        working = workingTime(now);
        workingSince = now;
    }

    final void link(int copy, double now) {
        if (length == 0) {
            countTimes(now);
        }
        copies.previous[copy] = tail;
        copies.next[copy] = -1;
        if (tail < 0) {
            head = copy;
        } else {
            copies.next[tail] = copy;
        }
        tail = copy;
        length++;
    }

    final void unlink(int copy, double now) {
        if (length == 1) {
            countTimes(now);
        }
        int before = copies.previous[copy];
        int after = copies.next[copy];
        if (before < 0) {
            head = after;
        } else {
            copies.next[before] = after;
        }
        if (after < 0) {
            tail = before;
        } else {
            copies.previous[after] = before;
        }
        length--;
        copies.states[copy] = Copies.ABSENT;
    }

    final void schedule(double time) {
        departure = events.schedule(time, EventPath.DEPARTURE, EventPath.payload(EventPath.DEPARTURE, index));
    }

    /** Withdraws the departure event, if there is one. */
    final void unschedule() {
        if (departure != EventQueue.NONE) {
            events.withdraw(departure);
            departure = EventQueue.NONE;
        }
    }

    /** First come, first served. */
    static final class InOrder extends Server {
        /** Service that the copy at the head still needs at full speed; kept only while the server stands still. */
        private double remaining;

        InOrder(int index, Copies copies, EventQueue events, StartListener listener) {
            super(index, copies, events, listener);
        }

        @Override
        void join(int copy, double now) {
            copies.states[copy] = Copies.WAITING;
            link(copy, now);
            if (head == copy) {
                start(copy, now);
            }
        }

        private void start(int copy, double now) {
            copies.states[copy] = Copies.STARTED;
            serve(copies.requirements[copy], now);
            listener.started(copy);
        }

        private void serve(double requirement, double now) {
            if (speed > 0) {
                schedule(now + requirement / speed);
            } else {
                remaining = requirement;
            }
        }

        @Override
        int departing() {
            departure = EventQueue.NONE;
            return head;
        }

        @Override
        void leave(int copy, double now) {
            boolean isServed = copy == head;
            if (isServed) {
                unschedule();
            }
            unlink(copy, now);
            if (isServed && head >= 0 && !listener.defersStart(index)) {
                start(head, now);
            }
        }

        @Override
        int deferred() {
            return head >= 0 && copies.states[head] == Copies.WAITING ? head : -1;
        }

        @Override
        void startHead(double now) {
            start(head, now);
        }

        @Override
        double attained(int copy, double now) {
            if (copy != head) {
                return 0;
            }
            double left = departure == EventQueue.NONE ? remaining : (events.time(departure) - now) * speed;
            return copies.requirements[copy] - left;
        }

        @Override
        void setSpeed(double newSpeed, double now) {
            if (departure != EventQueue.NONE) {
                remaining = (events.time(departure) - now) * speed;
                unschedule();
            }
            countTimes(now);
            speed = newSpeed;
            if (head >= 0) {
                serve(remaining, now);
            }
        }
    }

    /**
     * Processor sharing. Virtual time advances at speed / length, so a copy that joins at virtual time v leaves at v plus its
     * requirement, whatever happens to the others.
     */
    static final class Shared extends Server {
        private double virtualTime;
        private double lastUpdate;

        Shared(int index, Copies copies, EventQueue events, StartListener listener) {
            super(index, copies, events, listener);
        }

        private void update(double now) {
            if (length > 0) {
                virtualTime += (now - lastUpdate) * speed / length;
            } else {
                virtualTime = 0;
            }
            lastUpdate = now;
        }

        @Override
        void join(int copy, double now) {
            update(now);
            copies.states[copy] = Copies.STARTED;
            copies.tags[copy] = virtualTime + copies.requirements[copy];
            link(copy, now);
            reschedule(now);
            listener.started(copy);
        }

        private int firstToLeave() {
            int first = head;
            for (int copy = head; copy >= 0; copy = copies.next[copy]) {
                if (copies.tags[copy] < copies.tags[first]) {
                    first = copy;
                }
            }
            return first;
        }

        private void reschedule(double now) {
            unschedule();
            if (length > 0 && speed > 0) {
                double needed = Math.max(0, copies.tags[firstToLeave()] - virtualTime);
                schedule(now + needed * length / speed);
            }
        }

        @Override
        int departing() {
            departure = EventQueue.NONE;
            return firstToLeave();
        }

        @Override
        void leave(int copy, double now) {
            update(now);
            unlink(copy, now);
            reschedule(now);
        }

        @Override
        int deferred() {
            return -1;
        }

        @Override
        void startHead(double now) {
            throw new IllegalStateException("a shared server starts every copy at once");
        }

        @Override
        double attained(int copy, double now) {
            update(now);
            return copies.requirements[copy] - Math.max(0, copies.tags[copy] - virtualTime);
        }

        @Override
        void setSpeed(double newSpeed, double now) {
            update(now);
            countTimes(now);
            speed = newSpeed;
            reschedule(now);
        }
    }
}
