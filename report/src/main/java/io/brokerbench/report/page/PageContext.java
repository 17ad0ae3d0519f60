package io.brokerbench.report.page;

import io.brokerbench.experiment.cell.StudyCell;
import java.util.List;
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
 */
public record PageContext(
    Optional<String> again, List<String> files, Set<String> pages, boolean part) {

  /** Nothing. */
  public static final PageContext NONE = new PageContext(Optional.empty(), List.of());

  /** Copies the lists. */
  public PageContext {
    files = List.copyOf(files);
    pages = Set.copyOf(pages);
  }

  /** With no pages of runs. */
  public PageContext(Optional<String> again, List<String> files) {
    this(again, files, Set.of(), false);
  }

  /** Of a result that is a part of what a command does. */
  static PageContext ofPart(Optional<String> whole, List<String> files) {
    return new PageContext(whole, files, Set.of(), true);
  }

  /** Where readers of a run are led: its page, or its document where it has none. */
  String target(String document) {
    String page = StudyCell.pageOf(document);
    return pages.contains(page) ? page : document;
  }
}
