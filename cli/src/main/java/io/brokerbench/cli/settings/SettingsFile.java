package io.brokerbench.cli.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.definition.LocatedTree;
import io.brokerbench.core.definition.ScenarioCodec;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Options from a file: the names of options, without their dashes, and values. */
final class SettingsFile {

  private static final String WHAT = "configuration";

  private static final Pattern CODE =
      Pattern.compile(
          "(^|,)\\s*((embedded|process|recipe)[^,?]*\\?|recipe:[^,]*[./\\\\]|jms:[^,]*[./\\\\])");

  private SettingsFile() {}

  /**
   * Reads a file.
   *
   * @param names of all options that there are, without dashes, and whether each accepts several
   *     values
   * @param trusted whether the user has named the file; one that only lies where the tool is called
   *     may be of others, and must not start what they like
   * @param mistakes gets what is wrong with options; the others are read
   * @throws DefinitionException if it is no such file
   */
  static Map<String, PlacedValue> read(
      Path file, Map<String, Boolean> names, boolean trusted, List<DefinitionException> mistakes) {
    return ScenarioCodec.readOther(
        file, WHAT, (tree, mapper) -> values(tree, names, trusted, mistakes));
  }

  private static Map<String, PlacedValue> values(
      LocatedTree tree,
      Map<String, Boolean> names,
      boolean trusted,
      List<DefinitionException> mistakes) {
    Map<String, PlacedValue> values = new HashMap<>();
    for (Map.Entry<String, JsonNode> entry : tree.root().properties()) {
      String name = entry.getKey();
      List<String> path = List.of(name);
      Optional<List<String>> words = words(entry.getValue());
      if (OptionSources.isOnlyOnTheCommandLine(name)) {
        mistakes.add(tree.error(path, name + " stands on the command line only"));
      } else if (!names.containsKey(name)) {
        mistakes.add(
            tree.error(path, "unknown option " + name + NearestName.hint(name, names.keySet())));
      } else if (words.isEmpty()) {
        mistakes.add(tree.error(path, name + " requires a value"));
      } else if (words.get().size() > 1 && !names.get(name)) {
        mistakes.add(tree.error(path, name + " accepts one value only"));
      } else if (!trusted && words.get().stream().anyMatch(SettingsFile::startsCode)) {
        mistakes.add(
            tree.error(
                path,
                name
                    + ": what names a file of its own to start or to load stands on the command"
                    + " line, or in a file that --config names"));
      } else {
        values.put(name, new PlacedValue(words.get(), tree.place(path)));
      }
    }
    return values;
  }

  /** A recipe by its file, another program or other jars of a broker, a client by its file. */
  private static boolean startsCode(String word) {
    return CODE.matcher(word).find();
  }

  /** A value, the values of a list, or those of keys: {@code set: {session.keepAlive: 30s}}. */
  private static Optional<List<String>> words(JsonNode value) {
    if (value.isValueNode()) {
      return Optional.of(List.of(value.asText()));
    }
    List<String> words =
        value instanceof ObjectNode object
            ? object.properties().stream()
                .filter(entry -> entry.getValue().isValueNode())
                .map(entry -> entry.getKey() + "=" + entry.getValue().asText())
                .collect(Collectors.toList())
            : StreamSupport.stream(value.spliterator(), false)
                .filter(JsonNode::isValueNode)
                .map(JsonNode::asText)
                .toList();
    return words.isEmpty() || words.size() < value.size() ? Optional.empty() : Optional.of(words);
  }
}
