package org.fetchlab.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.cli.input.Choice;
import org.fetchlab.cli.input.FunctionalReader;
import org.fetchlab.cli.input.Lists;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.input.WholeNumber;
import org.fetchlab.cli.report.OutputFile;
import org.fetchlab.cli.report.Report;
import org.fetchlab.cli.study.FluidQuestion;
import org.fetchlab.cli.study.FluidResult;
import org.fetchlab.cli.study.FluidStudy;
import org.fetchlab.cli.study.Functional;
import org.fetchlab.fluid.FluidAnalysis;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.model.text.Quantity;
import org.fetchlab.sim.routing.BatchChoice;
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
            "Servers are alike, serve first come first served at exponential times, and a file is one unit",
            "of work: the load is the arrival rate per server. Shown are the queue lengths as the number n of",
            "servers goes to infinity, over time (--time) or at stationarity; with --servers n also how far",
            "n servers stray from that: bands that hold them with 95 %% probability, and means to order 1/n.",
            "CSV and charts hold the trajectory where there is one. What does not exist is named with its reason;",
            "the exit code is 3 if a trajectory, a band, paths or the stationary regime was asked for in vain.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  fetchlab fluid --policy 'batch-sampling(5,3)' --arrival-rate 0.9 --servers 100",
            "  fetchlab fluid --policy 'power-of-d(2)' --servers 50 --time 10 --chart path.svg",
            "  fetchlab fluid --policy jsq --arrival-rate 0.9 --time 30 --initial 10"
        })
final class FluidCommand implements Callable<Integer> {
    private static final int STEPS = 100;
    private static final double MOST_REQUESTS = 1e6;

    @Mixin
    PolicyOption policyOption = new PolicyOption();

    @Mixin
    QueueingOptions queueing = new QueueingOptions();

    @Option(
            names = "--steady",
            order = 50,
            description = "The stationary regime, beside the trajectory (default when there is no --time).")
    boolean isSteady;

    @Option(
            names = "--functional",
            paramLabel = "LIST",
            order = 51,
            description = {
                "What gets a band for n servers, beside the mean queue (default: mean-queue):",
                "  tail(j)             fraction of servers with at least j jobs",
                "  weighted(w1,w2,..)  w1 tail(1) + w2 tail(2) + ...",
                "  level(share)        queue length that this share of servers keeps to;",
                "                      by --paths only"
            })
    String functionalsText = "mean-queue";

    @Option(
            names = "--paths",
            paramLabel = "N",
            order = 52,
            description = "Draw N paths of the diffusion approximation of the servers up to --time.")
    @Nullable
    String pathsText;

    @Mixin
    ChartOption chartOption = new ChartOption();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        Problems problems = new Problems();
        Units units = new Units(problems);
        Optional<FluidQuestion> question = question(units, problems);
        common.threads(problems);
        Optional<OutputFile> file = common.outputFile(problems);
        ChartOption.Target picture = chartOption.read(problems);
        problems.addIf(
                chartOption.isGiven() && queueing.timeText == null, "--chart draws a trajectory: give --time, too");
        units.check();
        problems.throwIfAny();

