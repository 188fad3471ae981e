package org.fetchlab.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.cli.input.Choice;
import org.fetchlab.cli.input.DataFiles;
import org.fetchlab.cli.input.PlacementFile;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.study.SimulationResult;
import org.fetchlab.cli.study.SimulationResult.SystemName;
import org.fetchlab.cli.study.Workload;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.experiment.SimulatedSystem;
import org.fetchlab.sim.occupancy.OccupancyHistogram;
import org.fetchlab.sim.occupancy.OccupancyModel;
import org.fetchlab.sim.occupancy.OccupancySystem;
import org.fetchlab.sim.routing.BatchChoice;
import org.fetchlab.sim.routing.Placement;
import org.fetchlab.sim.routing.RoutedSystem;
import org.fetchlab.sim.routing.RoutingChecks;

/** Builds the system that the options of {@code simulate} describe, and what results say about it. */
final class SimulatedSystemReader {
    private static final String FORK_JOIN = "fork-join(";
    private static final int DEFAULT_SERVERS = 100;
    private static final int STEPS = 100;
    private static final double MOST_REQUESTS = 1e12;
    private static final String PERCENTILES_OF_DOWNLOADS = "applies to download times, not to queues";
    private static final List<String> ROUTING_ONLY =
            List.of("--sampling", "--placement", "--time", "--initial", "--trajectory", "--queues-only");
    private static final List<String> CODES_ONLY =
            List.of("--decoding", "--popularity", "--access", "--cancel", "--field", "--total-service-rate");

    private final SimulateCommand options;
    private final DataFiles files;
    private final Units units;
    private final Problems problems;
    private final Map<String, Object> conventions = new LinkedHashMap<>();

    SimulatedSystemReader(SimulateCommand options, Units units, Problems problems) {
        this.options = options;
        this.files = options.common.dataFiles();
        this.units = units;
        this.problems = problems;
    }

    /** The choices that change results. */
    Map<String, Object> conventions() {
        return new LinkedHashMap<>(conventions);
    }

    /** Reads the system; empty when there was a complaint. */
    Optional<SimulationTask> read() {
        QueueingOptions.Reading queueing = options.queueing.read(files, units, problems);
        String policy = options.policy.text.strip();
        return policy.startsWith(FORK_JOIN) ? forkJoin(policy, queueing) : routing(queueing);
    }

    private Optional<SimulationTask> forkJoin(String policy, QueueingOptions.Reading queueing) {
        ROUTING_ONLY.forEach(option -> refuse(option, "applies to routing policies, not to fork-join(CODE)"));
        if (!policy.endsWith(")")) {
            problems.add("--policy: '" + policy + "' must end with ')', such as fork-join(mds(9,6))");
            return Optional.empty();
        }
        String code = policy.substring(FORK_JOIN.length(), policy.length() - 1);
        WorkloadOptions.Reading reading = options.workload.read(List.of(code), files, units, problems);
        if (reading.workload().isEmpty()
                || reading.codes().isEmpty()
                || queueing.arrivalRate().isEmpty()) {
            return Optional.empty();
        }
        StorageCode onlyCode = reading.codes().get(0);
        problems.addIf(
                queueing.servers().orElse(onlyCode.servers()) != onlyCode.servers(),
                "--servers: " + onlyCode.spec() + " has " + onlyCode.servers() + " servers");
        double rate = queueing.arrivalRate().get().value();
        return options.servers
                .read(files, units, problems)
                .flatMap(servers -> forkJoin(onlyCode, reading.workload().get(), servers, rate));
    }

    private Optional<SimulationTask> forkJoin(
            StorageCode code, Workload workload, ServerOptions.Reading servers, double rate) {
        SystemName name = new SystemName(FORK_JOIN + code.spec() + ")", code.servers(), rate);
        conventions.put("arrivals", "Poisson; the rate is for the whole system");
        conventions.put("service", workload.serviceOf(code).spec());
        conventions.put("decoding", Choice.word(workload.decoding()));
        conventions.put("popularity", workload.popularity().spec());
        conventions.put("access", workload.access().spec());
        conventions.put("cancel", Choice.word(workload.cancellation()));
        servers.describe(conventions);
        conventions.put("events", "requests");
        boolean arePlain = ServerOptions.NAMES.stream().noneMatch(options.common::isGiven);
        return problems.<SimulatedSystem>read(
                        "--access",
                        "",
                        text -> arePlain
                                ? workload.systemOf(code, rate)
                                : servers.applyTo(workload.eventDrivenSystemOf(code, rate)))
                .map(system ->
                        study -> SimulationTask.Answer.stationary(study.forkJoin(name, workload.mixOf(code), system)));
    }

