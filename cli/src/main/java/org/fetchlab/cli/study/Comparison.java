package org.fetchlab.cli.study;

import java.util.List;
import java.util.Optional;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.sim.experiment.StoppingRule;

/**
 * Which codes are compared, under which loads, and how precisely.
 *
 * @param codes at least one code
 * @param workload what each of them has to serve
 * @param arrivalRates requests per unit time, positive, in increasing order
 * @param stopping when enough is simulated
 * @param percentiles the percentiles to report, as the user wrote them, such as {@code "99.9"}
 * @param streams the random streams of all simulations: every code sees the same arrivals
 * @param target the service level to judge, if there is one
 */
public record Comparison(
        List<StorageCode> codes,
        Workload workload,
        List<Double> arrivalRates,
        StoppingRule stopping,
        List<String> percentiles,
        RandomStreams streams,
        Optional<ServiceLevel> target) {
    /**
     * Copies the lists.
     *
     * @param codes at least one code
     * @param workload what each of them has to serve
     * @param arrivalRates requests per unit time
     * @param stopping when enough is simulated
     * @param percentiles the percentiles to report
     * @param streams the random streams of all simulations
     * @param target the service level to judge
     */
    public Comparison {
        codes = List.copyOf(codes);
        arrivalRates = List.copyOf(arrivalRates);
        percentiles = List.copyOf(percentiles);
    }

    /**
     * The number of rows of the result.
     *
     * @return one per code and arrival rate
     */
    public int size() {
        return codes.size() * arrivalRates.size();
    }
}
