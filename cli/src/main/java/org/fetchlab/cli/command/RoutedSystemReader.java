package org.fetchlab.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.fetchlab.cli.input.Choice;
import org.fetchlab.cli.input.DataFiles;
import org.fetchlab.cli.input.PlacementFile;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.study.SimulationResult;
import org.fetchlab.cli.study.SimulationResult.SystemName;
import org.fetchlab.cli.study.StationarySystem;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.occupancy.OccupancyHistogram;
import org.fetchlab.sim.occupancy.OccupancyModel;
import org.fetchlab.sim.occupancy.OccupancySystem;
import org.fetchlab.sim.routing.BatchChoice;
import org.fetchlab.sim.routing.Placement;
import org.fetchlab.sim.routing.RoutedSystem;
import org.fetchlab.sim.routing.RoutingChecks;

/** Builds the systems of {@code simulate} that have n equal servers under a routing policy. */
final class RoutedSystemReader {
    private static final int DEFAULT_SERVERS = 100;
    private static final int STEPS = 100;
    private static final double MOST_REQUESTS = 1e12;
    private static final String PERCENTILES_OF_DOWNLOADS = "applies to download times, not to queues";

    private final SimulateCommand options;
    private final QueueingOptions.Reading queueing;
    private final DataFiles files;
    private final Units units;
    private final Problems problems;

    RoutedSystemReader(SimulateCommand options, QueueingOptions.Reading queueing, Units units, Problems problems) {
        this.options = options;
        this.queueing = queueing;
        this.files = options.common.dataFiles();
        this.units = units;
        this.problems = problems;
    }

    /**
     * What the options say of n servers.
     *
     * @param name what results call the system
     * @param policy how requests are routed
     * @param placement where files are
     * @param service the law of a piece
     * @param conventions the choices that change results
     */
    private record Servers(
            SystemName name,
            RoutingPolicy policy,
            Placement placement,
            ServiceTime service,
            Map<String, Object> conventions) {}

    /** Reads a policy such as {@code jsq}, for a system at stationarity; empty when there was a complaint. */
    Optional<DescribedSystem> read(String option, String policy) {
        refuse("--initial", "needs --time: a stationary simulation starts empty");
        refuse("--trajectory", "needs --time");
        return servers(option, policy).flatMap(read -> {
            Optional<? extends StationarySystem> system = options.areQueuesOnly ? queues(read) : downloads(read);
            return system.map(found -> new DescribedSystem(found, read.conventions()));
        });
    }

    /** Reads a policy for queues over time; adds to the conventions. */
    Optional<SimulationTask> trajectory(String option, String policy, Map<String, Object> conventions) {
        refuse("--against", "compares systems at stationarity; leave out --time");
        for (String rule : List.of("--requests", "--precision")) {
            refuse(rule, "and --time exclude each other; give one");
        }
        refuse("--percentiles", PERCENTILES_OF_DOWNLOADS);
        refuse("--queues-only", "goes without saying under --time");
        Optional<Servers> servers = servers(option, policy);
        servers.ifPresent(read -> conventions.putAll(read.conventions()));
        return servers.flatMap(read -> trajectory(read, conventions));
    }

    private Optional<Servers> servers(String option, String text) {
        Optional<RoutingPolicy> policy = problems.read(option, text, PolicyOption::routing);
        Optional<Placement> placement =
                placement().flatMap(found -> problems.read("--sampling", "", none -> placementUnder(policy, found)));
        Optional<ServiceTime> service = policy.flatMap(
                known -> options.workload.service("exp(" + BatchChoice.pieces(known) + ")", files, units, problems));
        Optional<Integer> servers = problems.read(
                "--servers", "", none -> checked(queueing.servers().orElse(DEFAULT_SERVERS)));
        if (policy.isEmpty()
                || servers.isEmpty()
                || placement.isEmpty()
                || service.isEmpty()
                || queueing.arrivalRate().isEmpty()) {
            return Optional.empty();
        }
        SystemName name = new SystemName(
                policy.get().spec(), servers.get(), queueing.arrivalRate().get().value());
        return problems.read(
                        options.placementText == null ? "--servers" : "--placement",
                        "",
                        none -> placementFor(policy.get(), placement.get(), servers.get()))
                .map(fitting -> new Servers(
                        name, policy.get(), fitting, service.get(), conventions(policy.get(), service.get())));
    }

