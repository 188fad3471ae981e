package org.fetchlab.cli.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.model.code.Availability;
import org.fetchlab.model.code.DecodableFraction;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.RecoveryProfile;
import org.fetchlab.model.code.Reliability;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
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
        MissingAnswers missing = new MissingAnswers();
        DecodableFraction decodable = code.decodableFraction(streams);
        PerObject groups = lowTrafficMeans("low_traffic_mean_groups", code, Decoding.GROUPS, missing);
        PerObject linear = lowTrafficMeans("low_traffic_mean_linear", code, Decoding.LINEAR, missing);
        return new CodeFacts(
                code.spec(),
                code.servers(),
                code.objects(),
                code.storageOverhead(),
                missing.orNull("min_distance", code.minimumDistance()),
                missing.orNull("fault_tolerance", code.faultTolerance()),
                missing.orNull("locality", ofObjects(code, object -> groupSize(code, object))),
                missing.orNull("availability", ofObjects(code, code::availability)),
                list(code.servers(), decodable::at),
                decodable.isExact() ? null : list(code.servers(), decodable::halfWidth),
                groups.value(),
                groups.halfWidth(),
                linear.value(),
                linear.halfWidth(),
                reliability
                        .flatMap(servers -> missing.known("mttdl", servers.meanTimeToDataLoss(decodable)))
                        .orElse(null),
                explained.isPresent() ? explain(code, explained.getAsInt()) : null,
                missing.orNull());
    }

    private CodeFacts.ObjectFacts explain(StorageCode code, int object) {
        OptionalInt systematic = code.systematicServer(object);
        MissingAnswers missing = new MissingAnswers();
        Optional<RecoveryProfile> byGroups =
                missing.known("unrecovered_groups", profile(code, object, Decoding.GROUPS));
        Optional<RecoveryProfile> linear = missing.known("unrecovered_linear", profile(code, object, Decoding.LINEAR));
        return new CodeFacts.ObjectFacts(
                object,
                systematic.isPresent() ? Integer.valueOf(systematic.getAsInt()) : null,
                missing.orNull("recovery_groups", code.recoveryGroups(object).map(CodeStudy::lists)),
                byGroups.map(CodeStudy::unrecovered).orElse(null),
                byGroups.flatMap(CodeStudy::halfWidths).orElse(null),
                linear.map(CodeStudy::unrecovered).orElse(null),
                linear.flatMap(CodeStudy::halfWidths).orElse(null),
                missing.orNull());
    }

    private Outcome<RecoveryProfile> profile(StorageCode code, int object, Decoding decoding) {
        return code.recoveryIfEnumerable(object, decoding)
                .map(recovery -> RecoveryProfile.of(recovery, streams).among(code.servers()));
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

    private static List<List<Integer>> lists(int[][] groups) {
        return Arrays.stream(groups)
                .map(group -> IntStream.of(group).boxed().toList())
                .toList();
    }

    /** The size of the smallest groups; known without listing them where the code has (r,t)-availability. */
    private static Outcome<Integer> groupSize(StorageCode code, int object) {
        Outcome<Integer> size = code.availability(object).map(Availability::groupSize);
        return size instanceof Outcome.Known<Integer>
                ? size
                : code.recoveryGroups(object)
                        .flatMap(groups ->
                                groups.length == 0 ? size : new Outcome.Known<>(groups[0].length, "least groups"));
    }

    /** A number of each object, in the form of {@link CodeFacts}, with its half-width unless it is exact. */
    private record PerObject(
            @Nullable Object value, @Nullable Object halfWidth) {}

    private PerObject lowTrafficMeans(String field, StorageCode code, Decoding decoding, MissingAnswers missing) {
        return missing.known(field, meansOfObjects(code, decoding))
                .map(CodeStudy::inOneForm)
                .orElse(new PerObject(null, null));
    }

    private static PerObject inOneForm(List<Estimate> means) {
        Object value = oneOrAll(means.stream().map(Estimate::value).toList());
        List<Double> halfWidths = means.stream().map(Estimate::halfWidth).toList();
        double widest = Collections.max(halfWidths);
        if (widest == 0) {
            return new PerObject(value, null);
        }
        return new PerObject(value, value instanceof List<?> ? halfWidths : Double.valueOf(widest));
    }

    /** The mean of every requested object, none when one has none. */
    private Outcome<List<Estimate>> meansOfObjects(StorageCode code, Decoding decoding) {
        return ofEach(code, object -> code.recoveryIfEnumerable(object, decoding))
                .flatMap(recoveries -> all(RecoveryProfile.ofEach(recoveries, streams).stream()
                        .map(profile -> LowTrafficTime.of(profile, service).momentEstimate(1))));
    }

    /** One value when all requested objects agree, an array when they differ, none when one has none. */
    private static <T> Outcome<Object> ofObjects(StorageCode code, IntFunction<Outcome<T>> fact) {
        return ofEach(code, fact).map(CodeStudy::oneOrAll);
    }

    private static <T> Outcome<List<T>> ofEach(StorageCode code, IntFunction<Outcome<T>> fact) {
        return all(Arrays.stream(code.requestedObjects()).mapToObj(fact));
    }

    /** All answers, none when one of them is none. */
    private static <T> Outcome<List<T>> all(Stream<Outcome<T>> outcomes) {
        List<T> answers = new ArrayList<>();
        for (Outcome<T> outcome : (Iterable<Outcome<T>>) outcomes::iterator) {
            if (outcome instanceof Outcome.None<T> none) {
                return new Outcome.None<>(none.method(), none.reason());
            }
            answers.add(outcome.value().orElseThrow());
        }
        return new Outcome.Known<>(answers, "object by object");
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
}
