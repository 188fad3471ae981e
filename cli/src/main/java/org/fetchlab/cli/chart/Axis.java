package org.fetchlab.cli.chart;

import java.util.List;

/** An axis: where its values are in the picture, and which of them are marked. */
sealed interface Axis permits LinearAxis, LogarithmicAxis {
    /** The value at the start. */
    double from();

    /** The value at the end, above {@link #from}. */
    double to();

    /** The pixel of the start. */
    double start();

    /** The pixel of the end. */
    double end();

    /** The pixel of a value. */
    double at(double value);

    /** Round numbers to mark, at least two, from the least to the greatest. */
    List<Double> ticks();
}
