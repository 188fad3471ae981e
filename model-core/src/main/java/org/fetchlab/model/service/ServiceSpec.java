package org.fetchlab.model.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.fetchlab.model.text.Grammar;
import org.fetchlab.model.text.SpecException;
import org.fetchlab.model.text.SpecReader;

/**
 * The text form of service-time laws.
 *
 * <pre>
 * law   := [factor '*'] plain ['*' factor]…
 * plain := exp(rate) | exp(mean=time) | sexp(shift,rate) | erlang(k,rate) | hyperexp(p:rate,…) | det(time)
 *        | uniform(time,time) | pareto(scale,shape) | weibull(shape,scale) | lognormal(mu,sigma)
 *        | gamma(shape,scale) | empirical(FILE[,column]) | percentiles(percent:time,…)
 * </pre>
 *
 * <p>Times, scales and rates may have a unit ({@code 12ms}, {@code 200/s}) and are then in seconds; within one text
 * either all have one or none.
 */
public final class ServiceSpec {
    private final ColumnSource files;
    private final Map<String, Grammar<ServiceTime>> laws = new TreeMap<>();

    private ServiceSpec(ColumnSource files) {
        this.files = files;
        laws.put("exp", ServiceSpec::exponential);
        laws.put("sexp", pair(r -> r.time("the shift"), ServiceSpec::rate, ServiceTimes::shiftedExponential));
        laws.put("erlang", pair(r -> r.integer("the number of stages"), ServiceSpec::rate, ServiceTimes::erlang));
        laws.put("hyperexp", ServiceSpec::hyperexponential);
        laws.put("det", ServiceSpec::deterministic);
        laws.put("uniform", pair(r -> r.time("the lower end"), r -> r.time("the upper end"), ServiceTimes::uniform));
        laws.put("pareto", pair(ServiceSpec::scale, ServiceSpec::shape, ServiceTimes::pareto));
        laws.put("weibull", pair(ServiceSpec::shape, ServiceSpec::scale, ServiceTimes::weibull));
        laws.put(
                "lognormal",
                pair(r -> r.real("mu"), r -> positive(r, "sigma", s -> s.real("sigma")), ServiceTimes::lognormal));
        laws.put("gamma", pair(ServiceSpec::shape, ServiceSpec::scale, ServiceTimes::gamma));
        laws.put("empirical", this::empirical);
        laws.put("percentiles", ServiceSpec::percentiles);
    }

    /**
     * Reads a law.
     *
     * @param text for example {@code "exp(mean=10ms)"} or {@code "2*pareto(1,2.5)"}
     * @param files supplies measured times
     * @return the law, in seconds if the text has units
     * @throws SpecException if the text cannot be read, or a parameter is out of range
     */
    public static ServiceTime parse(String text, ColumnSource files) {
        return SpecReader.readAll(text, reader -> read(reader, files));
    }

    /**
     * Reads a law as part of a longer text. {@link SpecReader#sawUnit} tells afterwards whether it is in seconds.
     *
     * @param reader the cursor, left behind the law
     * @param files supplies measured times
     * @return the law
     * @throws SpecException if the text cannot be read, or a parameter is out of range
     */
    public static ServiceTime read(SpecReader reader, ColumnSource files) {
        return new ServiceSpec(files).scaled(reader);
    }

    private ServiceTime scaled(SpecReader reader) {
        int start = reader.position();
        if (reader.isNumberNext()) {
            double factor = reader.real("a factor");
            if (!reader.accept('*')) {
                throw reader.error("a number scales a law: expected '*' and a law, such as 2*exp(1)");
            }
            ServiceTime law = scaled(reader);
            return reader.build(start, () -> law.scaledBy(factor));
        }
        ServiceTime law = plain(reader);
        while (reader.accept('*')) {
            int at = reader.position();
            double factor = reader.real("a factor");
            ServiceTime unscaled = law;
            law = reader.build(at, () -> unscaled.scaledBy(factor));
        }
        return law;
    }

