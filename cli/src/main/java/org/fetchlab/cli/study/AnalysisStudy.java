package org.fetchlab.cli.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.fetchlab.forkjoin.Approximation;
import org.fetchlab.forkjoin.ForkJoinAnalysis;
import org.fetchlab.forkjoin.inorder.DownloadTimeBracket;
import org.fetchlab.forkjoin.inorder.InOrderResult;
import org.fetchlab.forkjoin.inorder.ServiceShares;
import org.fetchlab.forkjoin.literature.PublishedResult;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficLaw;
import org.fetchlab.forkjoin.mg1.SaturatedLeads;
import org.fetchlab.forkjoin.mg1.TypeFractions;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.jspecify.annotations.Nullable;

/** Asks the analysis of a fork-join system about everything it knows. */
public final class AnalysisStudy {
    private final ForkJoinAnalysis analysis;
    private final List<String> percentiles;
    private final double tolerance;

    /**
     * A study.
     *
     * @param analysis the system at its arrival rate
     * @param percentiles the percentiles to report, as the user wrote them
     * @param tolerance the relative width that the bracket of the mean should have, positive
     */
    public AnalysisStudy(ForkJoinAnalysis analysis, List<String> percentiles, double tolerance) {
        this.analysis = analysis;
        this.percentiles = List.copyOf(percentiles);
        this.tolerance = tolerance;
    }

    /**
     * Runs the study.
     *
     * @param code the text form of the code
     * @return what theory says
     */
    public AnalysisResult result(String code) {
        boolean isUnstable = analysis.verdict() == Verdict.UNSTABLE;
        Outcome<InOrderResult> chain = analysis.exact();
        Optional<InOrderResult> solved = isUnstable ? Optional.empty() : chain.value();
        Optional<DownloadTimeBracket> law = solved.map(InOrderResult::downloadTime);
        List<String> notes = new ArrayList<>();
        Optional.ofNullable(Views.reason(chain)).ifPresent(notes::add);
        solved.flatMap(this::shortfall).ifPresent(notes::add);
        law.stream().flatMap(AnalysisStudy::gaps).forEach(notes::add);
        return new AnalysisResult(
                code,
                analysis.arrivalRate(),
                Views.word(analysis.verdict()),
                Views.capacity(analysis.capacity(), estimatedLaw().isEmpty()),
                lowTraffic(),
                value(analysis.splitMerge()),
                value(analysis.fastSplitMerge()),
                isUnstable ? null : Views.bounds(analysis.mean(), estimatedLaw().isEmpty()),
                solved.map(found -> exact(found, law.orElseThrow())).orElse(null),
                analysis.saturation().map(AnalysisStudy::saturation).orElse(null),
                analysis.approximations().stream()
                        .map(AnalysisStudy::approximation)
                        .toList(),
                analysis.literature().stream().map(AnalysisStudy::published).toList(),
                notes.isEmpty() ? null : notes);
    }

    private boolean isNarrow(InOrderResult chain) {
        return chain.relativeWidth() <= tolerance;
    }

    /** What the mean of the chain lacks of the accuracy that was asked for, and what gives the mean nevertheless. */
    private Optional<String> shortfall(InOrderResult chain) {
        if (isNarrow(chain)) {
            return Optional.empty();
        }
        String width = Double.isInfinite(chain.relativeWidth())
                ? "the mean has no upper end"
                : String.format(
                        Locale.ROOT,
                        "the bracket of the mean is %.1e wide, relative to its lower end",
                        chain.relativeWidth());
        return Optional.of("Tolerance " + tolerance + " not reached: with leads up to " + chain.maxLead() + " ("
                + chain.phases() + " phases), the most within the limits, " + width + " in the in-order chain."
                + exactMean()
                        .map(formula -> " " + formula + " gives the mean exactly.")
                        .orElse(""));
    }

    /** The formula that gives both ends of the mean. */
    private Optional<String> exactMean() {
        Outcome<Double> lower = analysis.mean().lower();
        return lower.value().isPresent() && lower.equals(analysis.mean().upper())
                ? Optional.of(lower.method())
                : Optional.empty();
    }

