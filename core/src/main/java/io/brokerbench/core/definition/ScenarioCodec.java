package io.brokerbench.core.definition;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.MapperBuilder;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.JsonProblem;
import io.brokerbench.core.base.TextFile;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.load.ProfileFile;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Threshold;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Scenarios as YAML and JSON.
 *
 * <p>What is written holds every value, and reads as an equal scenario. What is read may leave out
 * everything but the name, see {@link ScenarioDefaults}; a key that does not exist, a value of
 * another type and a value out of its limits are refused with a {@link DefinitionException} of one
 * line: {@code my.yaml:3:3: topology has no key publisherz; did you mean publishers?}
 */
public final class ScenarioCodec {

  /** Largest file that is read. */
  static final int MAX_FILE_BYTES = 1024 * 1024;

  private static final ObjectMapper JSON = strict(Json.configure(JsonMapper.builder()));
  private static final ObjectMapper YAML =
      strict(Json.configure(YAMLMapper.builder(yamlFactory())));
  private static final ObjectNode USUAL =
      JSON.valueToTree(
          new Scenario(
              "usual",
              "",
              ScenarioDefaults.topology(Distribution.SHARED),
              ScenarioDefaults.workload(Qos.AT_MOST_ONCE),
              ScenarioDefaults.session(false),
              ScenarioDefaults.PHASES));

  private ScenarioCodec() {}

  /**
   * Reads a scenario from a file, in the format that its name stands for. Files that it names are
   * looked for from its own folder.
   *
   * @throws DefinitionException if there is no such file, or no scenario in it
   */
  public static Scenario read(Path file) {
    ScenarioFormat format =
        ScenarioFormat.ofFileName(file.toString())
            .orElseThrow(
                () ->
                    new DefinitionException(
                        "file",
                        "the name of a scenario's file ends with .yaml, .yml or .json",
                        file));
    return from(read(textOf(file), format, file.toString()), Optional.ofNullable(file.getParent()));
  }

  /** The same whose files are looked for from a folder. */
  static Scenario from(Scenario scenario, Optional<Path> folder) {
    return folder.isEmpty()
        ? scenario
        : scenario
            .withDevices(scenario.devices().map(files -> files.from(folder.get())))
            .withWorkload(
                scenario.workload().withPayload(scenario.workload().payload().from(folder.get())));
  }

  /** What a scenario is that does not say otherwise, without a name. To be changed at will. */
  static ObjectNode usual() {
    ObjectNode usual = USUAL.deepCopy();
    usual.remove("name");
    return usual;
  }

  /** A scenario as a document. */
  static ObjectNode document(Scenario scenario) {
    return JSON.valueToTree(scenario);
  }

  /** A document as YAML, with a newline at the end. */
  static String yaml(ObjectNode document) {
    return text(document, ScenarioFormat.YAML);
  }

  /** Makes something of a document that holds scenarios. */
  @FunctionalInterface
  public interface Reader<T> {

    /** Reads it; the mapper is as strict as that for scenarios. */
    T read(LocatedTree tree, ObjectMapper mapper) throws JsonProcessingException;
  }

  /**
   * Reads a document of another kind, such as a study, as strictly as a scenario.
   *
   * @param what what it is a document of: {@code study}
   * @throws DefinitionException if there is no such file, or it is not such a document
   */
  public static <T> T readOther(Path file, String what, Reader<T> reader) {
    ScenarioFormat format =
        ScenarioFormat.ofFileName(file.toString())
            .orElseThrow(
                () ->
                    new DefinitionException(
                        "file",
                        "the name of a " + what + "'s file ends with .yaml, .yml or .json",
                        file));
    return parse(textOf(file), format, file.toString(), what, reader);
  }

  /**
   * The same from text.
   *
   * @param origin what messages call the text
   */
  public static <T> T readOther(
      String text, ScenarioFormat format, String origin, String what, Reader<T> reader) {
    return parse(text, format, origin, what, reader);
  }

  /**
   * Binds a document of another kind to a record.
   *
   * @throws DefinitionException if it is none; the message names the place
   */
  public static <T> T bind(LocatedTree tree, ObjectMapper mapper, Class<T> type, String what)
      throws JsonProcessingException {
    try {
      return mapper.treeToValue(tree.root(), type);
    } catch (JsonMappingException e) {
      throw new BindingErrors(tree, tree.root(), what).explain(e);
    }
  }

  /**
   * The scenario of a document, or of a part of one.
   *
   * @throws DefinitionException if it is none; the message has a line for each mistake, with its
   *     place
   */
  public static Scenario scenario(LocatedTree tree) {
    try {
      return scenario(tree, tree);
    } catch (DefinitionException e) {
      throw DocumentMistakes.of(tree, e, ScenarioCodec::scenario);
    }
  }

  private static Scenario scenario(LocatedTree tree, DocumentSource source) {
    if (tree.root().has(GroupedScenarioCodec.GROUPS)) {
      throw tree.error(
          List.of(GroupedScenarioCodec.GROUPS),
          "groups: brokerbench run and ab take a scenario with groups, and Bench.groups of a test");
    }
    return bind(ImpliedSettings.changed(usual(), tree.root(), source), source);
  }

  /**
   * A scenario that differs from another one in what a document says.
   *
   * @throws DefinitionException if it cannot be; the message names the place
   */
  public static Scenario changed(Scenario base, LocatedTree tree) {
    return bind(ImpliedSettings.changed(JSON.valueToTree(base), tree.root(), tree), tree);
  }

