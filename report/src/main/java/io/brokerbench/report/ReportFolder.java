package io.brokerbench.report;

import io.brokerbench.core.scenario.DefinitionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Folders of results, and the pages in them. */
public final class ReportFolder {

  /** Name of the page. */
  public static final String PAGE = "report.html";

  /** Name of the file that holds the command that does the same again. */
  public static final String COMMAND = "command.txt";

  private static final List<String> FILES =
      List.of(
          "result.json",
          "search.json",
          "ab.json",
          "study.json",
          "timeline.csv",
          "latency.hlog",
          "tables.md",
          "tables.csv",
          "scenario.yaml",
          "study.yaml",
          "broker.log");

  private static final List<String> DOCUMENTS = FILES.subList(0, 4);

  private ReportFolder() {}

  /**
   * Writes the page of a result's folder; else the pages of all such folders in this one, and an
   * overview of them.
   *
   * @param leftOut hears of each result of many that can't be read, by its message
   * @return the page
   * @throws DefinitionException if there is no result that can be read; the message names it
   * @throws IOException if a page can't be written
   */
  public static Path write(Path folder, Consumer<String> leftOut) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new DefinitionException(
          "report: there is no folder %s; name a result's, or one that holds results"
              .formatted(folder));
    }
    if (isResult(folder)) {
      return put(folder, Documents.read(folder).html(surroundings(folder)));
    }
    List<OverviewPage.Listing> entries = new ArrayList<>();
    for (Path result : results(folder)) {
      try {
        Documents.Document document = Documents.read(result);
        put(result, document.html(surroundings(result)));
        entries.add(document.entry(folder.relativize(result)));
      } catch (DefinitionException e) {
        // One of an older version, say: the others are shown all the same.
        leftOut.accept(e.getMessage());
      }
    }
    if (entries.isEmpty()) {
      throw new DefinitionException(
          "report: no result in %s or its folders that can be read".formatted(folder));
    }
    return put(folder, new OverviewPage(entries).html());
  }

  /** What a page of this folder tells beside its result. */
  public static Surroundings surroundings(Path folder) throws IOException {
    Path command = folder.resolve(COMMAND);
    Optional<String> again =
        Files.isRegularFile(command)
            ? Optional.of(Files.readString(command).strip())
            : Optional.empty();
    List<String> files =
        FILES.stream().filter(name -> Files.isRegularFile(folder.resolve(name))).toList();
    return new Surroundings(again, files);
  }

  private static boolean isResult(Path folder) {
    return DOCUMENTS.stream().anyMatch(name -> Files.isRegularFile(folder.resolve(name)));
  }

  private static List<Path> results(Path folder) throws IOException {
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.filter(Files::isDirectory).filter(ReportFolder::isResult).sorted().toList();
    }
  }

  private static Path put(Path folder, String html) throws IOException {
    Path part = folder.resolve(PAGE + ".part");
    Files.writeString(part, html);
    return Files.move(
        part,
        folder.resolve(PAGE),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