    /** Why percentiles lack an end. */
    private static Stream<String> gaps(DownloadTimeBracket law) {
        return Stream.of(law.lower(), law.upper())
                .flatMap(end -> Stream.ofNullable(Views.reason(end)))
                .distinct()
                .map(reason -> "Percentiles: " + reason + ".");
    }

    private AnalysisResult.LowTraffic lowTraffic() {
        return new AnalysisResult.LowTraffic(
                analysis.lowTrafficMoment(1).value().orElse(null),
                analysis.lowTrafficMoment(2).value().orElse(null),
                analysis.lowTraffic().quantile(0.5),
                analysis.lowTraffic().quantile(0.99),
                estimatedLaw().map(AnalysisStudy::halfWidths).orElse(null));
    }

    /** The law of a lone request, if it is an estimate. */
    private Optional<LowTrafficLaw> estimatedLaw() {
        return analysis.lowTraffic() instanceof LowTrafficLaw law && !law.isExact()
                ? Optional.of(law)
                : Optional.empty();
    }

    private static AnalysisResult.LowTrafficHalfWidths halfWidths(LowTrafficLaw law) {
        return new AnalysisResult.LowTrafficHalfWidths(
                law.momentEstimate(1).value().map(Estimate::halfWidth).orElse(null),
                law.momentEstimate(2).value().map(Estimate::halfWidth).orElse(null),
                law.quantileEstimate(0.5).halfWidth(),
                law.quantileEstimate(0.99).halfWidth());
    }

    private AnalysisResult.Exact exact(InOrderResult chain, DownloadTimeBracket law) {
        Bounds mean = chain.mean();
        Optional<ServiceShares> shares = chain.shares().value();
        return new AnalysisResult.Exact(
                mean.lower().value().orElse(null),
                mean.upper().value().orElse(null),
                percentiles(law),
                shares.map(ServiceShares::typeFractions)
                        .map(AnalysisStudy::fractions)
                        .orElse(null),
                shares.map(ServiceShares::spread).orElse(null),
                shares.map(ServiceShares::wonBySystematic)
                        .map(AnalysisStudy::bracket)
                        .orElse(null),
                shares.map(ServiceShares::wonByRecovery)
                        .map(AnalysisStudy::bracket)
                        .orElse(null),
                shares.map(ServiceShares::utilisation)
                        .map(AnalysisStudy::bracket)
                        .orElse(null),
                chain.residual(),
                chain.maxLead(),
                chain.phases(),
                isNarrow(chain));
    }

    private static AnalysisResult.Bracket bracket(Bounds bounds) {
        return new AnalysisResult.Bracket(
                bounds.lower().value().orElse(null), bounds.upper().value().orElse(null));
    }

    private Map<String, AnalysisResult.Bracket> percentiles(DownloadTimeBracket law) {
        Map<String, AnalysisResult.Bracket> brackets = new LinkedHashMap<>();
        for (String percent : percentiles) {
            brackets.put(percent, bracket(law.quantile(Double.parseDouble(percent) / 100)));
        }
        return brackets;
    }

    private static AnalysisResult.Value value(Outcome<Double> mean) {
        return new AnalysisResult.Value(mean.value().orElse(null), Views.reason(mean));
    }

    private static @Nullable List<Double> fractions(TypeFractions fractions) {
        return Views.list(fractions.toArray());
    }

    private static AnalysisResult.Saturation saturation(SaturatedLeads leads) {
        TypeFractions types = leads.typeFractions();
        return new AnalysisResult.Saturation(
                leads.noLead(),
                List.of(types.fraction(0), types.fraction(1)),
                leads.wonBySystematic(),
                leads.wonByRecovery());
    }

    private static AnalysisResult.ApproximateMean approximation(Approximation approximation) {
        return new AnalysisResult.ApproximateMean(
                approximation.name(),
                approximation.mean().value().orElse(null),
                approximation
                        .typeFractions()
                        .value()
                        .map(AnalysisStudy::fractions)
                        .orElse(null),
                Views.reason(approximation.mean(), approximation.typeFractions()));
    }

    private static AnalysisResult.Published published(PublishedResult result) {
        return new AnalysisResult.Published(
                result.name(),
                Views.word(result.kind()),
                result.mean().value().orElse(null),
                result.source(),
                result.validity(),
                Views.reason(result.mean()));
    }
}
