package org.fetchlab.sim;

import java.util.List;
import java.util.stream.DoubleStream;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.sim.recursion.RequestMix;

/**
 * A few requests with given times, small enough to follow by hand, and when each of them completes.
 *
 * @param system what is simulated, in words
 * @param mix what requests ask for
 * @param access where copies are sent
 * @param cancellation what happens to copies that are not needed any more
 * @param script arrivals, choices, service times and speeds
 * @param completions when each request completes
 */
public record WorkedExample(
        String system,
        RequestMix mix,
        AccessPolicy access,
        Cancellation cancellation,
        Script script,
        List<Double> completions) {
    /**
     * An example.
     *
     * @param system what is simulated, in words
     * @param mix what requests ask for
     * @param access where copies are sent
     * @param cancellation what happens to copies that are not needed any more
     * @param script arrivals, choices, service times and speeds
     * @param completions when each request completes
     * @return the example
     */
    public static WorkedExample of(
            String system,
            RequestMix mix,
            AccessPolicy access,
            Cancellation cancellation,
            Script script,
            double... completions) {
        List<Double> times = DoubleStream.of(completions).boxed().toList();
        return new WorkedExample(system, mix, access, cancellation, script, times);
    }

    /**
     * When each request completes.
     *
     * @return the times in the order of arrivals
     */
    public double[] completionTimes() {
        return completions.stream().mapToDouble(Double::doubleValue).toArray();
    }

    @Override
    public String toString() {
        return system + ", " + access.spec() + ", " + cancellation;
    }
}
