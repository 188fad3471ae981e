package org.fetchlab.sim.recursion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fetchlab.model.testing.StatisticalAssertions.assertAgree;
import static org.fetchlab.sim.Runs.mean;
import static org.fetchlab.sim.Runs.run;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.demand.Popularity;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.model.testing.ReferenceTable;
import org.fetchlab.sim.OwnInterval;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.observe.PercentileEstimate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fork-join systems against the tables of exact chains and long independent simulations. Fixed seeds; false-alarm
 * rate 0.05 for each mean and percentile of general arrivals, 1e-3 for every other number: those lie in the 99.9 % interval of the run.
 */
class ForkJoinReferenceTest {
    private static final ServiceTime UNIT = ServiceTimes.exponential(1);
    private static final double PRINTED_PERCENTILE = 1e-4;
    /** At the highest load of the rows of a code and its speeds. */
    private static final double PRINTED_PERCENTILE_AT_THE_HIGHEST_LOAD = 1e-3;

    private static final double PRINTED_FRACTION = 1e-4;
    /** The stated accuracy of the 99th percentiles of general arrivals, taken for half of a 95 % interval. */
    private static final double REFERENCE_PERCENTILE = 0.003;
    /** Means and percentiles inside the combined 95 % intervals: with another seed one row of twenty would raise a false alarm. */
    private static final double COMBINED_INTERVALS = 0.05;

    private static StorageCode code(String spec) {
        return switch (spec) {
            case "mds(9,6)" -> StorageCode.mds(9, 6);
            case "lrc(6,2,2)" -> StorageCode.lrc(6, 2, 2);
            case "simplex(3)" -> StorageCode.simplex(3);
            default -> throw new IllegalArgumentException(spec);
        };
    }

    static Stream<ReferenceTable.Row> generalArrivals() {
        return ReferenceTable.read("fork_join_general_arrival_simulated.csv").rows();
    }

    private static void checkGeneralArrivals(ReferenceTable.Row row, long requests, double resolution) {
        StorageCode code = code(row.text("code"));
        Decoding decoding = Decoding.valueOf(row.text("decoding").toUpperCase(Locale.ROOT));
        ForkJoinSystem system = ForkJoinSystem.of(
                RequestMix.ofObjects(code, decoding, Popularity.uniform()),
                ServiceTimes.exponential(row.number("mu")),
                row.number("lambda"));
        ExperimentResult result = run(system, requests);
        Estimate reference = new Estimate(row.number("mean"), row.number("ci95_halfwidth"), 0.95);
        Estimate simulated = result.mean().value().orElseThrow();
        assertThat(simulated.halfWidth()).isLessThan(resolution * reference.value());
        assertAgree(simulated, reference, COMBINED_INTERVALS);
        double p99 = row.number("p99");
        Estimate simulated99 = interval(result.percentile(99.0).value().orElseThrow());
        assertThat(simulated99.halfWidth()).isLessThan(2 * resolution * p99);
        assertAgree(simulated99, new Estimate(p99, REFERENCE_PERCENTILE * p99, 0.95), COMBINED_INTERVALS);
    }

