package io.brokerbench.experiment.store;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.search.SearchResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/**
 * The folder of one run's results: {@code results/2026-11-21T100211-SCENARIO-BROKER/}.
 *
 * <ul>
 *   <li>{@code result.json}: everything, see docs/result-schema.md
 *   <li>{@code timeline.csv}: the run second by second
 *   <li>{@code latency.hlog}: the latencies, for the tools of HdrHistogram
 *   <li>{@code scenario.yaml}: the scenario as it was run, to be run again
 *   <li>{@code broker.log}: what the broker said; written by the broker itself
 *   <li>{@code report.html} and {@code command.txt}: the page of the result, and the command that
 *       does the same again; written by the command line
 * </ul>
 *
 * <p>That of a search holds {@code search.json}, see docs/search-schema.md, and the document of
 * each step's run, {@code step-01.json} and so on, in place of the first three. That of an
 * interleaved comparison holds {@code ab.json}, see docs/ab-schema.md, and the document of each
 * run, such as {@code round-01-baseline-1.json}. That of a scenario with groups holds {@code
 * groups.json}, see docs/groups-schema.md, and a folder like this one for each group.
 *
 * <p>It is made, and tried, before a run, so that a run whose results cannot be kept does not
 * start. Files appear under their names when they are complete.
 */
public final class ResultFolder {

  /** Space that has to be free before a run starts. */
  public static final long LEAST_FREE_BYTES = 16L * 1024 * 1024;

  /** Name of the broker's own log. */
  public static final String BROKER_LOG = "broker.log";

  /** Name of the file that holds the scenario as it was run. */
  public static final String SCENARIO = "scenario.yaml";

  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HHmmss");
  private static final String PART = ".part";

  private final Path path;

  /** Of the names of a scenario and of a broker each, as file systems allow 255 bytes. */
  private static final int LONGEST_PART = 100;

  private ResultFolder(Path path) {
    this.path = path;
  }

  /**
   * Makes a new folder, and makes sure that it can be written to.
   *
   * @param out folder to make it in; made where it is missing
   * @param clock for its name
   * @param scenario name of the scenario
   * @param broker short name of the broker
   * @throws ResultFolderException if that cannot be done, or too little space is free
   */
  public static ResultFolder create(Path out, Clock clock, String scenario, String broker)
      throws ResultFolderException {
    String name =
        STAMP.format(LocalDateTime.now(clock)) + "-" + fileName(scenario) + "-" + fileName(broker);
    try {
      Files.createDirectories(out);
      ResultFolder folder = new ResultFolder(createUnique(out, name));
      folder.probe();
      return folder;
    } catch (IOException e) {
      throw ResultFolderException.ofFolder(out, e);
    }
  }

