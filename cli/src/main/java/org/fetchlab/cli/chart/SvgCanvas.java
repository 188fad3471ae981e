package org.fetchlab.cli.chart;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Draws as SVG 1.1, with text as text. */
final class SvgCanvas implements Canvas {
    private final StringBuilder svg = new StringBuilder();
    private int clips;

    SvgCanvas(int width, int height, String description) {
        append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"Helvetica, Arial, sans-serif\" role=\"img\">%n",
                width, height, width, height);
        append("<title>%s</title>%n", escaped(description));
        append("<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n");
    }

    @Override
    public void line(double[] x, double[] y, Stroke stroke) {
        append(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-linejoin=\"round\"%s/>%n",
                points(x, y),
                stroke.colour(),
                number(stroke.width()),
                stroke.isDashed() ? " stroke-dasharray=\"5 4\"" : "");
    }

    @Override
    public void area(double[] x, double[] y, String colour, double opacity) {
        append("<polygon points=\"%s\" fill=\"%s\" fill-opacity=\"%s\"/>%n", points(x, y), colour, number(opacity));
    }

    @Override
    public void dot(double x, double y, double radius, String colour) {
        append("<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\"/>%n", number(x), number(y), number(radius), colour);
    }

    @Override
    public void text(double x, double y, String text, Lettering lettering) {
        append(
                "<text x=\"%s\" y=\"%s\" font-size=\"%d\" fill=\"%s\" text-anchor=\"%s\"%s%s>%s</text>%n",
                number(x),
                number(y),
                lettering.size(),
                lettering.colour(),
                lettering.anchor().name().toLowerCase(Locale.ROOT),
                lettering.isBold() ? " font-weight=\"bold\"" : "",
                lettering.isUpright() ? " transform=\"rotate(-90 " + number(x) + " " + number(y) + ")\"" : "",
                escaped(text));
    }

    @Override
    public void clip(double x, double y, double width, double height) {
        clips++;
        append(
                "<clipPath id=\"clip%d\"><rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/></clipPath>%n",
                clips, number(x), number(y), number(width), number(height));
        append("<g clip-path=\"url(#clip%d)\">%n", clips);
    }

    @Override
    public void unclip() {
        append("</g>%n");
    }

    @Override
    public byte[] toBytes() {
        return (svg + "</svg>\n").getBytes(StandardCharsets.UTF_8);
    }

    private void append(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
    }

    private static String points(double[] x, double[] y) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < x.length; i++) {
            points.append(i == 0 ? "" : " ").append(number(x[i])).append(',').append(number(y[i]));
        }
        return points.toString();
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.replaceFirst("\\.?0+$", "");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
