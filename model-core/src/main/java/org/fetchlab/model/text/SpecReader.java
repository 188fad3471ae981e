package org.fetchlab.model.text;

import java.util.function.Supplier;

/**
 * A cursor over a text form such as {@code "2*simplex(3)"} or {@code "exp(mean=10ms)"}.
 *
 * <p>Every reading method skips the blanks before its token, moves past it, and fails with a {@link SpecException} that
 * points at the first character it cannot accept. A reader serves one text and one thread.
 */
public final class SpecReader {
    private final String text;
    private int position;
    private boolean unitSeen;
    private boolean bareSeen;

    /**
     * A cursor before the first character.
     *
     * @param text the whole text form
     */
    public SpecReader(String text) {
        this.text = text;
    }

    /**
     * Reads a text to its end.
     *
     * @param <T> the type of the value the text stands for
     * @param text the whole text form
     * @param grammar reads the value; what it leaves unread must be blank
     * @return the value
     * @throws SpecException if the text is blank, cannot be read, or goes on after the value
     */
    public static <T> T readAll(String text, Grammar<T> grammar) {
        SpecReader reader = new SpecReader(text);
        if (reader.atEnd()) {
            throw reader.error("the text is empty");
        }
        T value = grammar.read(reader);
        reader.expectEnd();
        return value;
    }

    /**
     * Where the next token starts.
     *
     * @return the index of the next character that is not blank, or the length of the text
     */
    public int position() {
        skipBlanks();
        return position;
    }

    /**
     * Whether only blanks are left.
     *
     * @return true at the end of the text
     */
    public boolean atEnd() {
        return position() == text.length();
    }

    /**
     * Whether the next token starts with a character; the cursor stays before it.
     *
     * @param symbol the character
     * @return true if it is next
     */
    public boolean isNext(char symbol) {
        return !atEnd() && text.charAt(position) == symbol;
    }

    /**
     * Whether the next token starts with a digit, a sign or a decimal point; the cursor stays before it.
     *
     * @return true if a number is next
     */
    public boolean isNumberNext() {
        return !atEnd() && "0123456789+-.".indexOf(text.charAt(position)) >= 0;
    }

    /**
     * Whether the next token is a word; the cursor stays before it.
     *
     * @param word letters, digits and inner hyphens
     * @return true if exactly this word is next
     */
    public boolean isNext(String word) {
        int start = position();
        return text.substring(start, wordEnd(start)).equals(word);
    }

    /**
     * Moves past a character if it is next.
     *
     * @param symbol the character
     * @return true if it was there
     */
    public boolean accept(char symbol) {
        if (isNext(symbol)) {
            position++;
            return true;
        }
        return false;
    }

    /**
     * Moves past a character that must be next.
     *
     * @param symbol the character
     * @throws SpecException if something else is next
     */
    public void expect(char symbol) {
        if (!accept(symbol)) {
            throw error("expected '" + symbol + "'" + butFound());
        }
    }

    /**
     * Checks that only blanks are left.
     *
     * @throws SpecException if there is more text
     */
    public void expectEnd() {
        if (!atEnd()) {
            throw error("the text should end here" + butFound());
        }
    }

    /**
     * Reads a name: a letter followed by letters, digits and inner hyphens.
     *
     * @param what what the name stands for, with the possible names, for the error message
     * @return the name as written
     * @throws SpecException if no letter is next
     */
    public String name(String what) {
        int start = position();
        int end = wordEnd(start);
        if (end == start) {
            throw error("expected " + what + butFound());
        }
        position = end;
        return text.substring(start, end);
    }

    /**
     * Reads a whole number.
     *
     * @param what what the number is, for the error message
     * @return the number
     * @throws SpecException if no whole number is next, or it does not fit in 32 bits
     */
    public int integer(String what) {
        return integer(what, Integer.MAX_VALUE);
    }

