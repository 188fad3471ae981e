package org.fetchlab.cli.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Text tables, their titles and notes, and the settings that gave them. */
final class TableRenderer implements Renderer {
    private static final int WIDTH = 100;
    /** Longer texts continue on the next line. */
    private static final int WIDEST_TEXT = 38;

    /** The index, among the borders of the table library, of the line under the headings. */
    private static final int HEADING_RULE = 8;

    private static final Character[] HEADING_RULE_ONLY = headingRuleOnly();

    @Override
    public String render(Report report) {
        String sections = report.sections().stream().map(TableRenderer::section).collect(Collectors.joining("\n"));
        return sections + "\n" + settings(report.header());
    }

    private static String section(Section section) {
        StringBuilder text = new StringBuilder();
        text.append(Wrap.lines(section.title(), WIDTH, "")).append('\n');
        if (!section.table().rows().isEmpty()) {
            text.append(rows(section.table())).append('\n');
        }
        for (String note : section.notes()) {
            text.append(Wrap.lines(note, WIDTH, "  ")).append('\n');
        }
        return text.toString();
    }

    /** The table; too wide for a line, it goes on below with the columns that name its rows. */
    private static <T> String rows(Table<T> table) {
        int names = namingColumns(table);
        int all = table.columns().size();
        List<String> blocks = new ArrayList<>();
        for (int from = names, to; from < all || blocks.isEmpty(); from = to) {
            to = Math.min(from + 1, all);
            while (to < all && width(block(table, names, from, to + 1)) <= WIDTH) {
                to++;
            }
            blocks.add(block(table, names, from, to));
        }
        return String.join("\n\n", blocks);
    }

    /** How many of the first columns it takes to tell the rows apart; one where all columns do not. */
    private static <T> int namingColumns(Table<T> table) {
        return IntStream.rangeClosed(1, table.columns().size())
                .filter(count -> table.rows().stream()
                                .map(row -> table.columns().subList(0, count).stream()
                                        .map(column -> column.cell().apply(row))
                                        .toList())
                                .distinct()
                                .count()
                        == table.rows().size())
                .findFirst()
                .orElse(1);
    }

    private static int width(String block) {
        return block.lines().mapToInt(String::length).max().orElse(0);
    }

    private static <T> String block(Table<T> table, int names, int from, int to) {
        List<ColumnData<T>> columns = IntStream.concat(IntStream.range(0, names), IntStream.range(from, to))
                .mapToObj(i -> column(table.columns().get(i)))
                .toList();
        return AsciiTable.getTable(HEADING_RULE_ONLY, table.rows(), columns)
                .lines()
                .map(String::stripTrailing)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static <T> ColumnData<T> column(Table.Column<T> column) {
        HorizontalAlign align = column.isNumeric() ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT;
        return new Column()
                .header(column.heading())
                .headerAlign(align)
                .dataAlign(align)
                .maxWidth(column.isNumeric() ? WIDTH : WIDEST_TEXT)
                .with(column.cell());
    }

    private static String settings(Header header) {
        String conventions = header.conventions().entrySet().stream()
                .map(entry -> entry.getKey().replace('_', ' ') + ": " + entry.getValue())
                .collect(Collectors.joining("; "));
        String all = "fetchlab " + header.version() + " " + header.command() + "; seed: " + header.seed()
                + (conventions.isEmpty() ? "" : "; " + conventions);
        return Wrap.lines(all, WIDTH, "  ") + "\n";
    }

    /** No lines but one under the headings: a border is absent where the library finds null. */
    private static Character[] headingRuleOnly() {
        Character[] borders = new Character[AsciiTable.NO_BORDERS.length];
        borders[HEADING_RULE] = '-';
        return borders;
    }
}
