package org.fetchlab.cli.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvSchema;

/**
 * CSV (RFC 4180) with a heading line: one column per field. The fields of an inner object are named
 * with dots, {@code bounds.lower}; the elements of an array by their index, {@code tails.0}.
 */
final class CsvRenderer implements Renderer {
    @Override
    public String render(Report report) {
        List<Map<String, String>> lines = new ArrayList<>();
        for (JsonNode result :
                ResultTree.MAPPER.<JsonNode>valueToTree(report.lines()).values()) {
            Map<String, String> line = new LinkedHashMap<>();
            flatten("", result, line);
            lines.add(line);
        }
        Set<String> columns = new LinkedHashSet<>();
        lines.forEach(line -> columns.addAll(line.keySet()));
        ObjectWriter writer = new CsvMapper().writer(schema(columns));
        return writer.writeValueAsString(lines);
    }

    private static CsvSchema schema(Set<String> columns) {
        CsvSchema.Builder schema = CsvSchema.builder().setUseHeader(true);
        columns.forEach(schema::addColumn);
        return schema.build();
    }

    private static void flatten(String name, JsonNode node, Map<String, String> line) {
        if (!node.isContainer()) {
            line.put(name, node.asString());
            return;
        }
        String prefix = name.isEmpty() ? "" : name + ".";
        if (node.isObject()) {
            node.properties().forEach(field -> flatten(prefix + field.getKey(), field.getValue(), line));
        } else {
            for (int i = 0; i < node.size(); i++) {
                flatten(prefix + i, node.get(i), line);
            }
        }
    }
}
