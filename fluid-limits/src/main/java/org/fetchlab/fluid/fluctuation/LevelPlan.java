package org.fetchlab.fluid.fluctuation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.fetchlab.fluid.trajectory.RegimeSwitch;
import org.fetchlab.fluid.trajectory.SampleTimes;
import org.fetchlab.fluid.trajectory.SampledTrajectory;
import org.fetchlab.fluid.trajectory.TailPoint;

/**
 * With how many levels covariances are carried along a path: those that are in use by then. A covariance costs the square of
 * their number, and an overloaded path takes to them one after the other.
 */
final class LevelPlan {
    /** Levels are taken by so many, because a change costs a restart of the integration. */
    private static final int BLOCK = 8;
    /** A regime uses at most that many levels above its index. */
    private static final int ABOVE_REGIME = 2;
    /** How many pieces a path is cut into at least, to see its levels grow. */
    private static final int PIECES = 50;

    private final SampledTrajectory path;
    private final double[] times;

    /** A plan for a path at the times of a {@link #grid}. */
    LevelPlan(SampledTrajectory path, double[] times) {
        this.path = path;
        this.times = times;
    }

    /**
     * The times at which a path has to be known to get moments at given times.
     *
     * @throws IllegalArgumentException if the times are out of range or order
     */
    static double[] grid(double[] times) {
        SampleTimes.checked(times);
        double horizon = times[times.length - 1];
        DoubleStream own =
                IntStream.rangeClosed(1, PIECES).mapToDouble(i -> i == PIECES ? horizon : i * horizon / PIECES);
        return DoubleStream.concat(Arrays.stream(times), own)
                .sorted()
                .distinct()
                .toArray();
    }

    /** The stretches of the path, in order, with levels that never decrease. */
    List<Stretch> stretches() {
        List<Stretch> stretches = new ArrayList<>();
        int levels = 0;
        double start = 0;
        double end = 0;
        for (TailPoint point : path.points()) {
            int needed = Math.max(levels, needed(point));
            if (needed > levels && end > start) {
                stretches.add(stretch(levels, start, end));
                start = end;
            }
            levels = needed;
            end = point.time();
        }
        stretches.add(stretch(levels, start, end));
        return stretches;
    }

    private Stretch stretch(int levels, double start, double end) {
        double[] own = Arrays.stream(times)
                .filter(time -> (time > start || start == 0) && time <= end)
                .toArray();
        return new Stretch(levels, start, end, own);
    }

    private int needed(TailPoint point) {
        int used = point.tails().levels() - 1;
        while (used > 0 && !(point.tails().tail(used) > FluctuationSolver.NEGLIGIBLE_TAIL)) {
            used--;
        }
        int regime = path.switches().stream()
                .filter(change -> change.time() <= point.time())
                .mapToInt(RegimeSwitch::to)
                .max()
                .orElse(0);
        return BLOCK * (1 + (Math.max(used, regime) + ABOVE_REGIME - 1) / BLOCK);
    }
}
