package org.fetchlab.cli.command;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.fetchlab.cli.chart.Chart;
import org.fetchlab.cli.chart.ChartDrawing;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.report.OutputFile;
import org.jspecify.annotations.Nullable;

/** The file that {@code --chart} asks for, if it does. */
final class ChartFile {
    private final Optional<OutputFile> file;
    private final boolean isSvg;

    /** Complains about a file that cannot be written or whose name tells no format. */
    ChartFile(@Nullable Path path, Problems problems) {
        String name = path == null ? "" : path.toString().toLowerCase(Locale.ROOT);
        isSvg = name.endsWith(".svg");
        if (path != null && !isSvg && !name.endsWith(".png")) {
            problems.add("--chart: '" + path + "' must end in .svg or .png");
            file = Optional.empty();
        } else {
            file = CommonOptions.outputFile(problems, "--chart", path);
        }
    }

    /** Draws the chart, if one is wanted. */
    void draw(Chart chart) {
        file.ifPresent(target -> target.write(isSvg ? ChartDrawing.svg(chart) : ChartDrawing.png(chart)));
    }
}
