package org.fetchlab.cli.report;

/** Breaks sentences into lines. */
final class Wrap {
    private Wrap() {}

    /** The text in lines of at most {@code width} characters where its words allow, all but the first indented. */
    static String lines(String text, int width, String indent) {
        StringBuilder lines = new StringBuilder();
        int used = 0;
        for (String word : text.split(" ", -1)) {
            if (used > 0 && used + 1 + word.length() > width) {
                lines.append('\n').append(indent);
                used = indent.length();
            } else if (used > 0) {
                lines.append(' ');
                used++;
            }
            lines.append(word);
            used += word.length();
        }
        return lines.toString();
    }
}
