package org.fetchlab.cli.command;

import java.util.Optional;
import org.fetchlab.cli.input.DataFiles;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.model.service.ServiceSpec;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.text.SpecReader;
import org.jspecify.annotations.Nullable;

/**
 * The law of a time as the user gave it.
 *
 * @param time the law
 * @param hasUnit whether its times have a unit, so that all times are in seconds
 */
record Law(ServiceTime time, boolean hasUnit) {
    /** Reads the law that an option gives, with the files it names. */
    static Optional<Law> read(String option, String text, DataFiles files, Problems problems) {
        return problems.read(
                option,
                text,
                spec -> SpecReader.readAll(spec, reader -> {
                    ServiceTime time = ServiceSpec.read(reader, files::times);
                    return new Law(time, reader.sawUnit());
                }));
    }

    /** Reads the law that an option gives, if it is given; tells {@code units} whether its times have one. */
    static Optional<ServiceTime> readIfGiven(
            String option, @Nullable String text, DataFiles files, Units units, Problems problems) {
        Optional<Law> law = text == null ? Optional.empty() : read(option, text, files, problems);
        law.ifPresent(given -> units.add(option, given.hasUnit()));
        return law.map(Law::time);
    }
}