  /** The scenario of a whole document; what is wrong is said in terms of the source. */
  static Scenario bind(ObjectNode document, DocumentSource source) {
    readProfile(document, source);
    try {
      Scenario scenario = JSON.treeToValue(document, Scenario.class);
      requireFigures(scenario, source);
      return scenario;
    } catch (JsonMappingException e) {
      throw new BindingErrors(source, document, "scenario").explain(e);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e); // a tree has no syntax
    }
  }

  /** The points of a profile become a part of the scenario, which runs wherever it is sent to. */
  private static void readProfile(ObjectNode document, DocumentSource source) {
    if (document.at("/workload/load") instanceof ObjectNode load
        && load.path("file").isTextual()
        && !load.has("points")) {
      load.set(
          "points", JSON.valueToTree(ProfileFile.read(load.get("file").asText(), source.folder())));
    }
  }

  private static void requireFigures(Scenario scenario, DocumentSource source) {
    List<DefinitionException> mistakes = new ArrayList<>();
    for (Threshold threshold : scenario.thresholds().orElse(List.of())) {
      try {
        ThresholdCheck.of(threshold);
      } catch (DefinitionException e) {
        mistakes.add(source.at(List.of("thresholds"), e));
      }
    }
    if (!mistakes.isEmpty()) {
      throw DefinitionException.all(mistakes);
    }
  }

  /**
   * A value as YAML has it.
   *
   * @throws DefinitionException if it is none
   */
  static JsonNode value(String text) {
    try {
      JsonNode value = YAML.readTree(text);
      return value.isMissingNode() ? YAML.getNodeFactory().nullNode() : value;
    } catch (JacksonException e) {
      throw malformed(text, ScenarioFormat.YAML, e);
    } catch (YAMLException e) {
      throw new DefinitionException(text + ": not YAML: " + firstLine(e), e);
    }
  }

  /**
   * Reads a scenario from text.
   *
   * @param origin what messages call the text, such as the name of its file
   * @throws DefinitionException if it is not a scenario
   */
  public static Scenario read(String text, ScenarioFormat format, String origin) {
    return parse(text, format, origin, "scenario", (tree, mapper) -> scenario(tree));
  }

  private static <T> T parse(
      String text, ScenarioFormat format, String origin, String what, Reader<T> reader) {
    ObjectMapper mapper = mapper(format);
    try (JsonParser parser = mapper.createParser(text)) {
      return reader.read(LocatedTree.read(parser, origin, what), mapper);
    } catch (JacksonException e) {
      throw malformed(origin, format, e);
    } catch (YAMLException | IOException e) {
      throw new DefinitionException(origin + ": not " + format + ": " + firstLine(e), e);
    }
  }

  /** Writes a scenario, with all its values, and a newline at the end. */
  public static String write(Scenario scenario, ScenarioFormat format) {
    return text(scenario, format);
  }

  /**
   * Writes a scenario as YAML that can be read from any folder: it names its files by full paths.
   */
  public static String writeForAnyFolder(Scenario scenario) {
    return text(withFullPaths(scenario), ScenarioFormat.YAML);
  }

  /** The same with the full paths of its files, which are relative to the working directory. */
  static Scenario withFullPaths(Scenario scenario) {
    return from(scenario, Optional.of(Path.of("")));
  }

  private static String text(Object value, ScenarioFormat format) {
    try {
      String text = mapper(format).writeValueAsString(value);
      return text.endsWith("\n") ? text : text + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e); // no scenario is so
    }
  }

  private static String textOf(Path file) {
    if (Files.isDirectory(file)) {
      throw new DefinitionException("file", "is a folder, and a scenario is a file", file);
    }
    try {
      return TextFile.read(file, MAX_FILE_BYTES);
    } catch (NoSuchFileException e) {
      throw new DefinitionException("no file " + file, e);
    } catch (IOException e) {
      throw new DefinitionException(file + ": " + TextFile.reason(e), e);
    }
  }

  private static DefinitionException malformed(
      String origin, ScenarioFormat format, JacksonException e) {
    JsonLocation at = e.getLocation();
    String place = at == null ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
    String problem =
        e.getCause() instanceof MarkedYAMLException yaml && yaml.getProblem() != null
            ? yaml.getProblem()
            : JsonProblem.syntax(e);
    return new DefinitionException(
        origin + place + ": not " + format + ": " + problem.lines().findFirst().orElse(""), e);
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private static ObjectMapper mapper(ScenarioFormat format) {
    return format == ScenarioFormat.JSON ? JSON : YAML;
  }

  private static YAMLFactory yamlFactory() {
    return YAMLFactory.builder()
        .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
        .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
        .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
        .disable(YAMLGenerator.Feature.SPLIT_LINES)
        .disable(YAMLGenerator.Feature.USE_NATIVE_TYPE_ID)
        .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
        .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
        .build();
  }

  private static <M extends ObjectMapper> M strict(MapperBuilder<M, ?> builder) {
    return builder
        .enable(SerializationFeature.INDENT_OUTPUT)
        .disable(StreamReadFeature.STRICT_DUPLICATE_DETECTION) // LocatedTree says it better
        .withCoercionConfig(
            LogicalType.Textual,
            text ->
                text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
        .build();
  }
}
