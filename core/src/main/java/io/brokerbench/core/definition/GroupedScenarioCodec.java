package io.brokerbench.core.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Scenarios with groups as YAML and JSON: the document of a scenario with {@code groups}, each of
 * which holds what is different for its clients.
 *
 * <p>What is written holds every value of each group, and reads as an equal one.
 */
public final class GroupedScenarioCodec {

  /** Key of the groups in the document of a scenario. */
  static final String GROUPS = "groups";

  static final String START = "start";
  private static final String NAME = "name";
  private static final String DESCRIPTION = "description";

  private GroupedScenarioCodec() {}

  /**
   * Reads a file of a scenario.
   *
   * @return empty if the scenario has no groups
   * @throws DefinitionException if there is no such file, or no scenario in it
   */
  public static Optional<GroupedScenario> read(Path file) {
    Optional<GroupedScenario> read =
        ScenarioCodec.readOther(file, "scenario", (tree, mapper) -> grouped(tree));
    return read.map(
        scenario ->
            scenario.withGroups(
                scenario.groups().stream()
                    .map(
                        group ->
                            group.withScenario(
                                ScenarioCodec.from(
                                    group.scenario(), Optional.ofNullable(file.getParent()))))
                    .toList()));
  }

  /**
   * Reads a scenario from text, likewise.
   *
   * @param origin what messages call the text, such as the name of its file
   */
  public static Optional<GroupedScenario> read(String text, ScenarioFormat format, String origin) {
    return ScenarioCodec.readOther(
        text, format, origin, "scenario", (tree, mapper) -> grouped(tree));
  }

  private static Optional<GroupedScenario> grouped(LocatedTree tree) {
    if (!tree.root().has(GROUPS)) {
      return Optional.empty();
    }
    if (!(tree.root().get(GROUPS) instanceof ObjectNode groups)) {
      throw tree.error(List.of(GROUPS), "groups: a name for each group, and what is its own");
    }
    LocatedTree common = tree.without(List.of(GROUPS));
    // What is common need not be a scenario by itself; its name has to be that of one.
    ObjectNode title = ScenarioCodec.usual();
    title.setAll(common.root().deepCopy().retain(NAME, DESCRIPTION));
    Scenario named = ScenarioCodec.bind(title, common);
    List<ClientGroup> all = new ArrayList<>();
    for (String name : (Iterable<String>) groups::fieldNames) {
      all.add(group(tree, common, named.name(), name));
    }
    try {
      return Optional.of(new GroupedScenario(named.name(), named.description(), all));
    } catch (DefinitionException e) {
      throw tree.error(pathOf(e), e.getMessage());
    }
  }

  private static ClientGroup group(
      LocatedTree tree, LocatedTree common, String scenario, String name) {
    List<String> path = List.of(GROUPS, name);
    LocatedTree own = tree.part(path, "group");
    if (own.root().has(NAME)) {
      throw own.error(List.of(NAME), "name: a group has the name of its key, " + name);
    }
    Optional<Duration> start = start(own);
    LocatedTree settings = own.root().has(START) ? own.without(List.of(START)) : own;
    ObjectNode document = ScenarioCodec.usual();
    ImpliedSettings.changed(document, common.root(), common);
    ImpliedSettings.changed(document, settings.root(), settings);
    document.put(NAME, scenario + "." + name);
    Scenario bound = ScenarioCodec.bind(document, new Layers(name, settings, common));
    try {
      return new ClientGroup(name, start, bound);
    } catch (DefinitionException e) {
      throw tree.error(pathOf(e), e.getMessage());
    }
  }

  /** The path of a setting of one group. */
  static String pathOf(String group, List<String> setting) {
    return String.join(".", GROUPS, group)
        + setting.stream().map(key -> "." + key).collect(Collectors.joining());
  }

  private static Optional<Duration> start(LocatedTree group) {
    JsonNode start = group.root().get(START);
    try {
      return Optional.ofNullable(start).map(JsonNode::asText).map(Durations::parse);
    } catch (DefinitionException e) {
      throw group.error(List.of(START), e.named(START).getMessage());
    }
  }

  private static List<String> pathOf(DefinitionException problem) {
    return problem.field().map(field -> List.of(field.split("\\."))).orElse(List.of(GROUPS));
  }

  /** Writes a scenario, with all values of its groups, as YAML. */
  public static String write(GroupedScenario scenario) {
    return write(scenario, UnaryOperator.identity());
  }

  /** The same that can be read from any folder: it names its files by full paths. */
  public static String writeForAnyFolder(GroupedScenario scenario) {
    return write(scenario, ScenarioCodec::withFullPaths);
  }

  private static String write(GroupedScenario scenario, UnaryOperator<Scenario> paths) {
    ObjectNode document = ScenarioCodec.usual().removeAll();
    document.put(NAME, scenario.name());
    document.put(DESCRIPTION, scenario.description());
    ObjectNode groups = document.putObject(GROUPS);
    for (ClientGroup group : scenario.groups()) {
      ObjectNode own = groups.putObject(group.name());
      group.start().ifPresent(start -> own.put(START, Durations.format(start)));
      ObjectNode values = ScenarioCodec.document(paths.apply(group.scenario()));
      values.remove(NAME);
      own.setAll(values);
    }
    return ScenarioCodec.yaml(document);
  }

  /**
   * A scenario whose groups are changed.
   *
   * @param change of all groups; what it has for {@code groups.NAME} is for that group alone, and
   *     has the last word
   * @param names by which a front end knows paths
   * @throws DefinitionException if it cannot be, or names a group that is not there
   */
  public static GroupedScenario changed(
      GroupedScenario base, ScenarioChange change, Map<String, String> names) {
    Set<String> known = new LinkedHashSet<>();
    base.groups().forEach(group -> known.add(group.name()));
    change.requireGroups(known);
    return base.withGroups(
        base.groups().stream()
            .map(
                group ->
                    group
                        .withStart(change.startOf(group.name()).or(group::start))
                        .withScenario(change.of(group.name()).applyTo(group.scenario(), names)))
            .toList());
  }

  /**
   * Values of two documents.
   *
   * @param group whose settings are over the common ones
   * @param over has the last word
   * @param under the other one
   */
  private record Layers(String group, LocatedTree over, LocatedTree under)
      implements DocumentSource {

    @Override
    public Optional<String> groupOf(List<String> path) {
      return over.paths().contains(path) ? Optional.of(group) : Optional.empty();
    }

    @Override
    public Optional<Path> folder() {
      return over.folder();
    }

    @Override
    public Set<List<String>> paths() {
      Set<List<String>> paths = new LinkedHashSet<>(under.paths());
      paths.addAll(over.paths());
      return paths;
    }

    @Override
    public DefinitionException at(List<String> path, DefinitionException problem) {
      boolean common = !over.paths().contains(path) && under.paths().contains(path);
      return (common ? under : over).at(path, problem);
    }

    @Override
    public DefinitionException within(List<String> path, DefinitionException problem) {
      return over.within(path, problem);
    }
  }
}