    private Optional<SimulationTask> routing(QueueingOptions.Reading queueing) {
        Stream.concat(CODES_ONLY.stream(), ServerOptions.NAMES.stream())
                .forEach(option -> refuse(option, "applies to fork-join(CODE), not to routing policies"));
        Optional<RoutingPolicy> policy = options.policy.read(problems);
        Optional<Placement> placement = placement(queueing)
                .flatMap(found -> problems.read("--sampling", "", text -> placementUnder(policy, found)));
        Optional<ServiceTime> service = policy.flatMap(
                known -> options.workload.service("exp(" + BatchChoice.pieces(known) + ")", files, units, problems));
        Optional<Integer> servers = problems.read(
                "--servers", "", none -> servers(queueing.servers().orElse(DEFAULT_SERVERS)));
        if (policy.isEmpty()
                || servers.isEmpty()
                || placement.isEmpty()
                || service.isEmpty()
                || queueing.arrivalRate().isEmpty()) {
            return Optional.empty();
        }
        SystemName name = new SystemName(
                policy.get().spec(), servers.get(), queueing.arrivalRate().get().value());
        conventions.put("arrivals", "Poisson; the rate is per server");
        conventions.put("service", service.get().spec() + " for each piece or copy");
        if (policy.get() instanceof RoutingPolicy.RedundantKilling) {
            conventions.put("cancel", Choice.word(Cancellation.ON_COMPLETE));
        }
        conventions.put(
                "placement", options.placementText == null ? "every set of servers alike" : options.placementText);
        queueing.sampling().ifPresent(sampling -> conventions.put("sampling", Choice.word(sampling)));
        conventions.put("ties", "broken at random");
        conventions.put("queue_length", "counts the job in service");
        if (queueing.time().isPresent()) {
            return trajectory(name, policy.get(), placement.get(), service.get(), queueing);
        }
        refuse("--initial", "needs --time: a stationary simulation starts empty");
        refuse("--trajectory", "needs --time");
        if (options.areQueuesOnly) {
            return queues(name, policy.get(), placement.get(), service.get());
        }
        return downloads(name, policy.get(), placement.get(), service.get());
    }

    private static int servers(int number) {
        RoutingChecks.checkServers(number);
        return number;
    }

    private Optional<Placement> placement(QueueingOptions.Reading queueing) {
        if (options.placementText == null) {
            return queueing.sampling().map(Placement::symmetric);
        }
        refuse("--sampling", "does not apply with --placement, which says where every file is");
        return problems.read("--placement", options.placementText, text -> PlacementFile.read(text, files));
    }

    private Optional<SimulationTask> downloads(
            SystemName name, RoutingPolicy policy, Placement placement, ServiceTime service) {
        conventions.put("queues", "first come first served");
        conventions.put("tails", "as arrivals see them");
        if (policy instanceof RoutingPolicy.Centralized) {
            conventions.put(
                    "central_service", "a share p of all services; each completes the oldest job of a longest queue");
        }
        conventions.put("events", "requests");
        return problems.read("--service", "", text -> serviceUnder(policy, service))
                .flatMap(law -> problems.read(
                        "--servers",
                        "",
                        text -> RoutedSystem.of(policy, placement, name.servers(), name.arrivalRate(), law)))
                .map(system -> study -> SimulationTask.Answer.stationary(study.routing(name, system)));
    }

    private Optional<SimulationTask> queues(
            SystemName name, RoutingPolicy policy, Placement placement, ServiceTime service) {
        refuse("--percentiles", PERCENTILES_OF_DOWNLOADS);
        conventions.put("tails", "time averages");
        conventions.put("events", "requests");
        return model(name, policy, placement, service)
                .map(OccupancySystem::of)
                .map(system -> study -> SimulationTask.Answer.stationary(study.queues(name, system)));
    }

    private static Placement placementUnder(Optional<RoutingPolicy> policy, Placement placement) {
        policy.ifPresent(known -> RoutingChecks.checkSampling(known, placement));
        return placement;
    }

    private static ServiceTime serviceUnder(RoutingPolicy policy, ServiceTime service) {
        RoutingChecks.checkService(policy, service);
        return service;
    }

    private Optional<SimulationTask> trajectory(
            SystemName name,
            RoutingPolicy policy,
            Placement placement,
            ServiceTime service,
            QueueingOptions.Reading queueing) {
        for (String option : List.of("--requests", "--precision")) {
            refuse(option, "and --time exclude each other; give one");
        }
        refuse("--percentiles", PERCENTILES_OF_DOWNLOADS);
        refuse("--queues-only", "goes without saying under --time");
        Optional<OccupancyHistogram> initial = queueing.initial()
                .flatMap(queues -> problems.read("--initial", "", text -> queues.histogram(name.servers())));
        Optional<OccupancyModel> model = model(name, policy, placement, service);
        if (initial.isEmpty() || model.isEmpty()) {
            return Optional.empty();
        }
        double end = queueing.time().orElseThrow().value();
        problems.addIf(
                name.servers() * name.arrivalRate() * end > MOST_REQUESTS,
                "--time: until then more than 1e12 requests arrive; shorten it or lower --arrival-rate or --servers");
        conventions.put("initial_mean_queue", initial.get().tails().meanQueue());
        conventions.put("mean_queue_and_tails", "at time " + end + ", means over the replications");
        double[] times = IntStream.rangeClosed(1, STEPS)
                .mapToDouble(i -> end * i / STEPS)
                .toArray();
        return Optional.of(study -> {
            List<SimulationResult.Point> points = study.trajectory(model.get(), initial.get(), times);
            return new SimulationTask.Answer(study.atTheEnd(name, model.get(), points.get(points.size() - 1)), points);
        });
    }

    private Optional<OccupancyModel> model(
            SystemName name, RoutingPolicy policy, Placement placement, ServiceTime service) {
        OptionalDouble rate = ServiceTimes.exponentialRate(service);
        if (rate.isEmpty()) {
            problems.add(
                    "--service: queue lengths alone are simulated for exponential service, not for " + service.spec());
            return Optional.empty();
        }
        return problems.read(
                "--policy",
                "",
                text -> new OccupancyModel(policy, placement, name.servers(), name.arrivalRate(), rate.getAsDouble()));
    }

    private void refuse(String option, String reason) {
        problems.addIf(options.common.isGiven(option), option + " " + reason);
    }
}
