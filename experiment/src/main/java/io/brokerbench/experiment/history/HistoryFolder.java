package io.brokerbench.experiment.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.JsonProblem;
import io.brokerbench.core.base.TextFile;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.gate.AbRound;
import io.brokerbench.experiment.gate.RunNames;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.study.StudyResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads all stored results below a folder.
 *
 * <p>A folder that holds {@code result.json} or {@code search.json} is that run or search; of one
 * that holds {@code ab.json}, the candidate's runs count. Every other JSON file is read if it is a
 * document of one of these three. What cannot be read, or has no place in a history, is left out
 * and named; JSON of other programs is passed over.
 *
 * <p>For one call, on one thread.
 */
final class HistoryFolder {

  private static final List<String> WHOLE =
      List.of(RunResult.DOCUMENT, SearchResult.DOCUMENT, AbResult.DOCUMENT);

  /** A run of a comparison, or a step of a search. */
  private static final Pattern PART = Pattern.compile("(round|step)-\\d+.*\\.json");

  private static final String GROUPS = "groups of clients have no history; see compare";

  private final Path root;
  private final List<StoredMeasurement> measurements = new ArrayList<>();
  private final List<String> leftOut = new ArrayList<>();

  private HistoryFolder(Path root) {
    this.root = root;
  }

  /**
   * Reads it.
   *
   * @throws DefinitionException if there is no such folder
   */
  static HistoryFolder read(Path root) {
    if (!Files.isDirectory(root)) {
      throw new DefinitionException(
          "history: there is no folder %s; name one that holds results".formatted(root));
    }
    HistoryFolder folder = new HistoryFolder(root);
    folder.visit(root);
    return folder;
  }

  /** What was found, valid or not, in the order of the files' names. */
  List<StoredMeasurement> measurements() {
    return List.copyOf(measurements);
  }

  /** Documents that are no part of it, each with the reason. */
  List<String> leftOut() {
    return List.copyOf(leftOut);
  }

  private void visit(Path folder) {
    if (Files.exists(folder.resolve(StudyResult.DOCUMENT))) {
      leaveOut(folder, "a study, whose cells are not repeated from build to build");
      return;
    }
    if (Files.exists(folder.resolve(GroupsResult.DOCUMENT))) {
      leaveOut(folder, GROUPS);
      return;
    }
    if (isUnfinishedStudy(folder)) {
      leaveOut(folder, "a study that has not ended");
      return;
    }
    Optional<Path> whole =
        WHOLE.stream().map(folder::resolve).filter(Files::isRegularFile).findFirst();
    if (whole.isPresent()) {
      read(whole.get(), name(folder));
      return;
    }
    List<Path> all = list(folder);
    if (all.stream().anyMatch(HistoryFolder::isPart)) {
      leaveOut(folder, "a comparison or a search that has not ended");
      return;
    }
    for (Path inside : all) {
      if (Files.isDirectory(inside, LinkOption.NOFOLLOW_LINKS)) {
        visit(inside);
      } else if (inside.toString().endsWith(".json")) {
        read(inside, name(inside));
      }
    }
  }

  /** Its document is written when it ends, and each cell before. */
  private static boolean isUnfinishedStudy(Path folder) {
    return folder.getFileName() != null
        && folder.getFileName().toString().startsWith("study-")
        && Files.isDirectory(folder.resolve("cells"));
  }

  /** Runs of both sides, and steps at any rate, are no builds. */
  private static boolean isPart(Path file) {
    return PART.matcher(String.valueOf(file.getFileName())).matches();
  }

  private List<Path> list(Path folder) {
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.sorted().toList();
    } catch (IOException e) {
      leaveOut(folder, TextFile.reason(e));
      return List.of();
    }
  }

  private void read(Path file, String result) {
    try {
      String text = TextFile.read(file, TextFile.MAX_RESULT_BYTES);
      JsonNode tree = Json.mapper().readTree(text);
      String schema = tree.path("schema").asText();
      if (schema.equals(RunResult.SCHEMA)) {
        RunResult run = RunResult.CODEC.read(text);
        measurements.add(StoredMeasurement.of(run, name(file), result));
      } else if (schema.equals(SearchResult.SCHEMA)) {
        SearchResult search = SearchResult.CODEC.read(text);
        measurements.add(StoredMeasurement.of(search, name(file), result));
      } else if (schema.equals(AbResult.SCHEMA)) {
        candidate(file, AbResult.CODEC.read(text), result);
      } else if (schema.equals(GroupsResult.SCHEMA)) {
        leaveOut(file, GROUPS);
      } else if (schema.matches("brokerbench\\.(run|search|ab)/.*")) {
        leaveOut(file, "schema " + schema + ": of another version of brokerbench");
      } else if (tree.path(0).has("primaryMetric")) {
        leaveOut(file, "JMH does not record when it measured; see compare");
      }
    } catch (JsonProcessingException e) {
      leaveOut(file, "not JSON: " + JsonProblem.of(e));
    } catch (DefinitionException e) {
      leaveOut(file, e.getMessage());
    } catch (IOException e) {
      leaveOut(file, TextFile.reason(e));
    }
  }

  private void candidate(Path file, AbResult comparison, String result) {
    for (AbRound round : comparison.rounds()) {
      for (String name : round.candidateRuns()) {
        if (RunNames.isAtCapacity(name)) {
          continue; // its load is another one, and its latencies are those of a queue
        }
        Path run = file.resolveSibling(name);
        if (run.normalize().getParent().equals(file.normalize().getParent())) {
          read(run, result);
        } else {
          leaveOut(file, "names a run of another folder: " + name);
        }
      }
    }
  }

  private void leaveOut(Path file, String why) {
    leftOut.add(name(file) + ": " + why);
  }

  private String name(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }
}
