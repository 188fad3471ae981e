package org.fetchlab.cli.input;

import org.fetchlab.model.text.SpecException;
import org.fetchlab.model.text.SpecReader;

/** Reads numbers before anything is known about their range. */
final class Numerals {
    private Numerals() {}

    /** The number, NaN when the text is none, so that every check of a range fails it. */
    static double read(String text) {
        try {
            return SpecReader.readAll(text, reader -> reader.real("a number"));
        } catch (SpecException notANumber) {
            return Double.NaN;
        }
    }
}
