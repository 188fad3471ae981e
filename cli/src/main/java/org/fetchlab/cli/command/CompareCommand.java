package org.fetchlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.fetchlab.cli.input.Grids;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.input.ServiceLevelReader;
import org.fetchlab.cli.report.OutputFile;
import org.fetchlab.cli.report.Report;
import org.fetchlab.cli.study.Comparison;
import org.fetchlab.cli.study.ComparisonRow;
import org.fetchlab.cli.study.ComparisonStudy;
import org.fetchlab.cli.study.RequestKind;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.text.Quantity;
import org.fetchlab.sim.experiment.StoppingRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fetchlab compare}: codes side by side. */
@Command(
        name = "compare",
        versionProvider = ProductVersion.class,
        header = "Codes side by side: storage, fault tolerance, and download time at given loads.",
        sortOptions = false,
        description = {
            "",
            "Requests arrive at random times, each for one object. A request sends copies to the servers",
            "that can help, and is done when the finished copies recover its object; the download time runs",
            "from arrival to completion. Shown are its mean for a lone request, certified bounds on the mean",
            "under load, and the simulated mean and percentiles with 95 %% confidence. A chart shows the mean",
            "against the arrival rate.",
            "",
            CodeOptions.GRAMMAR,
            "Without any: 6*rep(3), mds(9,6), lrc(6,2,2), 2*simplex(3), the published comparison of four",
            "ways to store six objects.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  fetchlab compare",
            "  fetchlab compare 'rep(3)' 'mds(9,6)' --arrival-rates 0.2:1.4:7 --chart loads.svg",
            "  fetchlab compare 'mds(9,6)' --service 'percentiles(50:12ms,90:25ms,99:110ms)' --arrival-rates 40/s",
            "  fetchlab compare -f examples/four-codes.yaml --slo 'p99<2'"
        })
final class CompareCommand implements Callable<Integer> {
    @Parameters(paramLabel = "CODE", arity = "0..*", description = "The codes to compare.")
    List<String> codeTexts = new ArrayList<>();

    @Option(
            names = "--arrival-rates",
            paramLabel = "RATES",
            order = 10,
            description = {
                "Requests per unit time for the whole system: 0.1,0.5,1 or from:to:count;",
                "also 200/s (default: 0.45,0.9,1.3,1.6)."
            })
    String arrivalRatesText = "0.45,0.9,1.3,1.6";

    @Mixin
    WorkloadOptions workloadOptions = new WorkloadOptions();

    @Mixin
    SimulationOptions simulationOptions = new SimulationOptions();

    @Option(
            names = "--slo",
            paramLabel = "TARGET",
            order = 60,
            description =
                    "Service level such as p99<50ms or mean<2: says which codes meet it; exit code 3 when none does.")
    @Nullable
    String serviceLevelText;

    @Mixin
    ChartOption chartOption = new ChartOption();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        Problems problems = new Problems();
        Optional<List<Quantity>> rates = problems.read("--arrival-rates", arrivalRatesText, Grids::arrivalRates);
        Optional<ServiceLevelReader.Reading> level =
                problems.readIfGiven("--slo", serviceLevelText, ServiceLevelReader::read);
        Units units = new Units(problems);
        WorkloadOptions.Reading reading = workloadOptions.read(
                codeTexts, RequestKind.ONE_OBJECT, workloadOptions.access(), common.dataFiles(), units, problems);
        SimulationOptions.Reading simulation =
                simulationOptions.read(level.flatMap(given -> given.level().percentile()), problems);
        int threads = common.threads(problems);
        Optional<OutputFile> file = common.outputFile(problems);
        ChartOption.Target picture = chartOption.read(problems);
        rates.ifPresent(given -> given.forEach(rate -> units.add("--arrival-rates", rate.hasUnit())));
        level.ifPresent(given -> units.add("--slo", given.hasUnit()));
        units.check();
        problems.throwIfAny();

        Comparison comparison = new Comparison(
                reading.codes(),
                reading.workload().orElseThrow(),
                rates.orElseThrow().stream().map(Quantity::value).toList(),
                simulation.stopping(),
                simulation.percentiles(),
                new RandomStreams(common.seed),
                level.map(ServiceLevelReader.Reading::level));
        List<ComparisonRow> rows = run(comparison, threads);
        ComparisonReport presentation = new ComparisonReport(comparison, units, rows);
        Report report = new Report(common.header(presentation.conventions()), rows, presentation.sections(rows));
        picture.draw(presentation.chart(rows));
        common.publish(report, file);
        return exitCode(comparison, rows);
    }

    private List<ComparisonRow> run(Comparison comparison, int threads) {
        try (ProgressDisplay progress = common.progressDisplay("Simulating", comparison.size())) {
            return new ComparisonStudy(comparison, threads, progress::update).rows(progress::taskDone);
        }
    }

    private static int exitCode(Comparison comparison, List<ComparisonRow> rows) {
        boolean isUnanswered = rows.stream().noneMatch(CompareCommand::isAnswered);
        boolean isTargetMissed = rows.stream()
                .allMatch(row -> row.slo() != null && row.slo().met().equals("no"));
        boolean isImprecise = comparison.stopping() instanceof StoppingRule.RelativePrecision goal
                && rows.stream().anyMatch(row -> isLessPrecise(row, goal.relativeHalfWidth()));
        return isUnanswered || isTargetMissed || isImprecise ? ExitCodes.NO_ANSWER : ExitCodes.DONE;
    }

    /** Whether a row says how long a download takes: by the exact chain, or by a mean or percentile of the simulation. */
    private static boolean isAnswered(ComparisonRow row) {
        ComparisonRow.Simulation simulation = row.simulation();
        return row.exact() != null
                || (simulation != null
                        && (simulation.mean() != null
                                || simulation.percentiles().values().stream()
                                        .anyMatch(percentile -> percentile.value() != null)));
    }

    private static boolean isLessPrecise(ComparisonRow row, double goal) {
        ComparisonRow.Simulation simulation = row.simulation();
        return simulation != null
                && (simulation.mean() == null
                        || simulation.halfWidth95() == null
                        || simulation.halfWidth95() > goal * simulation.mean());
    }
}