    @ParameterizedTest
    @MethodSource("generalArrivals")
    void generalArrivalsAgreeWithLongIndependentSimulations(ReferenceTable.Row row) {
        checkGeneralArrivals(row, 400_000, 0.02);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("generalArrivals")
    void generalArrivalsAgreeToTheFullPrecisionOfTheReference(ReferenceTable.Row row) {
        checkGeneralArrivals(row, 32_000_000, 0.002);
    }

    static Stream<ReferenceTable.Row> fixedArrivals() {
        return ReferenceTable.read("fork_join_fixed_arrival.csv").rows();
    }

    private static void checkFixedArrivals(ReferenceTable.Row row, long requests, double resolution) {
        StorageCode code = StorageCode.availability(row.integer("r"), row.integer("t"));
        double[] speeds = new double[code.servers()];
        Arrays.fill(speeds, row.number("mu"));
        speeds[code.systematicServer(0).orElseThrow()] = row.number("gamma");
        ForkJoinSystem system = ForkJoinSystem.of(
                        RequestMix.fixed(code.recovery(0, Decoding.GROUPS)), UNIT, row.number("lambda"))
                .withSpeeds(speeds);
        ExperimentResult result = run(system, requests);
        assertMean(row, result, resolution);
        double printed = isHighestLoad(row) ? PRINTED_PERCENTILE_AT_THE_HIGHEST_LOAD : PRINTED_PERCENTILE;
        for (String percent : new String[] {"50", "90", "99"}) {
            assertPercentile(result, Double.parseDouble(percent), row.number("p" + percent), printed, 2 * resolution);
        }
        double[] fractions = row.numbers("type_fractions");
        ForkJoinStatistics statistics = ForkJoinStatistics.of(system, result).orElseThrow();
        for (int type = 0; type < fractions.length; type++) {
            OwnInterval.assertCovers(
                    statistics.typeFractions().get(type), fractions[type], PRINTED_FRACTION, 4 * resolution);
        }
    }

    /** The mean is known up to the bracket of the row. */
    private static void assertMean(ReferenceTable.Row row, ExperimentResult result, double resolution) {
        double lower = row.number("mean_lower");
        double upper = row.number("mean_upper");
        OwnInterval.assertCovers(mean(result), (lower + upper) / 2, (upper - lower) / 2, resolution);
    }

    /** The limits of a percentile, at 95 %, are those of a mean of fractions; they widen like its interval. */
    private static void assertPercentile(
            ExperimentResult result, double percent, double exact, double printed, double resolution) {
        Estimate interval = interval(result.percentile(percent).value().orElseThrow());
        OwnInterval.assertCovers(interval, exact, printed * exact, resolution);
    }

    private static Estimate interval(PercentileEstimate estimate) {
        return new Estimate(estimate.value(), (estimate.upper() - estimate.lower()) / 2, estimate.confidence());
    }

    private static boolean isHighestLoad(ReferenceTable.Row row) {
        return fixedArrivals()
                .filter(other ->
                        Stream.of("r", "t", "gamma", "mu").allMatch(key -> other.number(key) == row.number(key)))
                .noneMatch(other -> other.number("lambda") > row.number("lambda"));
    }

    @ParameterizedTest
    @MethodSource("fixedArrivals")
    void fixedArrivalsAgreeWithTheExactChain(ReferenceTable.Row row) {
        checkFixedArrivals(row, 800_000, 0.1);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("fixedArrivals")
    void fixedArrivalsAgreeWithTheExactChainWithinOnePercent(ReferenceTable.Row row) {
        checkFixedArrivals(row, enough(row), 0.01);
    }

    /** Near the capacity the variance of the mean grows like 1/(1-ρ)². */
    private static long enough(ReferenceTable.Row row) {
        double idle = 1 - row.number("lambda") / row.number("capacity_lower");
        return Math.max(20_000_000, Math.round(800_000 / (idle * idle)));
    }

    static Stream<ReferenceTable.Row> mds() {
        return ReferenceTable.read("fork_join_mds.csv").rows();
    }

    private static void checkMds(ReferenceTable.Row row, long requests, double resolution) {
        StorageCode code = StorageCode.mds(row.integer("n"), row.integer("k"));
        Recovery recovery =
                row.text("request").equals("whole-file") ? code.wholeFile() : code.recovery(0, Decoding.LINEAR);
        ForkJoinSystem system = ForkJoinSystem.of(RequestMix.fixed(recovery), UNIT, row.number("lambda"));
        assertMean(row, run(system, requests), resolution);
    }

    @ParameterizedTest
    @MethodSource("mds")
    void mdsCodesAgreeWithTheExactChain(ReferenceTable.Row row) {
        checkMds(row, 300_000, 0.1);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("mds")
    void mdsCodesAgreeWithTheExactChainWithinOnePercent(ReferenceTable.Row row) {
        checkMds(row, 20_000_000, 0.01);
    }
}
