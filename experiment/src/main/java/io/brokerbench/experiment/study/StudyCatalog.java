package io.brokerbench.experiment.study;

import java.util.List;
import java.util.Optional;

/** Built-in studies, found with {@link java.util.ServiceLoader}. Stateless. */
public interface StudyCatalog {

  /** Their names and descriptions. */
  List<Item> items();

  /**
   * The study of a name.
   *
   * @param size how large it is to be
   * @return empty if the name is not of this catalogue
   */
  Optional<Study> find(String name, StudySize size);

  /** Whether its studies have the sizes that a publication had. */
  default boolean hasSizes() {
    return false;
  }

  /**
   * One of them.
   *
   * @param name by which it is found
   * @param description one sentence
   */
  record Item(String name, String description) {}
}
