package org.fetchlab.model.code;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;

/** The recovery profiles of several recoveries: one for those that differ only in the names of their servers. */
final class ProfilesOfEach {
    private final RandomStreams streams;
    private final Map<Object, RecoveryProfile> known = new HashMap<>();

    private ProfilesOfEach(RandomStreams streams) {
        this.streams = streams;
    }

    static List<RecoveryProfile> of(List<? extends Recovery> recoveries, RandomStreams streams) {
        ProfilesOfEach profiles = new ProfilesOfEach(streams);
        profiles.estimate(recoveries);
        return recoveries.stream().map(profiles::of).toList();
    }

    private RecoveryProfile of(Recovery recovery) {
        return known.computeIfAbsent(shape(recovery), unused -> RecoveryProfile.of(recovery, streams));
    }

    /** Recoveries of one matrix that have to be estimated share the elimination. */
    private void estimate(List<? extends Recovery> recoveries) {
        Map<Object, SpanRecovery> shapes = new LinkedHashMap<>();
        for (Recovery recovery : recoveries) {
            if (recovery instanceof SpanRecovery span && span.needsEstimate() && span.isStored()) {
                shapes.putIfAbsent(span.shape(), span);
            }
        }
        shapes.values().stream()
                .collect(Collectors.groupingBy(ProfilesOfEach::orders, LinkedHashMap::new, Collectors.toList()))
                .values()
                .forEach(this::estimateTogether);
    }

    private void estimateTogether(List<SpanRecovery> spans) {
        List<RecoveryProfile> profiles = ProfileEstimation.ofStored(spans, streams.stream(0, RandomPurpose.SUBSETS));
        IntStream.range(0, spans.size()).forEach(i -> known.put(spans.get(i).shape(), profiles.get(i)));
    }

    /** What recoveries have in common that can be asked about the same orders of the same columns. */
    private static Object orders(SpanRecovery span) {
        return List.of(
                span.matrix(), Arrays.stream(span.usefulInBlock()).boxed().toList());
    }

    /** A key that is equal only for recoveries which differ in the names of their servers. */
    static Object shape(Recovery recovery) {
        if (recovery instanceof SpanRecovery span) {
            return span.shape();
        }
        if (recovery instanceof ThresholdRecovery threshold) {
            return List.of(threshold.systematic() >= 0, threshold.candidates().length, threshold.needed());
        }
        return recovery instanceof GroupRecovery groups && groups.areDisjoint()
                ? Arrays.stream(groups.groups())
                        .map(group -> group.length)
                        .sorted()
                        .toList()
                : recovery;
    }
}
