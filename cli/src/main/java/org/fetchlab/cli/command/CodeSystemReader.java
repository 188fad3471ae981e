package org.fetchlab.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fetchlab.cli.command.WorkloadOptions.AccessText;
import org.fetchlab.cli.input.Choice;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.study.RequestKind;
import org.fetchlab.cli.study.SimulationResult.SystemName;
import org.fetchlab.cli.study.StationarySystem;
import org.fetchlab.cli.study.Workload;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.policy.Cancellation;

/** Builds the systems of {@code simulate} whose servers are those of a code. */
final class CodeSystemReader {
    private static final List<String> OBJECTS_ONLY = List.of("--popularity", "--decoding");

    private final SimulateCommand options;
    private final QueueingOptions.Reading queueing;
    private final Units units;
    private final Problems problems;

    CodeSystemReader(SimulateCommand options, QueueingOptions.Reading queueing, Units units, Problems problems) {
        this.options = options;
        this.queueing = queueing;
        this.units = units;
        this.problems = problems;
    }

    /** How a code serves its requests. */
    private enum Service {
        FORK_JOIN,
        FAST_SPLIT_MERGE;

        private String opening() {
            return Choice.word(this) + "(";
        }

        private static Optional<Service> of(String policy) {
            return List.of(values()).stream()
                    .filter(service -> policy.startsWith(service.opening()))
                    .findFirst();
        }
    }

    /** Whether a policy names a code. */
    static boolean isCode(String policy) {
        return Service.of(policy).isPresent();
    }

    /** Reads a policy such as {@code fork-join(mds(9,6))}; empty when there was a complaint. */
    Optional<DescribedSystem> read(String option, String policy) {
        return read(option, policy, options.workload.access());
    }

    /** Reads another policy for a code, or other access to the same code. */
    Optional<DescribedSystem> against(String option, String text, String policy) {
        return isCode(text) ? read(option, text) : read(option, policy, new AccessText(option, text));
    }

    private Optional<DescribedSystem> read(String option, String policy, AccessText access) {
        Service service = Service.of(policy).orElseThrow();
        if (!policy.endsWith(")")) {
            problems.add(option + ": '" + policy + "' must end with ')', such as " + service.opening() + "mds(9,6))");
            return Optional.empty();
        }
        String code = policy.substring(service.opening().length(), policy.length() - 1);
        Optional<RequestKind> request = options.requestOption.read(problems);
        if (request.filter(RequestKind.WHOLE_FILE::equals).isPresent()) {
            OBJECTS_ONLY.forEach(name -> problems.addIf(
                    options.common.isGiven(name), name + " applies to single objects, not to --request whole-file"));
        }
        WorkloadOptions.Reading reading = options.workload.read(
                List.of(code),
                request.orElse(RequestKind.ONE_OBJECT),
                access,
                options.common.dataFiles(),
                units,
                problems);
        if (reading.workload().isEmpty()
                || reading.codes().isEmpty()
                || queueing.arrivalRate().isEmpty()) {
            return Optional.empty();
        }
        return described(service, reading.codes().get(0), reading.workload().get(), access);
    }

    private Optional<DescribedSystem> described(
            Service service, StorageCode code, Workload workload, AccessText access) {
        problems.addIf(
                queueing.servers().orElse(code.servers()) != code.servers(),
                "--servers: " + code.spec() + " has " + code.servers() + " servers");
        double rate = queueing.arrivalRate().orElseThrow().value();
        String policy = service.opening() + code.spec() + ")";
        boolean isOtherAccess =
                !access.option().equals(options.workload.access().option());
        SystemName name =
                new SystemName(isOtherAccess ? policy + ", " + workload.access().spec() : policy, code.servers(), rate);
        Map<String, Object> conventions = conventions(code, workload);
        Optional<StationarySystem> system = service == Service.FAST_SPLIT_MERGE
                ? fastSplitMerge(name, code, workload, conventions)
                : forkJoin(name, code, workload, access, conventions);
        conventions.put("events", "requests");
        return system.map(found -> new DescribedSystem(found, conventions));
    }

    private static Map<String, Object> conventions(StorageCode code, Workload workload) {
        Map<String, Object> conventions = new LinkedHashMap<>();
        conventions.put("arrivals", "Poisson; the rate is for the whole system");
        conventions.put("service", workload.serviceOf(code).spec());
        conventions.put("request", Choice.word(workload.request()));
        if (workload.request() == RequestKind.ONE_OBJECT) {
            conventions.put("decoding", Choice.word(workload.decoding()));
            conventions.put("popularity", workload.popularity().spec());
        }
        return conventions;
    }

    private Optional<StationarySystem> forkJoin(
            SystemName name, StorageCode code, Workload workload, AccessText access, Map<String, Object> conventions) {
        conventions.put("access", workload.access().spec());
        conventions.put("cancel", Choice.word(workload.cancellation()));
        problems.addIf(
                workload.cancellation() == Cancellation.NONE && options.common.isGiven("--cancel-delay"),
                "--cancel-delay has nothing to delay under --cancel none");
        Optional<ServerOptions.Reading> servers = options.servers.read(options.common.dataFiles(), units, problems);
        servers.ifPresent(reading -> reading.describe(conventions));
        return servers.flatMap(reading -> problems.read(
                                "--speeds", "", none -> reading.atSpeeds(workload.forkAll(code, name.arrivalRate())))
                        .flatMap(forkAll ->
                                problems.read(access.option(), "", none -> reading.applyTo(workload, forkAll)))
                        .flatMap(system ->
                                problems.read("--up-time, --down-time", "", none -> reading.interrupted(system))))
                .map(system -> new StationarySystem.Code(name, workload.mixOf(code), system));
    }

    private Optional<StationarySystem> fastSplitMerge(
            SystemName name, StorageCode code, Workload workload, Map<String, Object> conventions) {
        ServerOptions.NAMES.forEach(this::refuseForFastSplitMerge);
        if (!options.common.isGiven("--against")) {
            List.of("--access", "--cancel").forEach(this::refuseForFastSplitMerge);
        }
        return problems.read("--popularity", "", none -> workload.fastSplitMergeOf(code, name.arrivalRate()))
                .map(system -> {
                    conventions.put("last_copies", system.mix().servers());
                    return new StationarySystem.FastSplitMerge(name, system);
                });
    }

    private void refuseForFastSplitMerge(String option) {
        problems.addIf(
                options.common.isGiven(option),
                option + " does not apply to fast-split-merge(CODE), which takes the first of the copies that may come"
                        + " last");
    }
}
