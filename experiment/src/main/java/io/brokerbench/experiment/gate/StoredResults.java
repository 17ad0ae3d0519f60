package io.brokerbench.experiment.gate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.JsonProblem;
import io.brokerbench.core.base.TextFile;
import io.brokerbench.core.broker.BrokerSelector;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.metric.RunCollector;
import io.brokerbench.experiment.search.SearchResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Reads what was measured before: result documents of runs and searches, folders of them, saved
 * baselines, and JMH's JSON. The content decides what it is.
 */
public final class StoredResults {

  /** Before the name of a baseline. */
  public static final String BASELINE = "baseline:";

  private static final List<String> WHOLE =
      List.of(RunResult.DOCUMENT, SearchResult.DOCUMENT, GroupsResult.DOCUMENT);

  /** What {@code brokerbench history} leaves beside the results that it reads. */
  private static final String HISTORY = "history.json";

  private final BaselineStore baselines;

  /** With the folder in which names of baselines are looked for. */
  public StoredResults(BaselineStore baselines) {
    this.baselines = baselines;
  }

  /** Whether a text names something for {@link #read}, and not a broker. */
  public static boolean isStored(String text) {
    return text.startsWith(BASELINE)
        || (text.endsWith(".json") && !new BrokerSelector(text).isAddress())
        || (!text.contains(":") && Files.isDirectory(Path.of(text)));
  }

  /**
   * Reads one or several sources, as repetitions of the same.
   *
   * @param sources {@code baseline:NAME}, a file, or a folder of results
   * @throws DefinitionException if there is nothing, or nothing of the kind, or not all the same;
   *     the message names the file
   */
  public Repetitions read(List<String> sources) {
    List<Repetitions> parts = new ArrayList<>();
    RunCollector runs = new RunCollector(String.join(", ", sources));
    for (String source : sources) {
      if (source.startsWith(BASELINE)) {
        Baseline baseline = baselines.read(source.substring(BASELINE.length()));
        parts.add(named(baseline, source));
      } else {
        files(Path.of(source)).forEach(file -> read(file, parts, runs));
      }
    }
    runs.repetitions().ifPresent(parts::add);
    if (parts.size() != 1) {
      throw new DefinitionException(
          "%s: %s"
              .formatted(
                  String.join(", ", sources),
                  parts.isEmpty() ? "no results there" : "more than one kind of results"));
    }
    return parts.get(0);
  }

  private static Repetitions named(Baseline baseline, String source) {
    Repetitions measured = baseline.repetitions();
    return new Repetitions(
        measured.subject().withSource(source),
        measured.figures(),
        measured.contracts(),
        measured.incomplete());
  }

  private static void read(Path file, List<Repetitions> parts, RunCollector runs) {
    String text = TextFile.readResult(file);
    JsonNode tree = tree(file, text);
    String schema = tree.path("schema").asText();
    if (tree.isArray()) {
      parts.add(JmhResults.of(tree, file.toString()));
    } else if (schema.equals(RunResult.SCHEMA)) {
      runs.add(decoded(file, () -> RunResult.CODEC.read(text)), file.toString());
    } else if (schema.equals(GroupsResult.SCHEMA)) {
      runs.add(decoded(file, () -> GroupsResult.CODEC.read(text)), file.toString());
    } else if (schema.equals(SearchResult.SCHEMA)) {
      runs.add(decoded(file, () -> SearchResult.CODEC.read(text)), file.toString());
    } else if (schema.equals(Baseline.SCHEMA)) {
      parts.add(named(decoded(file, () -> Baseline.CODEC.read(text)), file.toString()));
    } else {
      throw new DefinitionException(
          file + ": schema",
          "this version compares %s, %s, %s, %s and JMH's JSON"
              .formatted(
                  RunResult.SCHEMA, GroupsResult.SCHEMA, SearchResult.SCHEMA, Baseline.SCHEMA),
          schema.isEmpty() ? "?" : schema);
    }
  }

  /** A document; errors name its file. */
  private static <T> T decoded(Path file, Supplier<T> document) {
    try {
      return document.get();
    } catch (DefinitionException e) {
      throw new DefinitionException(file + ": " + e.getMessage(), e);
    }
  }

  /** The documents of a folder: its own result, else those in it, else those of its folders. */
  private static List<Path> files(Path source) {
    if (!Files.exists(source)) {
      throw new DefinitionException(
          "no results at %s; a file, a folder of results, or baseline:NAME".formatted(source));
    }
    if (!Files.isDirectory(source)) {
      return List.of(source);
    }
    for (String whole : WHOLE) {
      if (Files.exists(source.resolve(whole))) {
        return List.of(source.resolve(whole));
      }
    }
    if (Files.exists(source.resolve(AbResult.DOCUMENT))) {
      throw new DefinitionException(
          "%s holds both sides of a comparison: name the runs of one, such as %s"
              .formatted(source, source.resolve("round-*-candidate-[0-9]*.json")));
    }
    List<Path> own =
        list(source).stream()
            .filter(file -> file.toString().endsWith(".json") && !file.endsWith(HISTORY))
            .toList();
    return own.isEmpty()
        ? list(source).stream()
            .filter(Files::isDirectory)
            .flatMap(folder -> WHOLE.stream().map(folder::resolve).filter(Files::exists).limit(1))
            .toList()
        : own;
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new DefinitionException("results", "cannot be read: " + e.getMessage(), folder);
    }
  }

  private static JsonNode tree(Path file, String text) {
    try {
      return Json.mapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new DefinitionException(file + ": not JSON: " + JsonProblem.of(e), e);
    }
  }
}
