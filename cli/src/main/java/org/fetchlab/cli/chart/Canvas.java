package org.fetchlab.cli.chart;

/** A surface to draw on; the origin is the upper left corner, lengths are in pixels of the SVG. */
interface Canvas {
    /** A line through points. */
    void line(double[] x, double[] y, Stroke stroke);

    /** A filled polygon. */
    void area(double[] x, double[] y, String colour, double opacity);

    /** A filled circle. */
    void dot(double x, double y, double radius, String colour);

    /** A line of text whose anchor point is on its base line. */
    void text(double x, double y, String text, Lettering lettering);

    /** Restricts the lines, areas and dots that follow to a rectangle. */
    void clip(double x, double y, double width, double height);

    /** Ends the restriction. */
    void unclip();

    /** The finished picture as a file. */
    byte[] toBytes();

    /**
     * How a line looks.
     *
     * @param colour such as {@code #0072b2}
     * @param width in pixels
     * @param isDashed whether the line is dashed
     */
    record Stroke(String colour, double width, boolean isDashed) {}

    /** Which point of a text the anchor is. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /**
     * How a text looks.
     *
     * @param colour such as {@code #333333}
     * @param size in pixels
     * @param isBold whether it is bold
     * @param anchor which point of the text is given
     * @param isUpright true for text that runs upwards
     */
    record Lettering(String colour, int size, boolean isBold, Anchor anchor, boolean isUpright) {}
}
