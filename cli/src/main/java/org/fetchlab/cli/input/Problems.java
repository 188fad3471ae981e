package org.fetchlab.cli.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with the input, so that a user sees every problem at once. */
public final class Problems {
    private final List<String> found = new ArrayList<>();

    /** Nothing wrong so far. */
    public Problems() {}

    /**
     * Reads one value; a complaint is kept and not thrown.
     *
     * @param <T> the type of the value
     * @param name what the user calls the input, such as {@code "--service"}
     * @param text what the user wrote
     * @param reader makes the value, or throws an {@link IllegalArgumentException} that says what is wrong
     * @return the value, empty when there was a complaint
     */
    public <T> Optional<T> read(String name, String text, Function<String, T> reader) {
        try {
            return Optional.of(reader.apply(text));
        } catch (IllegalArgumentException complaint) {
            add(name + ": " + complaint.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Reads one value that may be left out.
     *
     * @param <T> the type of the value
     * @param name what the user calls the input
     * @param text what the user wrote, null when nothing
     * @param reader makes the value, or throws an {@link IllegalArgumentException} that says what is wrong
     * @return the value, empty when there was nothing or a complaint
     */
    public <T> Optional<T> readIfGiven(String name, @Nullable String text, Function<String, T> reader) {
        return text == null ? Optional.empty() : read(name, text, reader);
    }

    /**
     * Adds a problem, unless it is known.
     *
     * @param problem one sentence, without a final full stop
     */
    public void add(String problem) {
        if (!found.contains(problem)) {
            found.add(problem);
        }
    }

    /**
     * Adds a problem if a condition holds.
     *
     * @param isProblem whether there is a problem
     * @param problem one sentence, without a final full stop
     */
    public void addIf(boolean isProblem, String problem) {
        if (isProblem) {
            add(problem);
        }
    }

    /**
     * Ends the reading.
     *
     * @throws InvalidInput with all problems, if there is any
     */
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw new InvalidInput(found);
        }
    }
}
