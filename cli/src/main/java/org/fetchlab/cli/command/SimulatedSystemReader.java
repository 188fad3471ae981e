package org.fetchlab.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.fetchlab.cli.input.Problems;

/** Builds the system, or the two systems, that the options of {@code simulate} describe, and what results say about them. */
final class SimulatedSystemReader {
    private static final String POLICY = "--policy";
    private static final String AGAINST = "--against";
    private static final List<String> ROUTING_ONLY =
            List.of("--sampling", "--placement", "--time", "--initial", "--trajectory", "--queues-only");
    private static final List<String> CODES_ONLY = List.of(
            "--request", "--decoding", "--popularity", "--access", "--cancel", "--field", "--total-service-rate");

    private final SimulateCommand options;
    private final Units units;
    private final Problems problems;
    private final Map<String, Object> conventions = new LinkedHashMap<>();

    SimulatedSystemReader(SimulateCommand options, Units units, Problems problems) {
        this.options = options;
        this.units = units;
        this.problems = problems;
    }

    /** The choices that change results. */
    Map<String, Object> conventions() {
        return new LinkedHashMap<>(conventions);
    }

    /** Reads the system; empty when there was a complaint. */
    Optional<SimulationTask> read() {
        QueueingOptions.Reading queueing = options.queueing.read(options.common.dataFiles(), units, problems);
        String policy = options.policy.text.strip();
        return CodeSystemReader.isCode(policy) ? code(policy, queueing) : routing(policy, queueing);
    }

    private Optional<SimulationTask> code(String policy, QueueingOptions.Reading queueing) {
        ROUTING_ONLY.forEach(option -> refuse(option, "applies to routing policies, not to codes"));
        CodeSystemReader reader = new CodeSystemReader(options, queueing, units, problems);
        Optional<DescribedSystem> first = reader.read(POLICY, policy);
        return options.againstText == null
                ? alone(first)
                : paired(first, reader.against(AGAINST, options.againstText.strip(), policy));
    }

    private Optional<SimulationTask> routing(String policy, QueueingOptions.Reading queueing) {
        Stream.concat(CODES_ONLY.stream(), ServerOptions.NAMES.stream())
                .forEach(option -> refuse(option, "applies to fork-join(CODE), not to routing policies"));
        RoutedSystemReader reader = new RoutedSystemReader(options, queueing, units, problems);
        if (queueing.time().isPresent()) {
            return reader.trajectory(POLICY, policy, conventions);
        }
        Optional<DescribedSystem> first = reader.read(POLICY, policy);
        return options.againstText == null
                ? alone(first)
                : paired(first, reader.read(AGAINST, options.againstText.strip()));
    }

    private Optional<SimulationTask> alone(Optional<DescribedSystem> only) {
        only.ifPresent(read -> conventions.putAll(read.conventions()));
        return only.map(read -> study -> SimulationTask.Answer.stationary(study.stationary(read.system())));
    }

    private Optional<SimulationTask> paired(Optional<DescribedSystem> first, Optional<DescribedSystem> second) {
        if (first.isEmpty() || second.isEmpty()) {
            return Optional.empty();
        }
        conventions.putAll(first.get().conventions());
        conventions.put("against", differing(second.get(), conventions));
        return Optional.of(study -> SimulationTask.Answer.paired(
                study.paired(first.get().system(), second.get().system())));
    }

    private static Map<String, Object> differing(DescribedSystem second, Map<String, Object> first) {
        Map<String, Object> differing = new LinkedHashMap<>();
        differing.put("policy", second.system().name().policy());
        second.conventions().forEach((name, value) -> {
            if (!value.equals(first.get(name))) {
                differing.put(name, value);
            }
        });
        return differing;
    }

    private void refuse(String option, String reason) {
        problems.addIf(options.common.isGiven(option), option + " " + reason);
    }
}
