package org.fetchlab.sim.recursion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.model.testing.StatisticalAssertions.RARE;
import static org.fetchlab.model.testing.StatisticalAssertions.assertAgree;
import static org.fetchlab.model.testing.StatisticalAssertions.assertCovers;
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
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.observe.PercentileEstimate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fork-join systems against the tables of exact chains and long independent simulations. Fixed seeds; false-alarm
 * rate 0.05 for each mean of general arrivals, 1e-6 for every other number.
 */
class ForkJoinReferenceTest {
    private static final ServiceTime UNIT = ServiceTimes.exponential(1);
    /** Means inside the combined 95 % intervals: with another seed one row of twenty would raise a false alarm. */
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
        PercentileEstimate p99 = result.percentile(99.0).value().orElseThrow();
        double slack = (p99.upper() - p99.lower()) / 2 * 2.5 + 0.003 * 2.5 * row.number("p99");
        assertThat(p99.value()).isCloseTo(row.number("p99"), within(slack));
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
        double exact = (row.number("mean_lower") + row.number("mean_upper")) / 2;
        assertCovers(result.mean().value().orElseThrow(), exact, resolution, RARE);
        for (String percent : new String[] {"50", "90", "99"}) {
            PercentileEstimate estimate =
                    result.percentile(Double.parseDouble(percent)).value().orElseThrow();
            double margin = (estimate.upper() - estimate.lower()) * 1.5 + 1e-3 * estimate.value();
            assertThat(estimate.value()).isCloseTo(row.number("p" + percent), within(margin));
        }
        double[] fractions = row.numbers("type_fractions");
        ForkJoinStatistics statistics = ForkJoinStatistics.of(system, result).orElseThrow();
        for (int type = 0; type < fractions.length; type++) {
            assertCovers(statistics.typeFractions().get(type), fractions[type], 1, RARE);
        }
    }

    @ParameterizedTest
    @MethodSource("fixedArrivals")
    void fixedArrivalsAgreeWithTheExactChain(ReferenceTable.Row row) {
        checkFixedArrivals(row, 300_000, 0.06);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("fixedArrivals")
    void fixedArrivalsAgreeWithTheExactChainWithinOnePercent(ReferenceTable.Row row) {
        checkFixedArrivals(row, 20_000_000, 0.01);
    }

    static Stream<ReferenceTable.Row> mds() {
        return ReferenceTable.read("fork_join_mds.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("mds")
    void mdsCodesAgreeWithTheExactChain(ReferenceTable.Row row) {
        StorageCode code = StorageCode.mds(row.integer("n"), row.integer("k"));
        Recovery recovery =
                row.text("request").equals("whole-file") ? code.wholeFile() : code.recovery(0, Decoding.LINEAR);
        ForkJoinSystem system = ForkJoinSystem.of(RequestMix.fixed(recovery), UNIT, row.number("lambda"));
        double exact = (row.number("mean_lower") + row.number("mean_upper")) / 2;
        assertCovers(mean(system, 300_000), exact, 0.08, RARE);
    }
}