    private ServiceTime plain(SpecReader reader) {
        int start = reader.position();
        String known = "a service law, one of " + String.join(", ", laws.keySet());
        String name = reader.name(known);
        Grammar<ServiceTime> law = laws.get(name);
        if (law == null) {
            throw reader.error(start, "unknown service law '" + name + "', expected " + known);
        }
        reader.expect('(');
        ServiceTime time = reader.build(start, () -> law.read(reader));
        reader.expect(')');
        return time;
    }

    private static <A, B> Grammar<ServiceTime> pair(
            Grammar<A> first, Grammar<B> second, BiFunction<A, B, ServiceTime> law) {
        return reader -> {
            A one = first.read(reader);
            reader.expect(',');
            B other = second.read(reader);
            return law.apply(one, other);
        };
    }

    private static ServiceTime exponential(SpecReader reader) {
        if (reader.isNumberNext()) {
            return ServiceTimes.exponential(rate(reader));
        }
        int start = reader.position();
        if (!reader.name("a rate, or mean=TIME").equals("mean")) {
            throw reader.error(start, "expected a rate, or mean=TIME");
        }
        reader.expect('=');
        return ServiceTimes.exponential(1 / positive(reader, "the mean", r -> r.time("the mean")));
    }

    private static ServiceTime deterministic(SpecReader reader) {
        return ServiceTimes.deterministic(positive(reader, "the time", r -> r.time("the time")));
    }

    private static ServiceTime hyperexponential(SpecReader reader) {
        List<Double> probabilities = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        readPairs(reader, r -> r.real("a probability"), probabilities, ServiceSpec::rate, rates);
        return ServiceTimes.hyperexponential(array(probabilities), array(rates));
    }

    private static ServiceTime percentiles(SpecReader reader) {
        List<Double> percents = new ArrayList<>();
        List<Double> times = new ArrayList<>();
        readPairs(
                reader,
                r -> after(percents, r, true, "percents", s -> s.real("a percent")),
                percents,
                r -> after(times, r, false, "percentile times", s -> s.time("a time")),
                times);
        return ServiceTimes.percentiles(array(percents), array(times));
    }

    private static double rate(SpecReader reader) {
        return positive(reader, "the rate", r -> r.rate("the rate"));
    }

    private static double scale(SpecReader reader) {
        return positive(reader, "the scale", r -> r.time("the scale"));
    }

    private static double shape(SpecReader reader) {
        return positive(reader, "the shape", r -> r.real("the shape"));
    }

    /** A number that must not be 0, so that a complaint points at it and not at the whole law. */
    private static double positive(SpecReader reader, String what, Grammar<Double> number) {
        int start = reader.position();
        double value = number.read(reader);
        if (!(value > 0)) {
            throw reader.error(start, what + " " + reader.textFrom(start) + " must be positive");
        }
        return value;
    }

    /** A number that must not be below the one before it, perhaps not equal to it; a complaint shows it as it was written. */
    private static double after(
            List<Double> before, SpecReader reader, boolean isStrict, String what, Grammar<Double> number) {
        int start = reader.position();
        double value = number.read(reader);
        double least = before.isEmpty() ? Double.NEGATIVE_INFINITY : before.get(before.size() - 1);
        if (!(value > least || (value == least && !isStrict))) {
            throw reader.error(
                    start,
                    what + (isStrict ? " must increase: " : " must not decrease: ") + reader.textFrom(start)
                            + (isStrict ? " is not above" : " is below") + " the one before it");
        }
        return value;
    }

    private static void readPairs(
            SpecReader reader, Grammar<Double> key, List<Double> keys, Grammar<Double> value, List<Double> values) {
        do {
            keys.add(key.read(reader));
            reader.expect(':');
            values.add(value.read(reader));
        } while (reader.accept(','));
    }

    private ServiceTime empirical(SpecReader reader) {
        int start = reader.position();
        String file = reader.rawText("a file name");
        Optional<String> column = reader.accept(',') ? Optional.of(reader.rawText("a column name")) : Optional.empty();
        String name = quoted(file) + column.map(c -> "," + quoted(c)).orElse("");
        return reader.build(start, () -> ServiceTimes.empirical(name, files.column(file, column)));
    }

    private static String quoted(String raw) {
        return raw.contains(",") || raw.contains(")") ? '"' + raw + '"' : raw;
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
