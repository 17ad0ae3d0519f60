package io.brokerbench.report.page;

import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.experiment.cell.StudyCell;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a page shows beside the result itself.
 *
 * @param again command that does the same again; empty where it is not known
 * @param files to be linked, by their paths from the page's folder
 * @param pages of the same folder, of the runs that the result is made of
 * @param part whether the command does more than this result: such as a search, one of whose steps
 *     it is
 * @param thresholds of the runs of a study's cells, by the cells' folders
 */
public record PageContext(
    Optional<String> again,
    List<String> files,
    Set<String> pages,
    boolean part,
    Map<String, List<ThresholdCheck>> thresholds) {

  /** Nothing. */
  public static final PageContext NONE = new PageContext(Optional.empty(), List.of());

  /** Copies the lists. */
  public PageContext {
    files = List.copyOf(files);
    pages = Set.copyOf(pages);
    thresholds = Map.copyOf(thresholds);
  }

  /** With no pages of runs. */
  public PageContext(Optional<String> again, List<String> files) {
    this(again, files, Set.of(), false, Map.of());
  }

  /** The same with thresholds of a study's cells. */
  PageContext with(Map<String, List<ThresholdCheck>> checked) {
    return new PageContext(again, files, pages, part, checked);
  }

  /** Of a result that is a part of what a command does. */
  static PageContext ofPart(Optional<String> whole, List<String> files) {
    return new PageContext(whole, files, Set.of(), true, Map.of());
  }

  /** Where readers of a run are led: its page, or its document where it has none. */
  String target(String document) {
    String page = StudyCell.pageOf(document);
    return pages.contains(page) ? page : document;
  }
}
