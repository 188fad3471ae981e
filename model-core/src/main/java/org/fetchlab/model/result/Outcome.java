package org.fetchlab.model.result;

import java.util.Optional;
import java.util.function.Function;

/**
 * The answer to a question that may have none: a value with the method that gave it, or the reason why there is none.
 * It stands wherever a bound, a mean or a moment can fail to exist, so that nothing returns NaN, infinity or a
 * negative time.
 *
 * @param <T> the type of the value
 */
public sealed interface Outcome<T> {
    /**
     * How the value was obtained, or would have been.
     *
     * @return a short name such as {@code "split-merge"}
     */
    String method();

    /**
     * The value, if there is one.
     *
     * @return the value, empty when the outcome is void
     */
    Optional<T> value();

    /**
     * What follows from the value, obtained by the same method.
     *
     * @param <R> the type of what follows
     * @param function what follows from a value
     * @return its answer; none, with the same reason, when there is no value
     */
    default <R> Outcome<R> map(Function<? super T, ? extends R> function) {
        return flatMap(answer -> new Known<>(function.apply(answer), method()));
    }

    /**
     * The answer to a further question about the value.
     *
     * @param <R> the type of that answer
     * @param question what is asked about a value
     * @return its outcome; none, with the same reason, when there is no value
     */
    <R> Outcome<R> flatMap(Function<? super T, Outcome<R>> question);

    /**
     * An answer that exists.
     *
     * @param <T> the type of the value
     * @param answer the value
     * @param method how it was obtained
     */
    record Known<T>(T answer, String method) implements Outcome<T> {
        @Override
        public Optional<T> value() {
            return Optional.of(answer);
        }

        @Override
        public <R> Outcome<R> flatMap(Function<? super T, Outcome<R>> question) {
            return question.apply(answer);
        }
    }

    /**
     * A question without an answer.
     *
     * @param <T> the type the value would have had
     * @param method the method whose condition fails
     * @param reason one sentence that says which condition failed, with the numbers
     */
    record None<T>(String method, String reason) implements Outcome<T> {
        @Override
        public Optional<T> value() {
            return Optional.empty();
        }

        @Override
        public <R> Outcome<R> flatMap(Function<? super T, Outcome<R>> question) {
            return new None<>(method, reason);
        }
    }
}
