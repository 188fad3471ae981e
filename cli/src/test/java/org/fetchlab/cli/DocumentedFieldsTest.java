package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.fetchlab.cli.study.AnalysisResult;
import org.fetchlab.cli.study.CodeFacts;
import org.fetchlab.cli.study.ComparisonRow;
import org.fetchlab.cli.study.FluidResult;
import org.fetchlab.cli.study.PairedResult;
import org.fetchlab.cli.study.SimulationResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every field that a command can emit as JSON stands in the documentation of the command line. */
final class DocumentedFieldsTest {
    private static String page(String name) throws IOException {
        return Files.readString(Path.of("..", "docs", name));
    }

    private static void assertDocumented(Class<?> result, String text) {
        Set<String> emitted = new TreeSet<>();
        collect(result, emitted);
        assertThat(emitted).isNotEmpty();
        assertThat(List.of(text.split("[^a-z0-9_]+", -1))).containsAll(emitted);
    }

    @Test
    void theParagraphsOfCodesAndCompareListTheirFields() throws IOException {
        String[] paragraphs = page("command-line.md").split("\n\\* \\*\\*", -1);
        for (String paragraph : paragraphs) {
            if (paragraph.startsWith("codes**")) {
                assertDocumented(CodeFacts.class, paragraph);
            } else if (paragraph.startsWith("compare**")) {
                assertDocumented(ComparisonRow.class, paragraph);
            }
        }
        assertThat(paragraphs).anyMatch(text -> text.startsWith("codes**"));
        assertThat(paragraphs).anyMatch(text -> text.startsWith("compare**"));
    }

    @ParameterizedTest
    @ValueSource(classes = {AnalysisResult.class, FluidResult.class, SimulationResult.class, PairedResult.class})
    void everyOtherFieldIsDocumented(Class<?> result) throws IOException {
        assertDocumented(result, page("command-line.md") + page("large-systems.md"));
    }

    private static void collect(Type type, Set<String> fields) {
        if (type instanceof ParameterizedType generic) {
            for (Type argument : generic.getActualTypeArguments()) {
                collect(argument, fields);
            }
        } else if (type instanceof Class<?> record && record.isRecord()) {
            for (RecordComponent component : record.getRecordComponents()) {
                if (!component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
                    fields.add(name(component));
                }
                collect(component.getGenericType(), fields);
            }
        }
    }

    private static String name(RecordComponent component) {
        JsonProperty given = component.getAccessor().getAnnotation(JsonProperty.class);
        return given == null
                ? component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT)
                : given.value();
    }
}
