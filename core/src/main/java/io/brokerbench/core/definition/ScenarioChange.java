package io.brokerbench.core.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A change of a scenario's settings, each by its path in the scenario's document: {@code
 * ScenarioChange.set("session.inFlightWindow", 50)}.
 *
 * <p>Immutable. The limits are the scenario's own, and are checked when a scenario is changed.
 */
public final class ScenarioChange {

  /** Changes nothing. */
  public static final ScenarioChange NONE =
      new ScenarioChange(JsonNodeFactory.instance.objectNode());

  private final ObjectNode changes;
  private final Optional<OfGroup> group;

  /**
   * What a change has for one group of a scenario.
   *
   * @param name of the group
   * @param own what is changed of it alone
   */
  private record OfGroup(String name, ObjectNode own) {

    boolean has(List<String> path) {
      return !path.isEmpty() && !own.at(pointer(path)).isMissingNode();
    }
  }

  private ScenarioChange(ObjectNode changes) {
    this(changes, Optional.empty());
  }

  private ScenarioChange(ObjectNode changes, Optional<OfGroup> group) {
    this.changes = changes;
    this.group = group;
  }

  /**
   * A change of one setting.
   *
   * @param path keys with points between them
   * @param value as the document has it, or of the type that the scenario has; null or an empty
   *     {@code Optional} removes the setting, and so restores its default
   * @throws DefinitionException if it is no path
   */
  public static ScenarioChange set(String path, Object value) {
    List<String> keys = List.of(path.split("\\.", -1));
    if (keys.stream().anyMatch(String::isBlank)) {
      throw new DefinitionException(
          "setting", "keys with points between them, such as session.inFlightWindow", path);
    }
    ObjectNode changes = JsonNodeFactory.instance.objectNode();
    ObjectNode owner = changes;
    for (String key : keys.subList(0, keys.size() - 1)) {
      owner = owner.putObject(key);
    }
    owner.set(keys.get(keys.size() - 1), Json.mapper().valueToTree(value));
    return new ScenarioChange(changes);
  }

  /**
   * Reads a change of one setting.
   *
   * @param assignment {@code path=value}, with a value as in YAML
   * @throws DefinitionException if it is not of this form
   */
  public static ScenarioChange parse(String assignment) {
    int equals = assignment.indexOf('=');
    if (equals < 1) {
      throw new DefinitionException("path=value, such as session.inFlightWindow=50");
    }
    return set(
        assignment.substring(0, equals).strip(),
        ScenarioCodec.value(assignment.substring(equals + 1)));
  }

  /** This change and another one, which has the last word. */
  public ScenarioChange and(ScenarioChange later) {
    ObjectNode both = changes.deepCopy();
    merge(both, later.changes.deepCopy());
    return new ScenarioChange(both);
  }

  /** This change and one more, see {@link #set}. */
  public ScenarioChange and(String path, Object value) {
    return and(set(path, value));
  }

  /** Whether it changes a setting, or one within it. */
  public boolean changes(String path) {
    return !changes.at("/" + path.replace('.', '/')).isMissingNode();
  }

  /**
   * What this changes of one group of a scenario: what it changes of all, and what it has for this
   * one.
   */
  public ScenarioChange of(String group) {
    ObjectNode all = changes.deepCopy();
    all.remove(GroupedScenarioCodec.GROUPS);
    if (changes.path(GroupedScenarioCodec.GROUPS).path(group) instanceof ObjectNode given) {
      ObjectNode own = given.deepCopy().without(GroupedScenarioCodec.START);
      merge(all, own.deepCopy());
      return new ScenarioChange(all, Optional.of(new OfGroup(group, own)));
    }
    return new ScenarioChange(all);
  }

  /** When the load of a group begins, if this changes it. */
  Optional<Duration> startOf(String group) {
    String field = GroupedScenarioCodec.GROUPS + "." + group + "." + GroupedScenarioCodec.START;
    JsonNode start = changes.at("/" + field.replace('.', '/'));
    try {
      return start.isMissingNode()
          ? Optional.empty()
          : Optional.of(Durations.parse(start.asText()));
    } catch (DefinitionException e) {
      throw e.named(field);
    }
  }

  /**
   * Requires that it names none but known groups.
   *
   * @throws DefinitionException if it names another one
   */
  void requireGroups(Set<String> known) {
    JsonNode groups = changes.path(GroupedScenarioCodec.GROUPS);
    for (String name : (Iterable<String>) groups::fieldNames) {
      if (!known.contains(name)) {
        throw DefinitionException.about(
            GroupedScenarioCodec.GROUPS + "." + name,
            "no group of that name" + NearestName.hintOrList(name, known),
            null);
      }
    }
  }

  /** A scenario with this change; errors name the paths. */
  public Scenario applyTo(Scenario base) {
    return applyTo(base, Map.of());
  }

  /**
   * A scenario with this change.
   *
   * @param names by which a front end knows paths, such as options; they are used in errors
   * @throws DefinitionException if there is no such scenario; of several settings that are wrong
   *     each by itself it names each
   */
  public Scenario applyTo(Scenario base, Map<String, String> names) {
    if (changes.isEmpty()) {
      return base;
    }
    Named source = new Named(this, names);
    try {
      return bound(base, source);
    } catch (DefinitionException first) {
      List<DefinitionException> mistakes = new ArrayList<>(List.of(first));
      without(source.wrong).ifPresent(rest -> rest.addMistakes(base, names, mistakes));
      throw DefinitionException.all(mistakes);
    }
  }

