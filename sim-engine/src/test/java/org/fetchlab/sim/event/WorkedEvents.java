package org.fetchlab.sim.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.sim.Script;
import org.fetchlab.sim.ScriptedTimes;
import org.fetchlab.sim.WorkedExample;
import org.jspecify.annotations.Nullable;

/**
 * What happens in a worked example besides arrivals and departures.
 *
 * @param name what it is
 * @param slowSpeed the speed of a server in a slow period
 * @param avoidsDownServers whether reads are degraded
 * @param discipline of the servers
 * @param purgeDelays how long the cancellation of each request takes; none for no time
 * @param up how long each server is at full speed, in order, then again after its slow period; none for ever
 * @param down how long slow periods last
 */
record WorkedEvents(
        String name,
        double slowSpeed,
        boolean avoidsDownServers,
        Discipline discipline,
        List<Double> purgeDelays,
        List<Double> up,
        List<Double> down) {
    private static final Discipline IN_ORDER = Discipline.FIRST_COME_FIRST_SERVED;

    @Override
    public String toString() {
        return name;
    }

    static WorkedEvents nothing() {
        return new WorkedEvents("", 0, false, IN_ORDER, List.of(), List.of(), List.of());
    }

    static WorkedEvents lateCancellations(double... delays) {
        return new WorkedEvents(
                "late cancellation, ",
                0,
                false,
                IN_ORDER,
                DoubleStream.of(delays).boxed().toList(),
                List.of(),
                List.of());
    }

    /** Server 0 has one slow period. */
    static WorkedEvents slowPeriod(String name, double speed, double from, double to) {
        return new WorkedEvents(name, speed, false, IN_ORDER, List.of(), List.of(from), List.of(to - from));
    }

    /** A server is down from some time on, and requests avoid it. */
    static WorkedEvents downFrom(int server, double time) {
        List<Double> up = new ArrayList<>(Collections.nCopies(server, ScriptedTimes.NEVER));
        up.add(time);
        return new WorkedEvents("degraded, ", 0, true, IN_ORDER, List.of(), up, List.of(ScriptedTimes.NEVER));
    }

    /** The same for requests that avoid servers that are down. */
    WorkedEvents degraded() {
        return new WorkedEvents("degraded " + name, slowSpeed, true, discipline, purgeDelays, up, down);
    }

    static WorkedEvents sharing() {
        return new WorkedEvents(
                "processor sharing, ", 0, false, Discipline.PROCESSOR_SHARING, List.of(), List.of(), List.of());
    }

    /** When each request of an example completes. */
    double[] completions(WorkedExample example) {
        AccessPolicy access = example.access();
        Script script = example.script();
        EventPath.Rules rules =
                new EventPath.Rules(access, example.cancellation(), slowSpeed, avoidsDownServers, discipline);
        EventPath.Variates variates = new EventPath.Variates(
                script.gaps(),
                script.things(),
                script.services(),
                script.chance(),
                script.chance(),
                script(purgeDelays),
                script(up),
                script(down));
        EventPath path = new EventPath(
                rules, variates, example.mix(), script.slowness(example.mix().servers()));
        return completions(path, example.completions().size());
    }

    private static @Nullable ScriptedTimes script(List<Double> times) {
        return times.isEmpty()
                ? null
                : new ScriptedTimes(
                        times.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** When each of the first requests of a path completes. */
    static double[] completions(EventPath path, int requests) {
        double[] completions = new double[requests];
        path.listen((index, arrival, completion) -> {
            if (index < requests) {
                completions[(int) index] = completion;
            }
        });
        while (Arrays.stream(completions).anyMatch(time -> time == 0)) {
            path.step();
        }
        return completions;
    }
}
