package io.brokerbench.report.page;

import io.brokerbench.experiment.history.HistoryResult;
import io.brokerbench.report.text.HistoryText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes the page and the document of a history into a folder. */
public final class HistoryReport {

  /** Name of the page. */
  public static final String PAGE = "history.html";

  /** Name of the document. */
  public static final String DOCUMENT = "history.json";

  private HistoryReport() {}

  /**
   * Writes both.
   *
   * @param text of the history
   * @param source folder whose results it is of; the page leads to them
   * @param out folder to write to; made where it is missing
   * @return the page
   * @throws IOException if that fails
   */
  public static Path write(HistoryText text, Path source, Path out) throws IOException {
    Files.createDirectories(out);
    put(out.resolve(DOCUMENT), HistoryResult.CODEC.write(text.result()));
    return put(
        out.resolve(PAGE),
        new HistoryPage(text, document -> link(source.resolve(document), out)).html());
  }

  /** To the page of the result that a document is of, where there is one, else to itself. */
  private static String link(Path document, Path out) {
    Path page = document.resolveSibling(ReportFolder.PAGE);
    boolean hasPage =
        ReportFolder.isResult(document.toAbsolutePath().getParent()) && Files.isRegularFile(page);
    Path target = hasPage ? page : document;
    String path =
        out.toAbsolutePath().normalize().relativize(target.toAbsolutePath().normalize()).toString();
    return PageBlocks.link(path.replace('\\', '/'));
  }

  private static Path put(Path file, String content) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(part, content);
    return Files.move(
        part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
