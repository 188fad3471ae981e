package org.fetchlab.cli.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.fetchlab.fluid.fluctuation.LinearFunctional;
import org.fetchlab.fluid.fluctuation.Moments;
import org.fetchlab.fluid.fluctuation.RefinedTails;
import org.fetchlab.fluid.fluctuation.RefinedValue;
import org.fetchlab.model.result.Estimate;

/** Collects what limits the validity of the numbers for n servers, one sentence for each kind and quantity. */
final class FluidWarnings {
    private static final double LOWER = (1 - Estimate.DEFAULT_CONFIDENCE) / 2;

    private final int servers;
    private final List<Double> times;
    /** When corrections are large, by quantity. */
    private final Map<String, List<Double>> large = new LinkedHashMap<>();

    /** When bands are too narrow, by quantity. */
    private final Map<String, List<Double>> narrow = new LinkedHashMap<>();

    private final List<Double> voids = new ArrayList<>();
    private final List<Double> rough = new ArrayList<>();
    private final List<Double> roughExpansions = new ArrayList<>();
    private final List<String> atStationarity = new ArrayList<>();

    /** Warnings about a number of servers that are asked about at some times. */
    FluidWarnings(int servers, List<Double> times) {
        this.servers = servers;
        this.times = List.copyOf(times);
    }

    /** Looks at a refined value at one of the times, or at stationarity. */
    void check(String quantity, RefinedValue value, OptionalDouble time) {
        if (time.isEmpty()) {
            value.warning(quantity + " at stationarity").ifPresent(atStationarity::add);
        } else if (value.isLarge()) {
            large.computeIfAbsent(quantity, name -> new ArrayList<>()).add(time.getAsDouble());
        }
    }

    /** Looks at the refined tails that are shown, at stationarity or at the last time. */
    void check(RefinedTails tails, double smallest) {
        tails.warning(smallest).ifPresent(atStationarity::add);
    }

    /** Looks at the band of a quantity at one of the times, or at stationarity. */
    void check(String quantity, LinearFunctional functional, Moments moments, OptionalDouble time) {
        if (moments.isBandTooNarrow(functional, servers)) {
            time.ifPresentOrElse(
                    when -> narrow.computeIfAbsent(quantity, name -> new ArrayList<>())
                            .add(when),
                    () -> atStationarity.add(tooNarrow(quantity, "at stationarity")));
        }
    }

    /** Looks at the moments at one of the times, or at stationarity, which may be near a surface where the drift switches. */
    void check(Moments moments, OptionalDouble time) {
        if (moments.isExpansionVoid(servers)) {
            time.ifPresentOrElse(voids::add, () -> atStationarity.add(voidExpansion("at stationarity")));
        }
        if (moments.probabilityOfOtherRegime(servers) > LOWER) {
            time.ifPresentOrElse(rough::add, () -> atStationarity.add(otherRegime("at stationarity")));
        } else if (moments.isExpansionRough(servers)) {
            time.ifPresentOrElse(roughExpansions::add, () -> atStationarity.add(roughExpansion("at stationarity")));
        }
    }

    /** The sentences. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        if (!voids.isEmpty()) {
            sentences.add(voidExpansion(when(voids)));
        }
        if (!rough.isEmpty()) {
            sentences.add(otherRegime(when(rough)));
        }
        if (!roughExpansions.isEmpty()) {
            sentences.add(roughExpansion(when(roughExpansions)));
        }
        narrow.forEach((name, when) -> sentences.add(tooNarrow(name, when(when))));
        large.forEach((name, when) -> sentences.add(RefinedValue.warningOf(name + ", " + when(when) + ",")));
        sentences.addAll(atStationarity);
        return sentences;
    }

    /** Names the times out of those that were asked about. */
    String when(List<Double> some) {
        return String.format(
                Locale.ROOT,
                "at %d of %d times between %.4g and %.4g",
                some.size(),
                times.size(),
                some.get(0),
                some.get(some.size() - 1));
    }

    private String voidExpansion(String when) {
        return "the 1/n term is too large for " + servers + " servers, " + when
                + ": they are far from the limit of many servers and its bands, take more servers or simulate";
    }

    private String tooNarrow(String quantity, String when) {
        return "the band of " + quantity + " is too narrow, " + when + ": " + servers
                + " servers stray by the order of 1/n there, which it leaves out; simulate instead";
    }

    private String otherRegime(String when) {
        return "the band of " + servers + " servers reaches over a surface where the drift switches, " + when
                + ": bands and means are rough there, take more servers or simulate to be sure";
    }

    private String roughExpansion(String when) {
        return servers + " servers stray far near a surface where the drift switches, " + when
                + ": terms beyond 1/n may matter, take more servers or simulate to be sure";
    }
}
