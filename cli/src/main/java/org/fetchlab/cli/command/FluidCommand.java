package org.fetchlab.cli.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.fetchlab.cli.input.Choice;
import org.fetchlab.cli.input.DataFiles;
import org.fetchlab.cli.input.Grids;
import org.fetchlab.cli.input.Lists;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.input.WholeNumber;
import org.fetchlab.cli.report.OutputFile;
import org.fetchlab.cli.report.Report;
import org.fetchlab.cli.study.FluidQuestion;
import org.fetchlab.cli.study.FluidResult;
import org.fetchlab.cli.study.FluidStudy;
import org.fetchlab.fluid.FluidAnalysis;
import org.fetchlab.fluid.fluctuation.LinearFunctional;
import org.fetchlab.model.policy.PolicySpec;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.model.text.Quantity;
import org.fetchlab.model.text.SpecReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fetchlab fluid}: limits of large n-server systems. */
@Command(
        name = "fluid",
        versionProvider = ProductVersion.class,
        header = "Limits of very many servers under a routing policy: queues, fluctuations, download time.",
        sortOptions = false,
        description = {
            "",
            "Servers are alike, serve first come first served, and a file is one unit of work: the load is",
            "the arrival rate per server. Shown are the queue lengths as their number n goes to infinity,",
            "over time (--time) or at stationarity; with --servers n also how far n servers stray from that:",
            "bands that hold them with 95 %% probability, and means to order 1/n.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  fetchlab fluid --policy 'batch-sampling(5,3)' --arrival-rate 0.9 --servers 100",
            "  fetchlab fluid --policy 'power-of-d(2)' --arrival-rate 0.9 --servers 50 --time 10 --chart path.svg",
            "  fetchlab fluid --policy jsq --arrival-rate 0.9 --time 30 --initial 10"
        })
