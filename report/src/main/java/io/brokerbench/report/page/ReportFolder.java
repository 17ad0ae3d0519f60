package io.brokerbench.report.page;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.study.StudyResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Folders of results, and the pages in them. */
public final class ReportFolder {

  /** Name of the page. */
  public static final String PAGE = "report.html";

  /** Name of the file that holds the command that does the same again. */
  public static final String COMMAND = "command.txt";

  /** Name of the file that a study was read from, which may be JSON as well. */
  public static final String DEFINITION = "study.yaml";

  private static final List<String> FILES =
      List.of(
          RunResult.DOCUMENT,
          SearchResult.DOCUMENT,
          AbResult.DOCUMENT,
          StudyResult.DOCUMENT,
          Calibration.DOCUMENT,
          GroupsResult.DOCUMENT,
          "timeline.csv",
          "latency.hlog",
          "tables.md",
          "tables.csv",
          "scenario.yaml",
          DEFINITION,
          "broker.log");

  /** Documents that a search or a comparison is made of; what else is in a folder is not ours. */
  private static final Pattern RUN = Pattern.compile("(step|round)-\\d+(-[a-z0-9-]+)?\\.json");

  private static final List<String> DOCUMENTS = FILES.subList(0, 6);

  private ReportFolder() {}

  /**
   * Writes the page of a result's folder; else the pages of all such folders in this one, and an
   * overview of them.
   *
   * @param leftOut hears of each result of many that cannot be read, by its message
   * @return the page
   * @throws DefinitionException if there is no result that can be read; the message names it
   * @throws IOException if a page cannot be written
   */
  public static Path write(Path folder, Consumer<String> leftOut) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new DefinitionException(
          "report: there is no folder %s; name a result's, or one that holds results"
              .formatted(folder));
    }
    if (isResult(folder)) {
      return page(folder, ResultDocuments.read(folder));
    }
    List<OverviewPage.Listing> entries = new ArrayList<>();
    for (Path result : results(folder)) {
      try {
        ResultDocuments.Document document = ResultDocuments.read(result);
        page(result, document);
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

  private static Path page(Path folder, ResultDocuments.Document document) throws IOException {
    Map<String, List<ThresholdCheck>> thresholds = Map.of();
    if (Files.isRegularFile(folder.resolve(StudyResult.DOCUMENT))) {
      thresholds = writeCells(folder);
    } else if (Files.isRegularFile(folder.resolve(GroupsResult.DOCUMENT))) {
      writeGroups(folder);
    } else {
      writeRuns(folder);
    }
    return put(folder, document.html(pageContext(folder).with(thresholds)));
  }

  /** Writes the page of each group, in its folder. */
  private static void writeGroups(Path folder) throws IOException {
    Optional<String> command = command(folder);
    for (Path group : results(folder)) {
      List<String> beside = new ArrayList<>(List.of("../" + PAGE));
      FILES.stream().filter(name -> Files.isRegularFile(group.resolve(name))).forEach(beside::add);
      put(group, ResultDocuments.read(group).html(PageContext.ofPart(command, beside)));
    }
  }

  /**
   * Writes the pages of a study's cells. What the document names outside of its own folder is not
   * looked at.
   *
   * @return the thresholds of their runs, by their folders
   */
  private static Map<String, List<ThresholdCheck>> writeCells(Path given) throws IOException {
    Map<String, List<ThresholdCheck>> thresholds = new LinkedHashMap<>();
    Path study = given.toAbsolutePath().normalize();
    for (StudyCell cell : StudyResult.CODEC.read(study.resolve(StudyResult.DOCUMENT)).cells()) {
      Path folder = study.resolve(cell.folder()).normalize();
      List<String> runs =
          cell.runs().stream()
              .filter(run -> Files.isRegularFile(folder.resolve(run)))
              .filter(run -> folder.resolve(run).normalize().getParent().equals(folder))
              .toList();
      if (folder.startsWith(study)) {
        thresholds.put(cell.folder(), writeCell(study, folder, runs));
      }
    }
    return thresholds;
  }

  /**
   * Writes a page of each run of a study's cell, beside its document.
   *
   * @param study the study's folder
   * @param folder of the cell, in it
   * @param runs names of the documents
   * @return the thresholds of these runs
   * @throws DefinitionException if a document cannot be read; the message names it
   * @throws IOException if a page cannot be written
   */
  private static List<ThresholdCheck> writeCell(Path study, Path folder, List<String> runs)
      throws IOException {
    List<ThresholdCheck> thresholds = new ArrayList<>();
    Optional<String> command = command(study);
    String ofStudy = folder.relativize(study.resolve(PAGE)).toString().replace('\\', '/');
    for (String run : runs) {
      List<String> beside = new ArrayList<>(List.of(ofStudy));
      runs.stream().filter(other -> !other.equals(run)).map(StudyCell::pageOf).forEach(beside::add);
      beside.addAll(runs);
      ResultDocuments.Document document = ResultDocuments.readRun(folder.resolve(run));
      put(folder, StudyCell.pageOf(run), document.html(PageContext.ofPart(command, beside)));
      thresholds.addAll(document.thresholds());
    }
    return thresholds;
  }

  /**
   * Writes a page of each run or search that the result of a folder is made of, beside its
   * document: of a search's steps and a comparison's rounds. One that cannot be read has none.
   *
   * @throws IOException if the folder cannot be read, or a page cannot be written
   */
  private static void writeRuns(Path folder) throws IOException {
    Optional<String> command = command(folder);
    for (String run : runs(folder)) {
      try {
        ResultDocuments.Document document = ResultDocuments.readRun(folder.resolve(run));
        PageContext beside = PageContext.ofPart(command, List.of(PAGE, run));
        put(folder, StudyCell.pageOf(run), document.html(beside));
      } catch (DefinitionException e) {
        // The result leads to the document itself.
        Files.deleteIfExists(folder.resolve(StudyCell.pageOf(run)));
      }
    }
  }

  private static List<String> runs(Path folder) throws IOException {
    try (Stream<Path> inside = Files.list(folder)) {
      return inside
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .filter(name -> RUN.matcher(name).matches())
          .sorted()
          .toList();
    }
  }

  /** What a page of this folder shows beside its result. */
  private static PageContext pageContext(Path folder) throws IOException {
    List<String> files =
        FILES.stream().filter(name -> Files.isRegularFile(folder.resolve(name))).toList();
    Set<String> pages =
        runs(folder).stream()
            .map(StudyCell::pageOf)
            .filter(page -> Files.isRegularFile(folder.resolve(page)))
            .collect(Collectors.toSet());
    return new PageContext(command(folder), files, pages, false, Map.of());
  }

  private static Optional<String> command(Path folder) throws IOException {
    Path file = folder.resolve(COMMAND);
    return Files.isRegularFile(file)
        ? Optional.of(Files.readString(file).strip())
        : Optional.empty();
  }

  /** Whether a folder is that of one result, whose page is its own. */
  static boolean isResult(Path folder) {
    return DOCUMENTS.stream().anyMatch(name -> Files.isRegularFile(folder.resolve(name)));
  }

  private static List<Path> results(Path folder) throws IOException {
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.filter(Files::isDirectory).filter(ReportFolder::isResult).sorted().toList();
    }
  }

  private static Path put(Path folder, String html) throws IOException {
    return put(folder, PAGE, html);
  }

  private static Path put(Path folder, String name, String html) throws IOException {
    Path part = folder.resolve(name + ".part");
    Files.writeString(part, html);
    return Files.move(
        part,
        folder.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
