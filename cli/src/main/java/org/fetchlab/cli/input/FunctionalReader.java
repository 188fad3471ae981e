package org.fetchlab.cli.input;

import java.util.ArrayList;
import java.util.List;
import org.fetchlab.cli.study.Functional;
import org.fetchlab.fluid.fluctuation.LinearFunctional;
import org.fetchlab.model.text.Grammar;
import org.fetchlab.model.text.SpecReader;

/** Reads quantities that depend on the queue lengths of all servers. */
public final class FunctionalReader {
    private static final String FORMS = "mean-queue, tail(j), weighted(w1,w2,...) or level(share)";

    private FunctionalReader() {}

    /**
     * Reads one functional.
     *
     * @param text {@code mean-queue}, {@code tail(j)}, {@code weighted(w1,w2,…)} (of s_1, s_2, …) or {@code level(share)}
     * @return the functional
     * @throws IllegalArgumentException if the text has another form or a number is out of range
     */
    public static Functional read(String text) {
        return SpecReader.readAll(text, reader -> {
            int start = reader.position();
            String name = text.strip();
            return switch (reader.name(FORMS)) {
                case "mean-queue" -> Functional.MEAN_QUEUE;
                case "tail" -> {
                    int level = inParentheses(reader, inner -> inner.integer("the level j"));
                    yield reader.build(start, () -> Functional.linear(name, LinearFunctional.tail(level)));
                }
                case "weighted" -> {
                    double[] weights = inParentheses(reader, FunctionalReader::weights);
                    yield reader.build(start, () -> Functional.linear(name, LinearFunctional.weighted(name, weights)));
                }
                case "level" -> {
                    double share = inParentheses(reader, inner -> inner.real("the share of the servers"));
                    yield reader.build(start, () -> Functional.level(name, share));
                }
                default -> throw reader.error(start, "expected " + FORMS);
            };
        });
    }

    private static double[] weights(SpecReader reader) {
        List<Double> weights = new ArrayList<>();
        do {
            weights.add(reader.real("a weight"));
        } while (reader.accept(','));
        return weights.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static <T> T inParentheses(SpecReader reader, Grammar<T> parameters) {
        reader.expect('(');
        T value = parameters.read(reader);
        reader.expect(')');
        return value;
    }
}
