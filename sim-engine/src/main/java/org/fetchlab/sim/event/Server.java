package org.fetchlab.sim.event;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One server and its line of copies. It keeps the event of its next departure in the queue up to date; the engine calls
 * {@link #departing} when that event happens. Not thread-safe.
 */
abstract sealed class Server {
    /** Hears that a copy enters service. */
    interface StartListener {
        /**
         * A server in order is free, or up again, while copies wait.
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
        void started(Copy copy);
    }

    final int index;
    /** One over its speed. */
    final double slowness;

    final EventQueue events;
    final StartListener listener;

    /** The copy that came first, unless there is none. */
    @Nullable
    Copy head;

    private @Nullable Copy tail;
    int length;
    /** Its speed now as a fraction of its own. */
    double speed = 1;

    private double presentSince;
    private double present;
    private double haltedSince;
    private double halted;
    /** The event of its next departure. */
    final int departure;

    Server(int index, double slowness, EventQueue events, StartListener listener) {
        this.index = index;
        this.slowness = slowness;
        this.events = events;
        this.listener = listener;
        departure = events.add(EventPath.DEPARTURE, EventPath.payload(EventPath.DEPARTURE, index));
    }

    /** A copy joins the line. */
    abstract void join(Copy copy, double now);

    /** The copy whose departure event has just been taken from the queue. */
    abstract Copy departing();

    /** A copy leaves, finished or removed. */
    abstract void leave(Copy copy, double now);

    /** The copy that waits for {@link #startHead}, if there is one. */
    abstract @Nullable Copy deferred();

    /** Starts the copy that waits for it. */
    abstract void startHead(double now);

    /** The service that a copy in the line has had so far; exactly its requirement when its departure is due. */
    abstract double attained(Copy copy, double now);

    /** The speed changes; 0 interrupts service. */
    abstract void setSpeed(double newSpeed, double now);

    /** The time since the last reset for which there were copies. */
    final double presentTime(double now) {
        return length > 0 ? present + (now - presentSince) : present;
    }

    /** The time since the last reset for which the server worked on copies, at any speed but 0. */
    final double workingTime(double now) {
        return Math.max(0, presentTime(now) - haltedTime(now));
    }

    /** The time since the last reset for which there were copies, and the server stood still. */
    private double haltedTime(double now) {
        return length > 0 && speed == 0 ? halted + (now - haltedSince) : halted;
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
        halted = 0;
        haltedSince = now;
    }

    /** To be called before the speed changes from or to 0. */
    final void countHalt(double now) {
        halted = haltedTime(now);
        haltedSince = now;
    }

    final void link(Copy copy, double now) {
        if (length == 0) {
            presentSince = now;
            haltedSince = now;
        }
        copy.previous = tail;
        copy.next = null;
        if (tail == null) {
            head = copy;
        } else {
            tail.next = copy;
        }
        tail = copy;
        length++;
    }

    final void unlink(Copy copy, double now) {
        if (length == 1) {
            present = presentTime(now);
            halted = haltedTime(now);
        }
        Copy before = copy.previous;
        Copy after = copy.next;
        if (before == null) {
            head = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            tail = before;
        } else {
            after.previous = before;
        }
        length--;
        copy.state = Copy.ABSENT;
    }

    /** Withdraws the departure, if it is pending. */
    final void unschedule() {
        if (events.isPending(departure)) {
            events.withdraw(departure);
        }
    }

    /** First come, first served. */
    static final class InOrder extends Server {
        /** Service that the copy at the head still needs at full speed; kept only while the server stands still. */
        private double remaining;

        InOrder(int index, double slowness, EventQueue events, StartListener listener) {
            super(index, slowness, events, listener);
        }

        @Override
        void join(Copy copy, double now) {
            copy.state = Copy.WAITING;
            link(copy, now);
            if (head == copy) {
                start(copy, now);
            }
        }

        /** Starts a copy, unless the server stands still: then it starts when the server is up again. */
        private void start(Copy copy, double now) {
            if (speed > 0) {
                copy.state = Copy.STARTED;
                serve(copy.requirement, now);
                listener.started(copy);
            }
        }

        private void serve(double requirement, double now) {
            if (speed > 0) {
                events.schedule(departure, now + requirement / speed);
            } else {
                remaining = requirement;
            }
        }

        @Override
        Copy departing() {
            return Objects.requireNonNull(head);
        }

        @Override
        void leave(Copy copy, double now) {
            boolean isServed = copy == head;
            if (isServed) {
                unschedule();
            }
            unlink(copy, now);
            if (isServed && head != null && !listener.defersStart(index)) {
                start(head, now);
            }
        }

        @Override
        @Nullable
        Copy deferred() {
            return speed > 0 && head != null && head.state == Copy.WAITING ? head : null;
        }

        @Override
        void startHead(double now) {
            start(Objects.requireNonNull(head), now);
        }

        @Override
        double attained(Copy copy, double now) {
            if (copy.state != Copy.STARTED) {
                return 0;
            }
            double left = events.isPending(departure) ? (events.time(departure) - now) * speed : remaining;
            return copy.requirement - left;
        }

        @Override
        void setSpeed(double newSpeed, double now) {
            if (events.isPending(departure)) {
                remaining = (events.time(departure) - now) * speed;
                unschedule();
            }
            countHalt(now);
            speed = newSpeed;
            if (head != null && head.state == Copy.STARTED) {
                serve(remaining, now);
            } else if (head != null && speed > 0 && !listener.defersStart(index)) {
                start(head, now);
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

        Shared(int index, double slowness, EventQueue events, StartListener listener) {
            super(index, slowness, events, listener);
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
        void join(Copy copy, double now) {
            update(now);
            copy.state = Copy.STARTED;
            copy.tag = virtualTime + copy.requirement;
            link(copy, now);
            reschedule(now);
            listener.started(copy);
        }

        private Copy firstToLeave() {
            Copy first = Objects.requireNonNull(head);
            for (Copy copy = first.next; copy != null; copy = copy.next) {
                if (copy.tag < first.tag) {
                    first = copy;
                }
            }
            return first;
        }

        private void reschedule(double now) {
            unschedule();
            if (length > 0 && speed > 0) {
                double needed = Math.max(0, firstToLeave().tag - virtualTime);
                events.schedule(departure, now + needed * length / speed);
            }
        }

        @Override
        Copy departing() {
            return firstToLeave();
        }

        @Override
        void leave(Copy copy, double now) {
            update(now);
            unlink(copy, now);
            reschedule(now);
        }

        @Override
        @Nullable
        Copy deferred() {
            return null;
        }

        @Override
        void startHead(double now) {
            throw new IllegalStateException("a shared server starts every copy at once");
        }

        @Override
        double attained(Copy copy, double now) {
            update(now);
            return copy.requirement - Math.max(0, copy.tag - virtualTime);
        }

        @Override
        void setSpeed(double newSpeed, double now) {
            update(now);
            countHalt(now);
            speed = newSpeed;
            reschedule(now);
        }
    }
}
