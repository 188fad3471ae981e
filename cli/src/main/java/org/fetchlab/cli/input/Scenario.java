package org.fetchlab.cli.input;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A scenario file: a YAML 1.2 mapping from the names of a command's options, without the leading hyphens, to their
 * values. A list stands for values joined by commas.
 */
public final class Scenario {
    private static final Set<Tag> PLAIN_TAGS =
            Set.of(Tag.MAP, Tag.SEQ, Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL);

    private final Path file;
    private final Map<String, List<String>> values;
    private final Map<String, Integer> lines;

    private Scenario(Path file, Map<String, List<String>> values, Map<String, Integer> lines) {
        this.file = file;
        this.values = values;
        this.lines = lines;
    }

    /**
     * Reads a scenario file.
     *
     * @param file the file
     * @param known the names that the command understands
     * @return the scenario
     * @throws InvalidInput if the file cannot be read, is no mapping, or has unknown or repeated keys: all of them at
     *     once, each with its line
     */
    public static Scenario read(Path file, Set<String> known) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        Map<String, Integer> lines = new LinkedHashMap<>();
        Problems problems = new Problems();
        for (NodeTuple entry : mapping(file).getValue()) {
            String place = "'" + file + "', line " + line(entry.getKeyNode()) + ": ";
            String key = entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
            if (!isPlain(entry.getKeyNode())) {
                problems.add(place + tagged(entry.getKeyNode()));
            } else if (!known.contains(key)) {
                problems.add(place + "unknown key '" + key + "'" + NearestName.hint(key, new TreeSet<>(known)));
            } else if (values.containsKey(key)) {
                problems.add(place + "the key '" + key + "' occurs twice");
            } else {
                lines.put(key, line(entry.getKeyNode()));
                values.put(
                        key,
                        problems.read(place + key, key, name -> elements(entry.getValueNode()))
                                .orElse(List.of()));
            }
        }
        problems.throwIfAny();
        return new Scenario(file, values, lines);
    }

    /**
     * The folder of the file.
     *
     * @return an absolute path
     */
    public Path folder() {
        return Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file.toAbsolutePath());
    }

    /**
     * The values.
     *
     * @return per key, in the order of the file: its elements, one for a single value
     */
    public Map<String, List<String>> values() {
        return new LinkedHashMap<>(values);
    }

    /**
     * Where a value stands.
     *
     * @param key a key of {@link #values()}
     * @return the file and the line, for an error message
     */
    public String place(String key) {
        return "'" + file + "', line " + lines.getOrDefault(key, 1) + ": ";
    }

    private static MappingNode mapping(Path file) {
        if (Files.isDirectory(file)) {
            throw new InvalidInput("'" + file + "' is a folder; give a scenario file");
        }
        if (!Files.isRegularFile(file)) {
            throw new InvalidInput("there is no scenario file '" + file + "'");
        }
        LoadSettings settings = LoadSettings.builder().setLabel(file.toString()).build();
        try (Reader reader = Files.newBufferedReader(file)) {
            Node root = new Compose(settings)
                    .composeReader(reader)
                    .orElseThrow(() -> new InvalidInput("the scenario file '" + file + "' is empty"));
            if (!isPlain(root)) {
                throw new InvalidInput("'" + file + "', line " + line(root) + ": " + tagged(root));
            }
            if (root instanceof MappingNode mapping) {
                return mapping;
            }
            throw new InvalidInput("'" + file + "', line " + line(root)
                    + ": a scenario is a list of 'option: value' lines, such as 'service: exp(1)'");
        } catch (MarkedYamlEngineException malformed) {
            throw new InvalidInput("'" + file + "'"
                    + malformed
                            .getProblemMark()
                            .map(mark -> ", line " + (mark.getLine() + 1))
                            .orElse("")
                    + ": " + malformed.getProblem());
        } catch (CharacterCodingException | ReaderException notText) {
            throw new InvalidInput("the scenario file '" + file + "' is not a text file in UTF-8");
        } catch (IOException | YamlEngineException unreadable) {
            if (unreadable.getCause() instanceof CharacterCodingException) {
                throw new InvalidInput("the scenario file '" + file + "' is not a text file in UTF-8");
            }
            throw new InvalidInput("the scenario file '" + file + "' cannot be read: " + unreadable.getMessage());
        }
    }

    private static List<String> elements(Node node) {
        if (!isPlain(node)) {
            throw new IllegalArgumentException(tagged(node));
        }
        if (node instanceof ScalarNode scalar) {
            return List.of(text(scalar));
        }
        if (node instanceof SequenceNode sequence) {
            List<String> elements = new ArrayList<>();
            for (Node element : sequence.getValue()) {
                if (!(element instanceof ScalarNode scalar) || !isPlain(element)) {
                    throw new IllegalArgumentException("a list may hold numbers and texts only");
                }
                elements.add(text(scalar));
            }
            if (elements.isEmpty()) {
                throw new IllegalArgumentException("the list is empty; give a value or leave the key out");
            }
            return elements;
        }
        throw new IllegalArgumentException("a value must be a number, a text or a list of them");
    }

    private static String text(ScalarNode scalar) {
        if (scalar.getTag().equals(Tag.NULL) || scalar.getValue().isBlank()) {
            throw new IllegalArgumentException("there is no value; give one or leave the key out");
        }
        return scalar.getValue();
    }

    /** Whether a node is what YAML takes it for without a tag of the writer's. */
    private static boolean isPlain(Node node) {
        return PLAIN_TAGS.contains(node.getTag());
    }

    private static String tagged(Node node) {
        return "the tag '" + node.getTag().getValue() + "' is not allowed; write plain values without tags";
    }

    private static int line(Node node) {
        return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }
}
