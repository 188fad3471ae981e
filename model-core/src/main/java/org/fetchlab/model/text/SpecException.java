package org.fetchlab.model.text;

/** A text form that cannot be read: one sentence that names the text, the character and what is allowed there. */
public final class SpecException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String spec;
    private final int position;
    private final String problem;

    /**
     * A problem at one character of a text form.
     *
     * @param spec the whole text as it was given
     * @param position the index of the offending character, from 0 to the length of the text
     * @param problem what is wrong there and what is allowed, without a final full stop
     */
    public SpecException(String spec, int position, String problem) {
        super("'" + spec + "', character " + (position + 1) + ": " + problem);
        this.spec = spec;
        this.position = position;
        this.problem = problem;
    }

    /**
     * The same problem where the text is part of a longer one, such as an element of a list.
     *
     * @param whole the longer text as it was given
     * @param start the index at which the text stands in it
     * @return the exception to throw, which points into the longer text
     */
    public SpecException within(String whole, int start) {
        SpecException placed = new SpecException(whole, start + position, problem);
        placed.initCause(this);
        return placed;
    }

    /**
     * The text that cannot be read.
     *
     * @return the whole text as it was given
     */
    public String spec() {
        return spec;
    }

    /**
     * Where the problem is.
     *
     * @return the index of the offending character, from 0
     */
    public int position() {
        return position;
    }
}