  /**
   * Makes sure that folders of results can be made in a folder, and makes none.
   *
   * @param out folder, which may be missing
   * @throws ResultFolderException if its nearest folder that exists is none, or is not writable
   */
  public static void requireUsable(Path out) throws ResultFolderException {
    Path nearest = out.toAbsolutePath().normalize();
    while (!Files.exists(nearest) && nearest.getParent() != null) {
      nearest = nearest.getParent();
    }
    if (!Files.isDirectory(nearest)) {
      throw ResultFolderException.ofFolder(out, new FileAlreadyExistsException(nearest.toString()));
    }
    if (!Files.isWritable(nearest)) {
      throw ResultFolderException.ofFolder(out, new AccessDeniedException(nearest.toString()));
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /**
   * A folder in this one, for the result of a part of what was measured.
   *
   * @throws ResultFolderException if it cannot be made
   */
  public ResultFolder part(String name) throws ResultFolderException {
    try {
      return new ResultFolder(Files.createDirectories(path.resolve(name)));
    } catch (IOException e) {
      throw new ResultFolderException(path, e);
    }
  }

  /**
   * Writes all files of a result.
   *
   * @throws ResultFolderException if that fails; files written before are left
   */
  public void write(RunResult result) throws ResultFolderException {
    try {
      // The figures themselves first: what fills the disk afterwards does not take them away.
      put(RunResult.DOCUMENT, RunResult.CODEC.write(result).getBytes(StandardCharsets.UTF_8));
      put("timeline.csv", TimelineCsv.of(result.timeline()).getBytes(StandardCharsets.UTF_8));
      put(
          SCENARIO,
          ScenarioCodec.writeForAnyFolder(result.scenario()).getBytes(StandardCharsets.UTF_8));
      ByteArrayOutputStream log = new ByteArrayOutputStream();
      HistogramLog.write(result, log);
      put("latency.hlog", log.toByteArray());
    } catch (IOException e) {
      throw new ResultFolderException(path, e);
    }
  }

  /**
   * Writes the document of a search, and its scenario.
   *
   * @throws ResultFolderException if that fails
   */
  public void write(SearchResult result) throws ResultFolderException {
    write(SearchResult.DOCUMENT, SearchResult.CODEC.write(result));
    write(SCENARIO, ScenarioCodec.writeForAnyFolder(result.scenario()));
  }

  /**
   * Writes the document of an interleaved comparison, and its scenario.
   *
   * @throws ResultFolderException if that fails
   */
  public void write(AbResult result) throws ResultFolderException {
    write(AbResult.DOCUMENT, AbResult.CODEC.write(result));
    write(SCENARIO, ScenarioCodec.writeForAnyFolder(result.scenario()));
  }

  /**
   * Writes a file.
   *
   * @param name of the file in the folder
   * @return the name
   * @throws ResultFolderException if that fails
   */
  public String write(String name, String content) throws ResultFolderException {
    try {
      put(name, content.getBytes(StandardCharsets.UTF_8));
      return name;
    } catch (IOException e) {
      throw new ResultFolderException(path, e);
    }
  }

  /**
   * Removes a file, if it is there.
   *
   * @throws ResultFolderException if that fails
   */
  public void remove(String name) throws ResultFolderException {
    try {
      Files.deleteIfExists(path.resolve(name));
    } catch (IOException e) {
      throw new ResultFolderException(path, e);
    }
  }

  /** Removes the folder if nothing has been put there. */
  public void removeIfEmpty() {
    try {
      Files.deleteIfExists(path);
    } catch (DirectoryNotEmptyException e) {
      // It holds something, so it stays.
      return;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void put(String name, byte[] content) throws IOException {
    Path part = path.resolve(name + PART);
    Files.write(part, content);
    Files.move(
        part,
        path.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private void probe() throws IOException, ResultFolderException {
    try {
      requireSpace(path);
    } catch (IOException | ResultFolderException e) {
      removeIfEmpty();
      throw e;
    }
  }

  /**
   * Makes sure that a folder can be written to.
   *
   * @throws ResultFolderException if too little space is free
   * @throws IOException if nothing can be written
   */
  public static void requireSpace(Path folder) throws IOException, ResultFolderException {
    // A FileStore is not to be had where the root folder is no mount point, as after chroot.
    long free = folder.toFile().getUsableSpace();
    if (free < LEAST_FREE_BYTES) {
      throw new ResultFolderException(
          "cannot write the results to %s: %s free, a run needs %s"
              .formatted(
                  folder.getParent(),
                  NumberText.plain(NumberText.bytes(free)),
                  NumberText.plain(NumberText.bytes(LEAST_FREE_BYTES))));
    }
    Path probe = folder.resolve("probe" + PART);
    Files.write(probe, new byte[4096]);
    Files.delete(probe);
  }

  private static Path createUnique(Path out, String name) throws IOException {
    Path path = out.resolve(name);
    for (int i = 2; ; i++) {
      try {
        return Files.createDirectory(path);
      } catch (FileAlreadyExistsException e) {
        path = out.resolve(name + "-" + i);
      }
    }
  }

  private static String fileName(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9._-]+", "_");
    return plain.length() > LONGEST_PART ? plain.substring(0, LONGEST_PART) : plain;
  }
}
