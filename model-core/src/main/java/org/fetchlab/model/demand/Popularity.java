package org.fetchlab.model.demand;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fetchlab.model.text.Numbers;
import org.fetchlab.model.text.SpecException;
import org.fetchlab.model.text.SpecReader;

/**
 * How requests spread over objects: the probability that a request asks for each of them. Two popularities are equal when
 * their {@link #spec() text forms} are.
 */
public final class Popularity {
    /** Rarer requests would have an arrival rate that no analysis resolves. */
    private static final double LEAST = 1e-100;

    private static final double SUM_ROUNDING = 1e-9;
    private static final Popularity UNIFORM = new Popularity("uniform", 0, new double[0]);

    private final String spec;
    private final double exponent;
    private final double[] given;

    private Popularity(String spec, double exponent, double[] given) {
        this.spec = spec;
        this.exponent = exponent;
        this.given = given;
    }

    /**
     * Every object is as popular as any other.
     *
     * @return the popularity, for any number of objects
     */
    public static Popularity uniform() {
        return UNIFORM;
    }

    /**
     * Zipf: object i = 1, 2, … has a probability proportional to i^-s.
     *
     * @param exponent s, finite and at least 0 (0: uniform)
     * @return the popularity, for any number of objects
     * @throws IllegalArgumentException if the exponent is out of range
     */
    public static Popularity zipf(double exponent) {
        if (!(exponent >= 0 && exponent < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("Zipf exponent " + exponent + " must be finite and at least 0");
        }
        return new Popularity("zipf(" + Numbers.text(exponent) + ")", exponent, new double[0]);
    }

    /**
     * Given probabilities.
     *
     * @param probabilities of object 0, 1, …; at least one, each 0 or in [1e-100, 1], summing to 1 within 1e-9
     * @return the popularity, for as many objects
     * @throws IllegalArgumentException if a probability is out of range, there is none, or the sum is not 1
     */
    public static Popularity explicit(double... probabilities) {
        for (double p : probabilities) {
            checked(p);
        }
        double sum = Arrays.stream(probabilities).sum();
        if (!(Math.abs(sum - 1) <= SUM_ROUNDING)) {
            throw new IllegalArgumentException("popularities must sum to 1, not " + sum);
        }
        String spec = Arrays.stream(probabilities).mapToObj(Numbers::text).collect(Collectors.joining(","));
        return new Popularity(spec, 0, probabilities.clone());
    }

    private static double checked(double probability) {
        if (!(probability == 0 || (probability >= LEAST && probability <= 1))) {
            throw new IllegalArgumentException("popularity " + probability + " must be 0 or lie in [1e-100, 1]");
        }
        return probability;
    }

    /**
     * Reads a text form.
     *
     * @param text {@code "uniform"}, {@code "zipf(0.9)"} or {@code "0.5,0.25,0.25"}
     * @return the popularity
     * @throws SpecException if the text cannot be read, or its numbers are out of range
     */
    public static Popularity parse(String text) {
        return SpecReader.readAll(text, reader -> {
            int start = reader.position();
            return reader.build(start, () -> read(reader));
        });
    }

    private static Popularity read(SpecReader reader) {
        if (reader.isNumberNext()) {
            return explicit(numbers(reader));
        }
        int start = reader.position();
        String form = "a popularity, one of uniform, zipf(s) and p1,p2,...";
        return switch (reader.name(form)) {
            case "uniform" -> uniform();
            case "zipf" -> {
                reader.expect('(');
                double exponent = reader.real("the Zipf exponent");
                reader.expect(')');
                yield zipf(exponent);
            }
            default -> throw reader.error(start, "expected " + form);
        };
    }

    private static double[] numbers(SpecReader reader) {
        List<Double> numbers = new ArrayList<>();
        do {
            int start = reader.position();
            double probability = reader.real("a probability");
            numbers.add(reader.build(start, () -> checked(probability)));
        } while (reader.accept(','));
        return numbers.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /**
     * The probabilities for a number of objects.
     *
     * @param objects the number of objects, at least 1
     * @return the probability of object 0, 1, …; a new array whose sum is 1 up to rounding
     * @throws IllegalArgumentException if there are no objects, or other than as many as there are given probabilities, or
     *     a Zipf law makes one rarer than 1e-100 of the first
     */
    public double[] probabilities(int objects) {
        if (objects < 1) {
            throw new IllegalArgumentException("number of objects " + objects + " must be at least 1");
        }
        if (given.length > 0 && given.length != objects) {
            throw new IllegalArgumentException("popularity " + spec + " is for " + given.length
                    + " objects, but there are " + objects + ": give as many probabilities as objects");
        }
        return normalised(given.length > 0 ? given : weights(objects));
    }

    private double[] weights(int objects) {
        if (!(Math.pow(objects, -exponent) >= LEAST)) {
            throw new IllegalArgumentException("popularity " + spec + " makes object " + (objects - 1)
                    + " rarer than 1e-100 of the first; choose a smaller exponent");
        }
        return IntStream.rangeClosed(1, objects)
                .mapToDouble(i -> Math.pow(i, -exponent))
                .toArray();
    }

    private static double[] normalised(double[] weights) {
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(weight -> weight / sum).toArray();
    }

    /**
     * The text form.
     *
     * @return text that {@link #parse} reads back to an equal popularity
     */
    public String spec() {
        return spec;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Popularity that && spec.equals(that.spec);
    }

    @Override
    public int hashCode() {
        return spec.hashCode();
    }

    @Override
    public String toString() {
        return spec;
    }
}
