package org.fetchlab.cli.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** Draws as PNG, with two pixels per unit. */
final class PngCanvas implements Canvas {
    private static final int SCALE = 2;

    private final BufferedImage image;
    private final Graphics2D graphics;

    PngCanvas(int width, int height) {
        image = new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.scale(SCALE, SCALE);
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, width, height);
    }

    @Override
    public void line(double[] x, double[] y, Stroke stroke) {
        float[] dashes = stroke.isDashed() ? new float[] {5, 4} : null;
        graphics.setStroke(
                new BasicStroke((float) stroke.width(), BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dashes, 0));
        graphics.setColor(Color.decode(stroke.colour()));
        graphics.draw(path(x, y));
    }

    @Override
    public void area(double[] x, double[] y, String colour, double opacity) {
        Color solid = Color.decode(colour);
        graphics.setColor(
                new Color(solid.getRed(), solid.getGreen(), solid.getBlue(), (int) Math.round(255 * opacity)));
        graphics.fill(path(x, y));
    }

    @Override
    public void dot(double x, double y, double radius, String colour) {
        graphics.setColor(Color.decode(colour));
        graphics.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    }

    @Override
    public void text(double x, double y, String text, Lettering lettering) {
        graphics.setColor(Color.decode(lettering.colour()));
        graphics.setFont(new Font(Font.SANS_SERIF, lettering.isBold() ? Font.BOLD : Font.PLAIN, lettering.size()));
        double width = graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
        double offset = switch (lettering.anchor()) {
            case START -> 0;
            case MIDDLE -> -width / 2;
            case END -> -width;
        };
        AffineTransform before = graphics.getTransform();
        graphics.translate(x, y);
        if (lettering.isUpright()) {
            graphics.rotate(-Math.PI / 2);
        }
        graphics.drawString(text, (float) offset, 0);
        graphics.setTransform(before);
    }

    @Override
    public void clip(double x, double y, double width, double height) {
        graphics.setClip(new Rectangle2D.Double(x, y, width, height));
    }

    @Override
    public void unclip() {
        graphics.setClip(null);
    }

    @Override
    public byte[] toBytes() {
        graphics.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", bytes);
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        return bytes.toByteArray();
    }

    private static Path2D path(double[] x, double[] y) {
        Path2D path = new Path2D.Double();
        path.moveTo(x[0], y[0]);
        for (int i = 1; i < x.length; i++) {
            path.lineTo(x[i], y[i]);
        }
        return path;
    }
}
