package org.fetchlab.model.text;

/** Where a decimal number such as {@code -1.5e-3} ends in a text. */
final class DecimalSyntax {
    private DecimalSyntax() {}

    /**
     * The end of the number that starts at a character: {@code [sign] digits [. digits] [e [sign] digits]}, with at least
     * one digit before the exponent.
     *
     * @return the index behind the number; {@code start} if no number starts there
     */
    static int end(String text, int start) {
        int integerEnd = digitsEnd(text, signEnd(text, start));
        boolean hasPoint = integerEnd < text.length() && text.charAt(integerEnd) == '.';
        int end = hasPoint ? digitsEnd(text, integerEnd + 1) : integerEnd;
        boolean hasDigit = text.substring(start, end).chars().anyMatch(DecimalSyntax::isDigit);
        return hasDigit ? exponentEnd(text, end) : start;
    }

    /** Whether a number has a digit other than 0 before its exponent, so that it is not zero as written. */
    static boolean isNonZero(String number) {
        return number.chars().takeWhile(c -> c != 'e' && c != 'E').anyMatch(c -> isDigit(c) && c != '0');
    }

    /** Whether what reads as a zero is the start of a number such as 0x1p3, which would pass for that zero. */
    static boolean isHexadecimal(String text, int start, int end) {
        return text.substring(start, end).endsWith("0")
                && end + 1 < text.length()
                && Character.toLowerCase(text.charAt(end)) == 'x'
                && Character.digit(text.charAt(end + 1), 16) >= 0;
    }

    private static int exponentEnd(String text, int start) {
        if (start == text.length() || Character.toLowerCase(text.charAt(start)) != 'e') {
            return start;
        }
        int digits = signEnd(text, start + 1);
        int end = digitsEnd(text, digits);
        return end > digits ? end : start;
    }

    private static int signEnd(String text, int start) {
        boolean signed = start < text.length() && (text.charAt(start) == '+' || text.charAt(start) == '-');
        return signed ? start + 1 : start;
    }

    private static int digitsEnd(String text, int start) {
        int end = start;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(int symbol) {
        return symbol >= '0' && symbol <= '9';
    }
}
