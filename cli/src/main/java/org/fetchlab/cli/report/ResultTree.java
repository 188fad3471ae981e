package org.fetchlab.cli.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A report as a tree of snake_case fields. Fields without a value are left out; doubles are written with the fewest
 * digits that read back to the same number, alike on every JDK.
 */
final class ResultTree {
    static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                    .build())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            .disable(tools.jackson.databind.MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private ResultTree() {}

    /** The whole report: the header's fields, then {@code results} or the fields of the one result. */
    static ObjectNode of(Report report) {
        ObjectNode root = MAPPER.valueToTree(report.header());
        JsonNode content = MAPPER.valueToTree(report.content());
        if (content instanceof ObjectNode fields) {
            root.setAll(fields);
        } else {
            root.set("results", content);
        }
        return root;
    }
}
