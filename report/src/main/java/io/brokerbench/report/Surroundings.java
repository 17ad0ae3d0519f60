package io.brokerbench.report;

import io.brokerbench.core.study.StudyCell;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a page tells beside the result itself.
 *
 * @param again command that does the same again; empty where it isn't known
 * @param files of the same folder, to be linked
 * @param pages of the same folder, of the runs that the result is made of
 */
public record Surroundings(Optional<String> again, List<String> files, Set<String> pages) {

  /** Nothing. */
  public static final Surroundings NONE = new Surroundings(Optional.empty(), List.of(), Set.of());

  /** Copies the lists. */
  public Surroundings {
    files = List.copyOf(files);
    pages = Set.copyOf(pages);
  }

  /** With no pages of runs. */
  public Surroundings(Optional<String> again, List<String> files) {
    this(again, files, Set.of());
  }

  /** Where readers of a run are led: its page, or its document where it has none. */
  String target(String document) {
    String page = StudyCell.pageOf(document);
    return pages.contains(page) ? page : document;
  }
}