final class FluidCommand implements Callable<Integer> {
    private static final int POINTS = 21;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            order = 10,
            description = {
                "How requests choose servers (default: power-of-d(2)):",
                "  batch-sampling(L,k)     k pieces to the k shortest of L sampled queues",
                "  redundant-killing(L,k)  copies to L servers, killed when k are done",
                "  power-of-d(d), random, jsq, jiq",
                "  centralized(p)          a share p of all service helps a longest queue"
            })
    String policyText = "power-of-d(2)";

    @Option(
            names = "--arrival-rate",
            paramLabel = "RATE",
            order = 11,
            description = "Requests per server and unit time; below 1 is stable (default: 0.9).")
    String arrivalRateText = "0.9";

    @Option(
            names = "--servers",
            paramLabel = "N",
            order = 12,
            description = "Number of servers, for bands and 1/n terms.")
    @Nullable
    String serversText;

    @Option(
            names = "--sampling",
            paramLabel = "HOW",
            order = 13,
            description = "Sampled servers: distinct or with-replacement (default: distinct).")
    String samplingText = "distinct";

    @Option(names = "--time", paramLabel = "T", order = 20, description = "Follow the queues from time 0 to T.")
    @Nullable
    String timeText;

    @Option(
            names = "--initial",
            paramLabel = "STATE",
            order = 21,
            description =
                    "At time 0: empty, a number of jobs at every server, or a CSV file with the fractions of servers"
                            + " with at least 0, 1, 2, ... jobs (default: empty).")
    String initialText = "empty";

    @Option(
            names = "--steady",
            order = 22,
            description = "The stationary regime, beside the trajectory (default when there is no --time).")
    boolean isSteady;

    @Option(
            names = "--functional",
            paramLabel = "LIST",
            order = 23,
            description = "What gets a band for n servers: mean-queue, tail(j) (default: mean-queue).")
    String functionalsText = "mean-queue";

    @Option(
            names = "--chart",
            paramLabel = "FILE",
            order = 70,
            description = "Draw the trajectory with its band; the name ends in .svg or .png.")
    @Nullable
    Path chart;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        Problems problems = new Problems();
        DataFiles files = common.dataFiles();
        Optional<RoutingPolicy> policy = problems.read("--policy", policyText, PolicySpec::parseRouting);
        Optional<Quantity> rate = problems.read("--arrival-rate", arrivalRateText, Grids::positiveRate);
        Optional<Quantity> time = problems.readIfGiven("--time", timeText, FluidCommand::positiveTime);
        Optional<Sampling> sampling = problems.read("--sampling", samplingText, Choice.of(Sampling.class));
        Optional<QueueTails> initial = problems.read("--initial", initialText, text -> initial(text, files));
        Optional<Long> servers = problems.readIfGiven("--servers", serversText, text -> servers(text, policy));
        List<LinearFunctional> functionals = Lists.split(functionalsText).stream()
                .flatMap(text -> problems.read("--functional", text, FluidCommand::functional).stream())
                .toList();
        common.threads(problems);
        Optional<OutputFile> file = common.outputFile(problems);
        ChartFile picture = new ChartFile(chart, problems);
        problems.addIf(chart != null && timeText == null, "--chart draws a trajectory: give --time, too");
        problems.throwIfAny();

        FluidAnalysis analysis = FluidAnalysis.of(
                        policy.orElseThrow(), rate.orElseThrow().value())
                .withSampling(sampling.orElseThrow())
                .startingAt(initial.orElseThrow());
        FluidQuestion question = new FluidQuestion(
                analysis,
                time.map(FluidCommand::grid).orElse(List.of()),
                isSteady || time.isEmpty(),
                servers.map(n -> OptionalInt.of(Math.toIntExact(n))).orElse(OptionalInt.empty()),
                functionals);
        FluidResult result = new FluidStudy(question).result();
        picture.draw(FluidReport.chart(result));
        common.publish(new Report(common.header(conventions(result)), result, FluidReport.sections(result)), file);
        boolean isAnswered = result.trajectory() != null || result.fixedPoint() != null || result.download() != null;
        return isAnswered ? ExitCodes.DONE : ExitCodes.NO_ANSWER;
    }

    private Map<String, Object> conventions(FluidResult result) {
        Map<String, Object> conventions = new LinkedHashMap<>();
        conventions.put("arrival_rate", "per server");
        conventions.put("service", "exponential; a file is one unit of work");
        conventions.put("sampling", samplingText);
        conventions.put("ties", "broken at random");
        conventions.put("queue_length", "counts the job in service");
        conventions.put("initial", initialText);
        if (result.servers() != null) {
            conventions.put("bands", "hold the random state of n servers with probability 0.95");
        }
        return conventions;
    }

    private static Quantity positiveTime(String text) {
        Quantity time = Quantity.time(text);
        if (!(time.value() > 0)) {
            throw new IllegalArgumentException("'" + text + "': the time must be positive");
        }
        return time;
    }

    private static List<Double> grid(Quantity time) {
        return IntStream.range(0, POINTS)
                .mapToObj(i -> time.value() * i / (POINTS - 1))
                .toList();
    }

    private static long servers(String text, Optional<RoutingPolicy> policy) {
        long servers = WholeNumber.atLeast(1, text);
        int least = policy.map(RoutingPolicy::minimumServers).orElse(1);
        if (servers < least || servers > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("'" + text + "' must be at least " + least + " for "
                    + policy.orElseThrow().spec());
        }
        return servers;
    }

    private static QueueTails initial(String text, DataFiles files) {
        if (text.equals("empty")) {
            return QueueTails.of(1);
        }
        if (text.matches("[0-9]{1,4}")) {
            return QueueTails.of(IntStream.rangeClosed(0, Integer.parseInt(text))
                    .mapToDouble(j -> 1)
                    .toArray());
        }
        return QueueTails.of(files.times(text, Optional.empty()));
    }

    private static LinearFunctional functional(String text) {
        return SpecReader.readAll(text, reader -> {
            int start = reader.position();
            String name = reader.name("mean-queue or tail(j)");
            if (name.equals("mean-queue")) {
                return LinearFunctional.meanQueue();
            }
            if (!name.equals("tail")) {
                throw reader.error(start, "expected mean-queue or tail(j), not '" + name + "'");
            }
            reader.expect('(');
            int level = reader.integer("the level j");
            reader.expect(')');
            return reader.build(start, () -> LinearFunctional.tail(level));
        });
    }
}
