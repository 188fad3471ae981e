package org.fetchlab.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.fetchlab.cli.input.Choice;
import org.fetchlab.cli.input.Grids;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.input.WholeNumber;
import org.fetchlab.cli.report.OutputFile;
import org.fetchlab.cli.report.Report;
import org.fetchlab.cli.study.AnalysisResult;
import org.fetchlab.cli.study.AnalysisStudy;
import org.fetchlab.cli.study.RequestKind;
import org.fetchlab.forkjoin.ForkJoinAnalysis;
import org.fetchlab.forkjoin.GeneralArrivals;
import org.fetchlab.forkjoin.ServiceRates;
import org.fetchlab.forkjoin.inorder.Accuracy;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.demand.Popularity;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.model.text.Quantity;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fetchlab analyze}: one code without simulation. */
@Command(
        name = "analyze",
        versionProvider = ProductVersion.class,
        header = "One code without simulation: exact values, certified bounds, published formulas.",
        sortOptions = false,
        description = {
            "",
            "Requests arrive at random times and are copied to every server that can help; servers are first",
            "come first served; the copies that are not needed are cancelled on completion. Service is",
            "exponential. See 'fetchlab codes --help' for CODE.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  fetchlab analyze 'availability(2,3)' --arrival-rate 1",
            "  fetchlab analyze 'mds(9,6)' --request whole-file --arrival-rate 0.8 --percentiles 50,99,99.9",
            "  fetchlab analyze 'availability(2,1)' --gamma 2 --alpha 1 --beta 0.5 --arrival-rate 1"
        })
final class AnalyzeCommand implements Callable<Integer> {
    /** Which objects requests ask for. */
    private enum Arrivals {
        FIXED,
        GENERAL
    }

    @Parameters(paramLabel = "CODE", arity = "0..1", description = "The code.")
    @Nullable
    String codeText;

    @Option(
            names = "--arrival-rate",
            paramLabel = "RATE",
            order = 10,
            description = "Requests per unit time for the whole system (required).")
    @Nullable
    String arrivalRateText;

    @Mixin
    RequestOption requestOption = new RequestOption();

    @Option(
            names = "--arrivals",
            paramLabel = "HOW",
            order = 12,
            description = {
                "Which objects requests ask for (default: fixed):",
                "  fixed         all for the same",
                "  general       each for a random one, all equally popular"
            })
    String arrivalsText = "fixed";

    @Mixin
    DecodingOption decodingOption = new DecodingOption();

    @Option(names = "--mu", paramLabel = "RATE", order = 25, description = "Service rate of every server (default: 1).")
    @Nullable
    String muText;

    @Option(
            names = "--gamma",
            paramLabel = "RATE",
            order = 26,
            description = "Service rate of the object's own server (default: that of --mu).")
    @Nullable
    String gammaText;

    @Option(
            names = "--alpha",
            paramLabel = "RATE",
            order = 27,
            description = "With --beta: rates of the two servers of each recovery group (default: that of --mu).")
    @Nullable
    String alphaText;

    @Option(names = "--beta", paramLabel = "RATE", order = 28, description = "See --alpha.")
    @Nullable
    String betaText;

    @Option(
            names = "--tolerance",
            paramLabel = "REL",
            order = 40,
            description = "Relative width of the bracket of the mean (default: 1e-6).")
    String toleranceText = "1e-6";

    @Option(
            names = "--max-lead",
            paramLabel = "N",
            order = 41,
            description = "How far servers may be ahead in the exact chain, at most (default: 60).")
    String maxLeadText = "60";

    @Mixin
    PercentilesOption percentilesOption = new PercentilesOption();

    @Mixin
    CodeOptions codeOptions = new CodeOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        Problems problems = new Problems();
        Optional<StorageCode> code = code(problems);
        problems.addIf(
                arrivalRateText == null,
                "--arrival-rate is required: requests per unit time, such as --arrival-rate 0.5");
        Optional<Double> rate = rate("--arrival-rate", arrivalRateText, problems);
        Optional<RequestKind> request = requestOption.read(problems);
        Optional<Arrivals> arrivals = problems.read("--arrivals", arrivalsText, Choice.of(Arrivals.class));
        Optional<Decoding> decoding = decodingOption.read(problems);
        Optional<ServiceRates> rates = rates(problems);
        Optional<Accuracy> accuracy = accuracy(problems);
        Optional<List<String>> percentiles = percentilesOption.read(problems);
        common.threads(problems);
        Optional<OutputFile> file = common.outputFile(problems);
        boolean isGeneral = arrivals.filter(Arrivals.GENERAL::equals).isPresent();
        problems.addIf(
                isGeneral && request.filter(RequestKind.WHOLE_FILE::equals).isPresent(),
                "--arrivals general is about single objects; leave out --request whole-file");
        problems.addIf(
                isGeneral && rates.isPresent() && rates.get().common().isEmpty(),
                "--arrivals general needs equal servers; leave out --gamma, --alpha and --beta");
        problems.throwIfAny();

