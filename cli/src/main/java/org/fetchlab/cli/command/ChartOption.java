package org.fetchlab.cli.command;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.fetchlab.cli.chart.Chart;
import org.fetchlab.cli.chart.ChartDrawing;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.report.OutputFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The picture of the result, if one is wanted. */
final class ChartOption {
    @Option(
            names = "--chart",
            paramLabel = "FILE",
            order = 70,
            description = "Draw the result as a chart; the name ends in .svg or .png.")
    @Nullable
    Path path;

    /** A file to draw a chart into. */
    @FunctionalInterface
    interface Target {
        /** Draws the chart, if one is wanted. */
        void draw(Chart chart);
    }

    /** Whether a chart is wanted. */
    boolean isGiven() {
        return path != null;
    }

    /** Complains about a file that cannot be written or whose name tells no format. */
    Target read(Problems problems) {
        String name = path == null ? "" : path.toString().toLowerCase(Locale.ROOT);
        boolean isSvg = name.endsWith(".svg");
        boolean isPng = name.endsWith(".png");
        problems.addIf(path != null && !isSvg && !isPng, "--chart: '" + path + "' must end in .svg or .png");
        Optional<OutputFile> file =
                isSvg || isPng ? CommonOptions.outputFile(problems, "--chart", path) : Optional.empty();
        return chart ->
                file.ifPresent(target -> target.write(isSvg ? ChartDrawing.svg(chart) : ChartDrawing.png(chart)));
    }
}
