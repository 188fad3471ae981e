package org.fetchlab.cli.study;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.model.code.Availability;
import org.fetchlab.model.code.DecodableFraction;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.RecoveryProfile;
import org.fetchlab.model.code.Reliability;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.service.ServiceTime;
import org.jspecify.annotations.Nullable;

/** Finds out what a code is. */
public final class CodeStudy {
    private static final double ROUNDING = 1e-12;

    private final ServiceTime service;
    private final RandomStreams streams;
    private final Optional<Reliability> reliability;

    /**
     * A study of codes.
     *
     * @param service the law of the service time of every server
     * @param streams random streams for codes too large to enumerate
     * @param reliability failures and repairs of servers; empty to leave the mean time to data loss out
     */
    public CodeStudy(ServiceTime service, RandomStreams streams, Optional<Reliability> reliability) {
        this.service = service;
        this.streams = streams;
        this.reliability = reliability;
    }

    /**
     * The facts of one code.
     *
     * @param code the code
     * @param explained the index of an object to tell about in detail; empty for none
     * @return the facts
     * @throws IllegalArgumentException if the object does not exist
     */
    public CodeFacts of(StorageCode code, OptionalInt explained) {
        DecodableFraction decodable = code.decodableFraction(streams);
        PerObject groups = lowTrafficMeans(code, Decoding.GROUPS);
        PerObject linear = lowTrafficMeans(code, Decoding.LINEAR);
        return new CodeFacts(
                code.spec(),
                code.servers(),
                code.objects(),
                code.storageOverhead(),
                code.minimumDistance().value().orElse(null),
                code.faultTolerance().value().orElse(null),
                perObject(code, object -> groupSize(code, object)),
                perObject(code, object -> code.availability(object).orElse(null)),
                list(code.servers(), decodable::at),
                decodable.isExact() ? null : list(code.servers(), decodable::halfWidth),
                groups.value(),
                groups.halfWidth(),
                linear.value(),
                linear.halfWidth(),
                reliability
                        .flatMap(
                                servers -> servers.meanTimeToDataLoss(decodable).value())
                        .orElse(null),
                explained.isPresent() ? explain(code, explained.getAsInt()) : null);
    }

    private CodeFacts.ObjectFacts explain(StorageCode code, int object) {
        OptionalInt systematic = code.systematicServer(object);
        Optional<RecoveryProfile> byGroups = profile(code, object, Decoding.GROUPS);
        Optional<RecoveryProfile> linear = profile(code, object, Decoding.LINEAR);
        return new CodeFacts.ObjectFacts(
                object,
                systematic.isPresent() ? Integer.valueOf(systematic.getAsInt()) : null,
                ifEnumerable(() -> groups(code, object)),
                byGroups.map(CodeStudy::unrecovered).orElse(null),
                byGroups.flatMap(CodeStudy::halfWidths).orElse(null),
                linear.map(CodeStudy::unrecovered).orElse(null),
                linear.flatMap(CodeStudy::halfWidths).orElse(null));
    }

    private Optional<RecoveryProfile> profile(StorageCode code, int object, Decoding decoding) {
        return Optional.ofNullable(ifEnumerable(() ->
                RecoveryProfile.of(code.recovery(object, decoding), streams).among(code.servers())));
    }

    private static List<Double> unrecovered(RecoveryProfile profile) {
        return list(profile.servers(), profile::unrecovered);
    }

    private static Optional<List<Double>> halfWidths(RecoveryProfile profile) {
        return profile.isExact() ? Optional.empty() : Optional.of(list(profile.servers(), profile::halfWidth));
    }

    private static List<Double> list(int last, IntToDoubleFunction element) {
        return IntStream.rangeClosed(0, last).mapToObj(element::applyAsDouble).toList();
    }

    private static List<List<Integer>> groups(StorageCode code, int object) {
        return Arrays.stream(code.recoveryGroups(object))
                .map(group -> IntStream.of(group).boxed().toList())
                .toList();
    }

    /** The size of the smallest groups; known without listing them where the code has (r,t)-availability. */
    private static @Nullable Integer groupSize(StorageCode code, int object) {
        Optional<Availability> availability = code.availability(object);
        if (availability.isPresent()) {
            return Integer.valueOf(availability.get().groupSize());
        }
        List<List<Integer>> groups = ifEnumerable(() -> groups(code, object));
        return groups == null || groups.isEmpty()
                ? null
                : Integer.valueOf(groups.get(0).size());
    }

    /** A number of each object, in the form of {@link CodeFacts}, with its half-width unless it is exact. */
    private record PerObject(
            @Nullable Object value, @Nullable Object halfWidth) {}

    private PerObject lowTrafficMeans(StorageCode code, Decoding decoding) {
        List<Estimate> means = ifEnumerable(() -> meansOfObjects(code, decoding));
        if (means == null) {
            return new PerObject(null, null);
        }
        Object value = oneOrAll(means.stream().map(Estimate::value).toList());
        List<Double> halfWidths = means.stream().map(Estimate::halfWidth).toList();
        double widest = Collections.max(halfWidths);
        if (widest == 0) {
            return new PerObject(value, null);
        }
        return new PerObject(value, value instanceof List<?> ? halfWidths : Double.valueOf(widest));
    }

    /** The mean of every requested object, null when one has none. */
    private @Nullable List<Estimate> meansOfObjects(StorageCode code, Decoding decoding) {
        List<Recovery> recoveries = Arrays.stream(code.requestedObjects())
                .mapToObj(object -> code.recovery(object, decoding))
                .toList();
        List<Estimate> means = RecoveryProfile.ofEach(recoveries, streams).stream()
                .map(profile -> LowTrafficTime.of(profile, service).momentEstimate(1))
                .flatMap(mean -> mean.value().stream())
                .toList();
        return means.size() == recoveries.size() ? means : null;
    }

    /** One value when all requested objects agree, an array when they differ, null when one has none. */
    private static @Nullable Object perObject(StorageCode code, IntFunction<? extends @Nullable Object> fact) {
        List<?> facts = Arrays.stream(code.requestedObjects()).mapToObj(fact).toList();
        if (facts.stream().anyMatch(Objects::isNull)) {
            return null;
        }
        return oneOrAll(facts);
    }

    private static Object oneOrAll(List<?> facts) {
        Object first = facts.get(0);
        return facts.stream().allMatch(other -> agree(first, other)) ? first : facts;
    }

    private static boolean agree(Object one, Object other) {
        return (one instanceof Double a && other instanceof Double b)
                ? Math.abs(a - b) <= ROUNDING * Math.abs(a)
                : one.equals(other);
    }

    /** The answer, or null where a code is too large for it. */
    private static <T> @Nullable T ifEnumerable(java.util.function.Supplier<? extends @Nullable T> question) {
        try {
            return question.get();
        } catch (IllegalArgumentException tooLarge) {
            return null;
        }
    }
}
