package org.fetchlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fetchlab.cli.input.Choice;
import org.fetchlab.cli.input.DataFiles;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.study.Workload;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.text.SpecReader;
import org.fetchlab.sim.event.Discipline;
import org.fetchlab.sim.event.EventDrivenSystem;
import org.fetchlab.sim.event.Interruption;
import org.fetchlab.sim.experiment.SimulatedSystem;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the servers of a code can do beside serving in order at one speed: differ, share, fail, cancel late. */
final class ServerOptions {
    /** The options; without any of them servers are plain. */
    static final List<String> NAMES = List.of(
            "--speeds",
            "--discipline",
            "--cancel-delay",
            "--up-time",
            "--down-time",
            "--slow-speed",
            "--degraded-reads");

    @Option(
            names = "--speeds",
            paramLabel = "S,S,...",
            order = 22,
            description =
                    "Speed of each server of a code, such as 1,1,0.5 (default: all 1): a copy takes its service time"
                            + " divided by it.")
    @Nullable
    String speedsText;

    @Option(
            names = "--discipline",
            paramLabel = "HOW",
            order = 32,
            description = {
                "How a server of a code works (default: first-come-first-served):",
                "  first-come-first-served, processor-sharing"
            })
    String disciplineText = "first-come-first-served";

    @Option(
            names = "--cancel-delay",
            paramLabel = "LAW",
            order = 33,
            description = "Time until a cancellation reaches the servers of a code (default: at once).")
    @Nullable
    String cancelDelayText;

    @Option(
            names = "--up-time",
            paramLabel = "LAW",
            order = 33,
            description = "With --down-time: servers of a code fail after such a time, and their copies wait.")
    @Nullable
    String upTimeText;

    @Option(names = "--down-time", paramLabel = "LAW", order = 34, description = "Time until a server is repaired.")
    @Nullable
    String downTimeText;

    @Option(
            names = "--slow-speed",
            paramLabel = "S",
            order = 34,
            description = "Share of its speed that a server keeps while down (default: 0).")
    String slowSpeedText = "0";

    @Option(
            names = "--degraded-reads",
            order = 34,
            description = "Requests avoid servers that are down when they arrive, if the others recover.")
    boolean areReadsDegraded;

    /**
     * What the options say.
     *
     * @param speeds one per server; empty if all have speed 1
     * @param discipline how servers work
     * @param cancelDelay how long cancellations take
     * @param interruption how servers fail
     * @param areReadsDegraded whether requests avoid servers that are down
     */
    record Reading(
            List<Double> speeds,
            Discipline discipline,
            Optional<ServiceTime> cancelDelay,
            Optional<Interruption> interruption,
            boolean areReadsDegraded) {
        /** A system whose servers have these speeds. */
        ForkJoinSystem atSpeeds(ForkJoinSystem system) {
            return speeds.isEmpty()
                    ? system
                    : system.withSpeeds(
                            speeds.stream().mapToDouble(Double::doubleValue).toArray());
        }

        /** A system whose servers do all else but fail, and whose copies go where a workload says. */
        SimulatedSystem applyTo(Workload workload, ForkJoinSystem forkAll) {
            boolean arePlain =
                    discipline == Discipline.FIRST_COME_FIRST_SERVED && cancelDelay.isEmpty() && interruption.isEmpty();
            return arePlain ? workload.accessed(forkAll) : changed(workload.eventDriven(forkAll));
        }

        private EventDrivenSystem changed(EventDrivenSystem system) {
            EventDrivenSystem changed = system.with(discipline);
            if (cancelDelay.isPresent()) {
                changed = changed.withCancellationDelay(cancelDelay.get());
            }
            if (areReadsDegraded) {
                changed = changed.withDegradedReads();
            }
            return changed;
        }

        /** The system with servers that fail, if they do. */
        SimulatedSystem interrupted(SimulatedSystem system) {
            return system instanceof EventDrivenSystem events && interruption.isPresent()
                    ? events.with(interruption.get())
                    : system;
        }

        /** Says so. */
        void describe(Map<String, Object> conventions) {
            if (!speeds.isEmpty()) {
                conventions.put("speeds", speeds);
            }
            conventions.put("queues", Choice.word(discipline).replace('-', ' '));
            cancelDelay.ifPresent(law -> conventions.put("cancel_delay", law.spec()));
            interruption.ifPresent(both -> {
                conventions.put("up_time", both.up().spec());
                conventions.put("down_time", both.down().spec());
                conventions.put("slow_speed", both.speed());
                conventions.put("degraded_reads", areReadsDegraded);
            });
        }
    }

    /** Reads the options; tells {@code units} which times have one. */
    Optional<Reading> read(DataFiles files, Units units, Problems problems) {
        Optional<List<Double>> speeds = problems.readIfGiven("--speeds", speedsText, ServerOptions::speeds);
        Optional<Discipline> discipline = problems.read("--discipline", disciplineText, Choice.of(Discipline.class));
        Optional<ServiceTime> cancelDelay = Law.readIfGiven("--cancel-delay", cancelDelayText, files, units, problems);
        Optional<ServiceTime> up = Law.readIfGiven("--up-time", upTimeText, files, units, problems);
        Optional<ServiceTime> down = Law.readIfGiven("--down-time", downTimeText, files, units, problems);
        problems.addIf((upTimeText == null) != (downTimeText == null), "--up-time and --down-time are needed together");
        problems.addIf(
                areReadsDegraded && upTimeText == null,
                "--degraded-reads needs servers that fail: --up-time, --down-time");
        Optional<Double> speed = problems.read(
                "--slow-speed", slowSpeedText, text -> SpecReader.readAll(text, reader -> reader.real("a share")));
        Optional<Interruption> interruption = up.isPresent() && down.isPresent() && speed.isPresent()
                ? problems.read("--slow-speed", "", text -> new Interruption(up.get(), down.get(), speed.get()))
                : Optional.empty();
        return discipline.map(
                how -> new Reading(speeds.orElse(List.of()), how, cancelDelay, interruption, areReadsDegraded));
    }

    private static List<Double> speeds(String text) {
        return SpecReader.readAll(text, reader -> {
            List<Double> speeds = new ArrayList<>();
            do {
                speeds.add(reader.real("a speed"));
            } while (reader.accept(','));
            return List.copyOf(speeds);
        });
    }
}
