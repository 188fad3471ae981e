package org.fetchlab.cli.command;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.input.WholeNumber;
import org.fetchlab.cli.report.Header;
import org.fetchlab.cli.report.OutputFile;
import org.fetchlab.cli.report.Report;
import org.fetchlab.cli.report.ReportFormat;
import org.fetchlab.cli.study.EstimatedValue;
import org.fetchlab.cli.study.SimulationPlan;
import org.fetchlab.cli.study.SimulationResult;
import org.fetchlab.cli.study.SimulationStudy;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.StoppingRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fetchlab simulate}: one stochastic system. */
@Command(
        name = "simulate",
        versionProvider = ProductVersion.class,
        header = "One system, simulated exactly: download times and queues with their confidence intervals.",
        sortOptions = false,
        description = {
            "",
            "Simulates n servers (100 without --servers) under a routing policy, or the servers of a code:",
            "--policy 'fork-join(CODE)' copies requests to the servers of a code such as mds(9,6), and",
            "--arrival-rate is then that of the whole system; 'fast-split-merge(CODE)' serves them one by one,",
            "each as fast as the fastest, a lower bound. Under a policy that cuts a file into k pieces",
            "each piece takes exp(k) unless --service says otherwise: a file is one unit of work.",
            "Without --time the system is simulated at stationarity, for a number of requests or until the",
            "mean download time (--queues-only: the mean queue) is known to a precision; with --time,",
            "independent systems are followed from --initial to that time. A system that is not stable has",
            "no mean: it gets its status only, and the exit code is 3.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  fetchlab simulate --policy 'power-of-d(2)' --servers 1000 --arrival-rate 0.9",
            "  fetchlab simulate --servers 10000 --queues-only",
            "  fetchlab simulate --policy 'batch-sampling(5,3)' --servers 500 --time 10 --trajectory path.csv",
            "  fetchlab simulate --policy 'fork-join(availability(2,3))' --arrival-rate 1.2 --access 'hedge(0.5)'",
            "  fetchlab simulate --policy 'fork-join(rep(3))' --arrival-rate 1.2 --against 'hedge(0.5)'",
            "  fetchlab simulate --policy 'fork-join(mds(3,2))' --arrival-rate 0.8 --request whole-file --speeds 1,1,0.5",
            "  fetchlab simulate --policy 'fork-join(mds(9,6))' --up-time 'exp(0.01)' --down-time 'exp(1)'"
        })
final class SimulateCommand implements Callable<Integer> {
    @Mixin
    PolicyOption policy = new PolicyOption();

    @Option(
            names = "--against",
            paramLabel = "POLICY",
            order = 15,
            description = {
                "Simulate a second system on the same random numbers, and report the",
                "difference of the means with its interval: another policy, or for a",
                "code another --access."
            })
    @Nullable
    String againstText;

    @Mixin
    QueueingOptions queueing = new QueueingOptions();

    @Option(
            names = "--placement",
            paramLabel = "FILE",
            order = 14,
            description = {
                "Where files are (default: every set of servers alike): CSV, one line",
                "per file with its popularity and the numbers of its servers, from 0;",
                "policies choose among the servers of a file, however many it has."
            })
    @Nullable
    String placementText;

    @Mixin
    RequestOption requestOption = new RequestOption();

    @Mixin
    WorkloadOptions workload = new WorkloadOptions();

    @Mixin
    ServerOptions servers = new ServerOptions();

    @Mixin
    SimulationOptions simulation = new SimulationOptions();

    @Option(
            names = "--replications",
            paramLabel = "N",
            order = 43,
            description = "Independent paths (default: 32; 16 with --time).")
    @Nullable
    String replicationsText;

    @Option(
            names = "--trajectory",
            paramLabel = "FILE",
            order = 45,
            description = "Write the queues over time to a CSV file; needs --time.")
    @Nullable
    Path trajectory;

    @Option(
            names = "--queues-only",
            order = 43,
            description = "Queue lengths without download times: faster, for exponential service and many servers.")
    boolean areQueuesOnly;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        Problems problems = new Problems();
        Units units = new Units(problems);
        SimulatedSystemReader reader = new SimulatedSystemReader(this, units, problems);
        Optional<SimulationTask> task = reader.read();
        SimulationOptions.Reading reading = simulation.read(Optional.empty(), problems);
        Optional<Integer> replications =
                problems.readIfGiven("--replications", replicationsText, text -> WholeNumber.count(2, text));
        int threads = common.threads(problems);
        Optional<OutputFile> file = common.outputFile(problems);
        Optional<OutputFile> pathFile = CommonOptions.outputFile(problems, "--trajectory", trajectory);
        units.check();
        problems.throwIfAny();

        SimulationPlan plan = new SimulationPlan(
                reading.stopping(),
                replications.map(OptionalInt::of).orElse(OptionalInt.empty()),
                reading.percentiles(),
                new RandomStreams(common.seed));
        SimulationTask.Answer answer = run(task.orElseThrow(), plan, threads);
        SimulationReport presentation = new SimulationReport(answer, units);
        Header header = common.header(conventions(reader, plan, units, answer.result()));
        pathFile.ifPresent(target -> write(target, new Report(header, answer.trajectory(), List.of())));
        common.publish(new Report(header, answer.content(), presentation.sections()), file);
        boolean isAnswered =
                answer.results().stream().allMatch(result -> isAnswered(plan, result, pathFile.isPresent()));
        return isAnswered ? ExitCodes.DONE : ExitCodes.NO_ANSWER;
    }

    private SimulationTask.Answer run(SimulationTask task, SimulationPlan plan, int threads) {
        try (ProgressDisplay progress = common.progressDisplay("Simulating", 1)) {
            return task.run(new SimulationStudy(plan, new Execution(threads, progress::update, () -> false)));
        }
    }

    private static void write(OutputFile target, Report trajectory) {
        target.write(ReportFormat.CSV.renderer().render(trajectory).getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, Object> conventions(
            SimulatedSystemReader reader, SimulationPlan plan, Units units, SimulationResult result) {
        Map<String, Object> conventions = reader.conventions();
        conventions.put("time_unit", units.timeUnit());
        if (result.time() == null) {
            if (plan.stopping() instanceof StoppingRule.RelativePrecision goal) {
                conventions.put("precision", goal.relativeHalfWidth());
            } else if (plan.stopping() instanceof StoppingRule.Requests fixed) {
                conventions.put("requests", fixed.requests());
            }
        }
        conventions.put("confidence", 0.95);
        return conventions;
    }

    /** Not so a system without a mean, or whose mean is withheld, unless its trajectory was the question, or a precision that was not reached. */
    private static boolean isAnswered(SimulationPlan plan, SimulationResult result, boolean isTrajectoryWritten) {
        boolean lacksMean = mean(result) == null && !isTrajectoryWritten;
        boolean isImprecise = result.time() == null
                && plan.stopping() instanceof StoppingRule.RelativePrecision goal
                && isLessPrecise(result, goal.relativeHalfWidth());
        return !lacksMean && !isImprecise;
    }

    /** That of the download time, or of the queue where there are no downloads. */
    private static @Nullable EstimatedValue mean(SimulationResult result) {
        if (result.download() != null) {
            return result.download().mean();
        }
        return result.queues() == null ? null : result.queues().meanQueue();
    }

    private static boolean isLessPrecise(SimulationResult result, double goal) {
        EstimatedValue mean = mean(result);
        return mean != null && mean.halfWidth95() > goal * mean.value();
    }
}
