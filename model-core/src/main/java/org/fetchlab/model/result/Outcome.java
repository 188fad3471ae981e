package org.fetchlab.model.result;

import java.util.Optional;

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
    }
}