    /**
     * Reads a whole number of which a caller knows the most that can be meant. The number is not compared with it.
     *
     * @param what what the number is, for the error message
     * @param most the limit that the error message names
     * @return the number
     * @throws SpecException if no whole number is next, or it does not fit in 32 bits
     */
    public int integer(String what, int most) {
        int start = position();
        String digits = numberToken(what);
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException notWhole) {
            throw error(start, what + " must be a whole number of at most " + most + ", not " + digits);
        }
    }

    /**
     * Reads a decimal number such as {@code 3}, {@code -0.5} or {@code 1e-3}.
     *
     * @param what what the number is, for the error message
     * @return the number, finite
     * @throws SpecException if no number is next, or it is too large or too small for double precision
     */
    public double real(String what) {
        int start = position();
        return finite(start, what, numberToken(what));
    }

    /**
     * Reads a time: a number of at least 0, with a unit (then converted to seconds) or without (then as it stands).
     *
     * @param what what the time is, for the error message
     * @return the time
     * @throws SpecException if it is negative, its unit is unknown, or other times of this text have a unit and it has
     *     none (or the reverse); a zero needs no unit
     */
    public double time(String what) {
        return quantity(what, false);
    }

    /**
     * Reads a rate: a number of at least 0, with a unit such as {@code /s} (then converted to events per second) or
     * without (then as it stands).
     *
     * @param what what the rate is, for the error message
     * @return the rate
     * @throws SpecException if it is negative, its unit is unknown, or other quantities of this text have a unit and it
     *     has none (or the reverse); a zero needs no unit
     */
    public double rate(String what) {
        return quantity(what, true);
    }

    /**
     * The text that was read since some place, as the user wrote it.
     *
     * @param start where it starts
     * @return the text up to the cursor
     */
    public String textFrom(int start) {
        return text.substring(start, position).strip();
    }

    /**
     * Whether a time or rate read so far had a unit, so that all of them are in seconds.
     *
     * @return true if a unit was seen
     */
    public boolean sawUnit() {
        return unitSeen;
    }

    /**
     * Reads raw text, for example a file name: quoted with {@code "}, or up to the next comma or closing parenthesis.
     *
     * @param what what the text is, for the error message
     * @return the text without quotes and outer blanks
     * @throws SpecException if the text is empty or a quote is not closed
     */
    public String rawText(String what) {
        int start = position();
        String raw = accept('"') ? quoted(start) : unquoted();
        if (raw.isEmpty()) {
            throw error(start, "expected " + what);
        }
        return raw;
    }

    /**
     * Builds a value from what was read, and lets its complaint point at the text.
     *
     * @param <T> the type of the value
     * @param start where the text of the value starts
     * @param construction makes the value
     * @return the value
     * @throws SpecException at {@code start}, with the message of an {@link IllegalArgumentException} of the construction
     */
    public <T> T build(int start, Supplier<T> construction) {
        try {
            return construction.get();
        } catch (SpecException alreadyPlaced) {
            throw alreadyPlaced;
        } catch (IllegalArgumentException outOfRange) {
            SpecException placed = error(start, String.valueOf(outOfRange.getMessage()));
            placed.initCause(outOfRange);
            throw placed;
        }
    }

    /**
     * A problem at the next token.
     *
     * @param problem what is wrong, without a final full stop
     * @return the exception to throw
     */
    public SpecException error(String problem) {
        return error(position(), problem);
    }

    /**
     * A problem at a given character.
     *
     * @param at the index of the character
     * @param problem what is wrong, without a final full stop
     * @return the exception to throw
     */
    public SpecException error(int at, String problem) {
        return new SpecException(text, at, problem);
    }

    private double quantity(String what, boolean isRate) {
        int start = position();
        String digits = numberToken(what);
        double bare = finite(start, what, digits);
        if (!(bare >= 0)) {
            throw error(start, what + " " + digits + " must not be negative");
        }
        boolean hasUnit = !atEnd() && (isRate ? accept('/') : Character.isLetter(text.charAt(position)));
        checkUnits(start, what, bare, hasUnit);
        return hasUnit ? finite(start, what, unit(isRate).convert(digits, isRate)) : bare;
    }

    private void checkUnits(int start, String what, double bare, boolean hasUnit) {
        unitSeen |= hasUnit;
        bareSeen |= !hasUnit && bare != 0;
        if (unitSeen && bareSeen) {
            throw error(
                    start,
                    what + " " + (hasUnit ? "has" : "needs") + " a unit, "
                            + (hasUnit ? "others have none" : "others have one")
                            + ": give every time and rate a unit, or none");
        }
    }

    private Unit unit(boolean isRate) {
        int start = position();
        int end = start;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        position = end;
        String symbol = text.substring(start, end);
        return Unit.of(symbol)
                .orElseThrow(() -> error(
                        start,
                        "unknown unit '" + (isRate ? "/" : "") + symbol + "': use one of " + Unit.symbols(isRate)));
    }

    private double finite(int start, String what, String digits) {
        double value = Double.parseDouble(digits);
        if (!Double.isFinite(value)) {
            throw error(start, what + " " + digits + " is too large for a number");
        }
        if (value == 0 && DecimalSyntax.isNonZero(digits)) {
            throw error(start, what + " " + digits + " is too small for a number");
        }
        return value;
    }

    private String numberToken(String what) {
        int start = position();
        int end = DecimalSyntax.end(text, start);
        if (end == start) {
            throw error("expected " + what + ", a number," + butFound());
        }
        if (DecimalSyntax.isHexadecimal(text, start, end)) {
            throw error(start, what + " must be a decimal number, not " + text.substring(start, wordEnd(end)));
        }
        position = end;
        return text.substring(start, end);
    }

    private int wordEnd(int start) {
        if (start == text.length() || !Character.isLetter(text.charAt(start))) {
            return start;
        }
        int end = start + 1;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '-')) {
            end++;
        }
        return end;
    }

    private String quoted(int start) {
        int close = text.indexOf('"', position);
        if (close < 0) {
            throw error(start, "the quote is not closed");
        }
        String raw = text.substring(position, close);
        position = close + 1;
        return raw;
    }

    private String unquoted() {
        int start = position;
        while (position < text.length() && text.charAt(position) != ',' && text.charAt(position) != ')') {
            position++;
        }
        return text.substring(start, position).strip();
    }

    private String butFound() {
        return atEnd() ? " but the text ends" : " but found '" + text.substring(position, tokenEnd()) + "'";
    }

    private int tokenEnd() {
        return Math.max(wordEnd(position), text.offsetByCodePoints(position, 1));
    }

    private void skipBlanks() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
    }
}