  /** Those of settings that are wrong whether or not the others are changed. */
  private void addMistakes(
      Scenario base, Map<String, String> names, List<DefinitionException> mistakes) {
    Named source = new Named(this, names);
    try {
      bound(base, source);
    } catch (DefinitionException e) {
      if (isWrongAlone(source.wrong, base)) {
        mistakes.add(e);
      }
      without(source.wrong).ifPresent(rest -> rest.addMistakes(base, names, mistakes));
    }
  }

  private boolean isWrongAlone(List<String> path, Scenario base) {
    if (path.isEmpty() || changes.at(pointer(path)).isMissingNode()) {
      return false;
    }
    ScenarioChange alone = set(String.join(".", path), changes.at(pointer(path)));
    Named source = new Named(alone, Map.of());
    try {
      alone.bound(base, source);
      return false;
    } catch (DefinitionException e) {
      return path.equals(source.wrong);
    }
  }

  /** The same without a setting; empty where it has none there. */
  private Optional<ScenarioChange> without(List<String> path) {
    if (path.isEmpty() || changes.at(pointer(path)).isMissingNode()) {
      return Optional.empty();
    }
    ObjectNode rest = changes.deepCopy();
    remove(rest, path);
    return Optional.of(new ScenarioChange(rest, group));
  }

  /** With objects that are empty then. */
  private static void remove(ObjectNode object, List<String> path) {
    String key = path.get(0);
    if (path.size() > 1 && object.get(key) instanceof ObjectNode inner) {
      remove(inner, path.subList(1, path.size()));
      if (!inner.isEmpty()) {
        return;
      }
    }
    object.remove(key);
  }

  private static String pointer(List<String> path) {
    return path.stream().map(key -> "/" + key).collect(Collectors.joining());
  }

  /**
   * Why a scenario has no use for this change, whatever its values are; empty where it has.
   *
   * @param names by which a front end knows paths
   */
  public Optional<DefinitionException> uselessFor(Scenario base, Map<String, String> names) {
    try {
      changed(base, new Named(this, names));
      return Optional.empty();
    } catch (DefinitionException e) {
      return Optional.of(e);
    }
  }

  private Scenario bound(Scenario base, Named source) {
    return ScenarioCodec.bind(changed(base, source), source);
  }

  private ObjectNode changed(Scenario base, Named source) {
    ObjectNode document = Json.mapper().valueToTree(base);
    ImpliedSettings.requirePlace(document, changes, source);
    return ImpliedSettings.changed(document, changes, source);
  }

  private static void merge(ObjectNode base, ObjectNode later) {
    for (Map.Entry<String, JsonNode> entry : later.properties()) {
      if (entry.getValue() instanceof ObjectNode inner
          && base.get(entry.getKey()) instanceof ObjectNode below) {
        merge(below, inner);
      } else {
        base.set(entry.getKey(), entry.getValue());
      }
    }
  }

  /** Names the path of what is wrong, or what the front end calls it, and remembers the last. */
  private static final class Named implements DocumentSource {

    private final ScenarioChange change;
    private final Map<String, String> names;
    private List<String> wrong = List.of();

    Named(ScenarioChange change, Map<String, String> names) {
      this.change = change;
      this.names = names;
    }

    @Override
    public Optional<String> groupOf(List<String> path) {
      return change.group.filter(group -> group.has(path)).map(OfGroup::name);
    }

    @Override
    public Set<List<String>> paths() {
      Set<List<String>> paths = new LinkedHashSet<>();
      collect(List.of(), change.changes, paths);
      return paths;
    }

    private static void collect(List<String> path, ObjectNode object, Set<List<String>> paths) {
      for (Map.Entry<String, JsonNode> entry : object.properties()) {
        List<String> inner = new ArrayList<>(path);
        inner.add(entry.getKey());
        paths.add(inner);
        if (entry.getValue() instanceof ObjectNode below) {
          collect(inner, below, paths);
        }
      }
    }

    @Override
    public DefinitionException at(List<String> path, DefinitionException problem) {
      wrong = List.copyOf(path);
      String place = String.join(".", path);
      String name =
          groupOf(path)
              .map(group -> GroupedScenarioCodec.pathOf(group, path))
              .orElseGet(
                  () -> names.containsKey(place) ? nameOf(place) : nameBelow(place).orElse(place));
      return problem.named(name).withSettings(this::nameOf);
    }

    /** Of an object, the first of its settings that was set. */
    private Optional<String> nameBelow(String place) {
      return paths().stream()
          .map(path -> String.join(".", path))
          .filter(path -> path.startsWith(place + ".") && names.containsKey(path))
          .findFirst()
          .map(names::get);
    }

    @Override
    public DefinitionException within(List<String> path, DefinitionException problem) {
      return problem.withSettings(this::nameOf);
    }

    private String nameOf(String setting) {
      return names.getOrDefault(setting, setting);
    }
  }
}