    private Map<String, Object> conventions(RoutingPolicy policy, ServiceTime service) {
        Map<String, Object> conventions = new LinkedHashMap<>();
        conventions.put("arrivals", "Poisson; the rate is per server");
        conventions.put("service", service.spec() + " for each piece or copy");
        if (policy instanceof RoutingPolicy.RedundantKilling) {
            conventions.put("cancel", Choice.word(Cancellation.ON_COMPLETE));
        }
        conventions.put(
                "placement", options.placementText == null ? "every set of servers alike" : options.placementText);
        if (options.placementText != null) {
            conventions.put("servers_of_a_file", "all that it has where the policy asks for more");
        }
        queueing.sampling().ifPresent(sampling -> conventions.put("sampling", Choice.word(sampling)));
        conventions.put("ties", "broken at random");
        conventions.put("queue_length", "counts the job in service");
        return conventions;
    }

    private static int checked(int number) {
        RoutingChecks.checkServers(number);
        return number;
    }

    private Optional<Placement> placement() {
        if (options.placementText == null) {
            return queueing.sampling().map(Placement::symmetric);
        }
        refuse("--sampling", "does not apply with --placement, which says where every file is");
        return problems.read("--placement", options.placementText, text -> PlacementFile.read(text, files));
    }

    private static Placement placementUnder(Optional<RoutingPolicy> policy, Placement placement) {
        policy.ifPresent(known -> RoutingChecks.checkSampling(known, placement));
        return placement;
    }

    private static Placement placementFor(RoutingPolicy policy, Placement placement, int servers) {
        RoutingChecks.checkFit(policy, placement, servers);
        return placement;
    }

    private Optional<StationarySystem.Routing> downloads(Servers servers) {
        servers.conventions().put("queues", "first come first served");
        servers.conventions().put("tails", "as arrivals see them");
        if (servers.policy() instanceof RoutingPolicy.Centralized) {
            servers.conventions()
                    .put(
                            "central_service",
                            "a share p of all services; each completes the oldest job of a longest queue");
        }
        servers.conventions().put("events", "requests");
        SystemName name = servers.name();
        return problems.read("--service", "", none -> serviceUnder(servers.policy(), servers.service()))
                .map(law ->
                        RoutedSystem.of(servers.policy(), servers.placement(), name.servers(), name.arrivalRate(), law))
                .map(system -> new StationarySystem.Routing(name, system));
    }

    private static ServiceTime serviceUnder(RoutingPolicy policy, ServiceTime service) {
        RoutingChecks.checkService(policy, service);
        return service;
    }

    private Optional<StationarySystem.QueueLengths> queues(Servers servers) {
        refuse("--percentiles", PERCENTILES_OF_DOWNLOADS);
        servers.conventions().put("tails", "time averages");
        servers.conventions().put("events", "requests");
        return model(servers)
                .flatMap(model -> problems.read("--arrival-rate", "", none -> OccupancySystem.of(model)))
                .map(system -> new StationarySystem.QueueLengths(servers.name(), system));
    }

    private Optional<SimulationTask> trajectory(Servers servers, Map<String, Object> conventions) {
        SystemName name = servers.name();
        Optional<OccupancyHistogram> initial = queueing.initial()
                .flatMap(queues -> problems.read("--initial", "", none -> queues.histogram(name.servers())));
        Optional<OccupancyModel> model = model(servers);
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
            return SimulationTask.Answer.trajectory(
                    study.atTheEnd(name, model.get(), points.get(points.size() - 1)), points);
        });
    }

    private Optional<OccupancyModel> model(Servers servers) {
        OptionalDouble rate = ServiceTimes.exponentialRate(servers.service());
        if (rate.isEmpty()) {
            problems.add("--service: queue lengths alone are simulated for exponential service, not for "
                    + servers.service().spec());
            return Optional.empty();
        }
        SystemName name = servers.name();
        return problems.read(
                "--policy",
                "",
                none -> new OccupancyModel(
                        servers.policy(), servers.placement(), name.servers(), name.arrivalRate(), rate.getAsDouble()));
    }

    private void refuse(String option, String reason) {
        problems.addIf(options.common.isGiven(option), option + " " + reason);
    }
}
