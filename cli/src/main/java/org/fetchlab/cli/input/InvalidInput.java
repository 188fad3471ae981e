package org.fetchlab.cli.input;

import java.util.List;

/** Input that cannot be used: one sentence per problem, each saying what to write instead. */
public final class InvalidInput extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final List<String> problems;

    /**
     * One or more problems.
     *
     * @param problems one sentence each, without a final full stop
     */
    public InvalidInput(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /**
     * One problem.
     *
     * @param problem one sentence, without a final full stop
     */
    public InvalidInput(String problem) {
        this(List.of(problem));
    }

    /**
     * The problems.
     *
     * @return one sentence each, at least one
     */
    public List<String> problems() {
        return problems;
    }
}
