package org.fetchlab.sim.recursion;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.observe.DownloadRecorder;

/**
 * (r=2, t=3) availability with all statistics against the {@link TightKernel}, in alternating blocks of requests by processor time,
 * for machines whose speed changes faster than JMH changes benchmarks: prints the least and the median time of a request.
 */
public final class KernelComparison {
    private static final int REQUESTS = 20_000;
    private static final int WARM_UP = 150;
    private static final int BLOCKS = 400;

    private KernelComparison() {}

    /**
     * Measures.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        ForkJoinSystem system = ForkJoinSystem.of(
                RequestMix.fixed(StorageCode.availability(2, 3).recovery(0, Decoding.GROUPS)),
                ServiceTimes.exponential(1),
                0.8);
        SamplePath path = system.path(new RandomStreams(1), 0);
        DownloadRecorder recorder = new DownloadRecorder(system.typicalTime());
        path.advance(REQUESTS, recorder);
        recorder.startMeasuring();
        TightKernel kernel = new TightKernel(new RandomStreams(1));
        double sum = 0;
        double[] kernelTimes = new double[BLOCKS];
        double[] requestTimes = new double[BLOCKS];
        for (int block = -WARM_UP; block < BLOCKS; block++) {
            long start = processorTime();
            sum += kernel.advance(REQUESTS);
            long middle = processorTime();
            path.advance(REQUESTS, recorder);
            long end = processorTime();
            if (block >= 0) {
                kernelTimes[block] = (middle - start) / (double) REQUESTS;
                requestTimes[block] = (end - middle) / (double) REQUESTS;
            }
        }
        print("tight kernel", kernelTimes);
        print("(2,3)-availability", requestTimes);
        System.out.printf("(checksum %.3f)%n", sum);
    }

    private static long processorTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void print(String name, double[] times) {
        Arrays.sort(times);
        System.out.printf("%-20s least %.1f ns, median %.1f ns a request%n", name, times[0], times[BLOCKS / 2]);
    }
}