        ForkJoinAnalysis analysis = isGeneral
                ? general(
                        code.orElseThrow(),
                        decoding.orElseThrow(),
                        rates.orElseThrow(),
                        rate.orElseThrow(),
                        accuracy.orElseThrow())
                : ForkJoinAnalysis.fixedArrivals(
                        recovery(code.orElseThrow(), decoding.orElseThrow(), request.orElseThrow()),
                        rates.orElseThrow(),
                        rate.orElseThrow(),
                        accuracy.orElseThrow());
        AnalysisResult result = new AnalysisStudy(
                        analysis, percentiles.orElseThrow(), accuracy.get().tolerance())
                .result(code.get().spec());
        common.publish(new Report(common.header(conventions()), result, AnalysisReport.sections(result)), file);
        return result.status().equals("stable") && result.answersTheMean() ? ExitCodes.DONE : ExitCodes.NO_ANSWER;
    }

    private Optional<StorageCode> code(Problems problems) {
        if (codeText == null) {
            problems.add("analyze needs a code, such as 'mds(9,6)'");
            return Optional.empty();
        }
        return codeOptions.codes(List.of(codeText), common.dataFiles(), problems).stream()
                .findFirst();
    }

    private Optional<ServiceRates> rates(Problems problems) {
        Optional<Double> mu = rate("--mu", muText, problems);
        Optional<Double> gamma = rate("--gamma", gammaText, problems);
        Optional<Double> alpha = rate("--alpha", alphaText, problems);
        Optional<Double> beta = rate("--beta", betaText, problems);
        problems.addIf((alphaText == null) != (betaText == null), "--alpha and --beta are needed together");
        double common = mu.orElse(1.0);
        double systematic = gamma.orElse(common);
        return Optional.of(
                alpha.isPresent() && beta.isPresent()
                        ? ServiceRates.localityTwo(systematic, alpha.get(), beta.get())
                        : ServiceRates.systematicAndRecovery(systematic, common));
    }

    private static Optional<Double> rate(String option, @Nullable String text, Problems problems) {
        return problems.readIfGiven(option, text, Grids::positiveRate).map(Quantity::value);
    }

    private Optional<Accuracy> accuracy(Problems problems) {
        Optional<Double> tolerance = problems.read("--tolerance", toleranceText, Grids::fraction);
        Optional<Long> maxLead = problems.read("--max-lead", maxLeadText, text -> WholeNumber.atLeast(1, text));
        return tolerance.flatMap(width -> maxLead.map(
                lead -> new Accuracy(width, (int) Math.min(lead, Integer.MAX_VALUE), Accuracy.DEFAULT.maxPhases())));
    }

    private static Recovery recovery(StorageCode code, Decoding decoding, RequestKind request) {
        return request == RequestKind.WHOLE_FILE
                ? code.wholeFile()
                : code.recovery(code.requestedObjects()[0], decoding);
    }

    private ForkJoinAnalysis general(
            StorageCode code, Decoding decoding, ServiceRates rates, double arrivalRate, Accuracy accuracy) {
        int[] objects = code.requestedObjects();
        GeneralArrivals system = GeneralArrivals.of(
                IntStream.of(objects)
                        .mapToObj(object -> code.recovery(object, decoding))
                        .toList(),
                Popularity.uniform().probabilities(objects.length),
                ServiceTimes.exponential(rates.common().orElseThrow()),
                new RandomStreams(common.seed));
        return ForkJoinAnalysis.generalArrivals(system, arrivalRate, accuracy);
    }

    private Map<String, Object> conventions() {
        Map<String, Object> conventions = new LinkedHashMap<>();
        conventions.put("arrivals", "Poisson, " + arrivalsText + "; rates are for the whole system");
        conventions.put("request", requestOption.text);
        conventions.put("decoding", decodingOption.text);
        conventions.put("service", "exponential");
        conventions.put("mu", muText == null ? "1" : muText);
        if (alphaText != null && betaText != null) {
            conventions.put("alpha", alphaText);
            conventions.put("beta", betaText);
        }
        if (gammaText != null) {
            conventions.put("gamma", gammaText);
        }
        conventions.put("cancel", "on-complete");
        conventions.put("tolerance", toleranceText);
        conventions.put("max_lead", maxLeadText);
        return conventions;
    }
}