        FluidResult result = new FluidStudy(question.orElseThrow()).result();
        FluidReport presentation = new FluidReport(result, units.timeUnit());
        if (result.trajectory() != null) {
            picture.draw(presentation.chart(result.trajectory()));
        }
        List<?> lines = result.trajectory() == null ? List.of(result) : result.trajectory();
        common.publish(
                new Report(
                        common.header(conventions(question.get(), result, units)),
                        result,
                        lines,
                        presentation.sections()),
                file);
        return exitCode(question.get(), result);
    }

    private Optional<FluidQuestion> question(Units units, Problems problems) {
        QueueingOptions.Reading reading = queueing.read(common.dataFiles(), units, problems);
        Optional<RoutingPolicy> policy = policyOption.read(problems);
        List<Functional> functionals = functionals(problems);
        int paths = problems.readIfGiven("--paths", pathsText, text -> WholeNumber.count(2, text))
                .orElse(0);
        problems.addIf(
                pathsText != null
                        && (reading.servers().isEmpty() || reading.time().isEmpty()),
                "--paths needs --servers and --time: how many servers, and when the paths are read");
        problems.addIf(
                pathsText == null
                        && functionals.stream()
                                .anyMatch(functional -> functional.linear().isEmpty()),
                "--functional: level(share) is not linear and needs --paths");
        policy.ifPresent(known -> checkServers(known, reading, problems));
        problems.addIf(
                policy.isPresent() && policy.get().minimumServers() > FluidAnalysis.MOST_SAMPLED,
                "--policy: '" + policyOption.text.strip() + "' looks at more than " + FluidAnalysis.MOST_SAMPLED
                        + " queues, for which limits are not computed; 'fetchlab simulate' takes it");
        checkTime(reading, problems);
        Optional<QueueTails> initial = reading.initial()
                .flatMap(queues -> problems.read("--initial", "", text -> queues.tails(reading.servers())));
        if (policy.isEmpty()
                || reading.arrivalRate().isEmpty()
                || reading.sampling().isEmpty()
                || initial.isEmpty()
                || policy.get().minimumServers() > FluidAnalysis.MOST_SAMPLED) {
            return Optional.empty();
        }
        FluidAnalysis analysis = FluidAnalysis.of(
                        policy.get(), reading.arrivalRate().get().value())
                .withSampling(reading.sampling().get())
                .startingAt(initial.get());
        return Optional.of(new FluidQuestion(
                analysis,
                reading.time().map(FluidCommand::grid).orElse(List.of()),
                isSteady || reading.time().isEmpty(),
                reading.servers(),
                functionals,
                paths,
                new RandomStreams(common.seed)));
    }

    /** The mean queue first, then what the user adds. */
    private List<Functional> functionals(Problems problems) {
        Stream<Functional> given =
                problems
                        .read("--functional", functionalsText, list -> Lists.read(list, FunctionalReader::read))
                        .stream()
                        .flatMap(List::stream);
        return Stream.concat(Stream.of(Functional.MEAN_QUEUE), given)
                .collect(Collectors.toMap(Functional::name, each -> each, (first, again) -> first, LinkedHashMap::new))
                .values()
                .stream()
                .toList();
    }

    private static void checkServers(RoutingPolicy policy, QueueingOptions.Reading reading, Problems problems) {
        OptionalInt servers = reading.servers();
        boolean areDistinct =
                reading.sampling().filter(Sampling.DISTINCT::equals).isPresent();
        problems.addIf(
                areDistinct && servers.isPresent() && servers.getAsInt() < policy.minimumServers(),
                "--servers: " + policy.spec() + " asks " + policy.minimumServers()
                        + " distinct servers, but there are only " + servers.orElse(0));
    }

    private void checkTime(QueueingOptions.Reading reading, Problems problems) {
        problems.addIf(
                queueing.timeText == null && reading.initial().isPresent() && common.isGiven("--initial"),
                "--initial needs --time: the stationary regime does not depend on the start");
        reading.time()
                .flatMap(time -> reading.arrivalRate().map(rate -> rate.value() * time.value()))
                .ifPresent(requests -> problems.addIf(
                        requests > MOST_REQUESTS,
                        "--time: until then more than 1e6 requests arrive at each server; shorten it, or leave it out for"
                                + " the stationary regime"));
    }

    private static List<Double> grid(Quantity time) {
        return IntStream.rangeClosed(0, STEPS)
                .mapToObj(i -> time.value() * i / STEPS)
                .toList();
    }

    private static Map<String, Object> conventions(FluidQuestion question, FluidResult result, Units units) {
        FluidAnalysis analysis = question.analysis();
        boolean isFinite = question.servers().isPresent();
        List<Double> times = question.times();
        Map<String, Object> conventions = new LinkedHashMap<>();
        conventions.put("arrivals", "Poisson; the rate is per server");
        int pieces = BatchChoice.pieces(analysis.policy());
        conventions.put(
                "service",
                "exponential, first come first served; a file is one unit of work"
                        + (pieces == 1 ? "" : ", so that each piece or copy is served at rate " + pieces));
        if (analysis.policy() instanceof RoutingPolicy.RedundantKilling) {
            conventions.put("cancel", Choice.word(Cancellation.ON_COMPLETE));
        }
        conventions.put("time_unit", units.areSeconds() ? "s" : "mean work of a file at one server");
        conventions.put("sampling", Choice.word(analysis.sampling()));
        conventions.put("ties", "broken at random");
        conventions.put("queue_length", "counts the job in service");
        if (!times.isEmpty()) {
            conventions.put("initial_mean_queue", analysis.initial().meanQueue());
        }
        if (result.covariance() != null) {
            conventions.put(
                    result.refined() != null ? "covariance_and_refined" : "covariance",
                    question.isStationary() ? "at stationarity" : "at time " + times.get(times.size() - 1));
        }
        if (isFinite) {
            conventions.put("half_width_95", "of the band that holds n servers with probability 0.95");
        }
        return conventions;
    }

    private static boolean hasBand(FluidResult.@Nullable FixedPoint fixedPoint) {
        return fixedPoint != null && fixedPoint.halfWidth95() != null;
    }

    /**
     * No answer when there is no trajectory although there is a time, a band is missing although there is a number of servers,
     * no paths although they were asked for, or no mean queue or download time at stationarity. A mean to order 1/n that does not
     * exist leaves the limit and its band as the answer.
     */
    private static int exitCode(FluidQuestion question, FluidResult result) {
        List<FluidResult.Point> trajectory = result.trajectory() == null ? List.of() : result.trajectory();
        boolean lacksTrajectory = !question.times().isEmpty() && trajectory.isEmpty();
        boolean lacksRegime = question.isStationary() && (result.fixedPoint() == null || result.download() == null);
        boolean lacksBands = question.servers().isPresent()
                && ((question.isStationary() && !hasBand(result.fixedPoint()))
                        || trajectory.stream().anyMatch(point -> point.halfWidth95() == null));
        boolean lacksPaths = question.paths() > 0 && result.paths() == null;
        return lacksTrajectory || lacksBands || lacksPaths || lacksRegime ? ExitCodes.NO_ANSWER : ExitCodes.DONE;
    }
}
