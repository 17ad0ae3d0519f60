package io.brokerbench.core.definition;

import io.brokerbench.core.base.DefinitionException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds all mistakes of a document, where binding it stops at the first: what is wrong is left out,
 * and the rest is bound again.
 *
 * <p>A later mistake counts if a value is of the wrong type. Another one counts only if it is there
 * without all the rest of the document too, and nothing beside it was left out before: else it
 * might be a consequence of what is missing.
 */
final class DocumentMistakes {

  private static final int MOST = 50;

  private final Binder binder;
  private final LocatedTree whole;
  private final Map<List<String>, DefinitionException> found = new LinkedHashMap<>();
  private final Set<List<String>> owners = new HashSet<>();

  private DocumentMistakes(LocatedTree tree, Binder binder) {
    this.whole = tree;
    this.binder = binder;
  }

  /** Makes something of a document, and gives problems of it to the source. */
  @FunctionalInterface
  interface Binder {

    /** Throws what the source makes of the first problem. */
    Object bind(LocatedTree tree, DocumentSource source);
  }

  /**
   * All mistakes of a document that could not be bound.
   *
   * @param first why it could not
   */
  static DefinitionException of(LocatedTree tree, DefinitionException first, Binder binder) {
    DocumentMistakes mistakes = new DocumentMistakes(tree, binder);
    mistakes.collect();
    return mistakes.found.isEmpty() ? first : DefinitionException.all(mistakes.inOrder());
  }

  private void collect() {
    LocatedTree rest = whole;
    for (int i = 0; i < MOST; i++) {
      Optional<Mistake> mistake = mistake(rest);
      if (mistake.isEmpty()) {
        return;
      }
      List<String> path = mistake.get().path();
      boolean counts =
          found.isEmpty()
              || mistake.get().ofType()
              || (!owners.contains(owner(path))
                  && mistake(rest.only(path))
                      .filter(alone -> alone.text().equals(mistake.get().text()))
                      .isPresent());
      if (counts) {
        found.put(path, mistake.get().problem());
      }
      if (path.isEmpty() || !rest.paths().contains(path)) {
        return;
      }
      owners.add(owner(path));
      rest = rest.without(path);
    }
  }

  private List<DefinitionException> inOrder() {
    return found.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(whole.order()))
        .map(Map.Entry::getValue)
        .toList();
  }

  private Optional<Mistake> mistake(LocatedTree tree) {
    MistakeRecorder source = new MistakeRecorder(tree);
    try {
      binder.bind(tree, source);
      return Optional.empty();
    } catch (DefinitionException e) {
      return Optional.of(new Mistake(source.path, source.ofType, e));
    }
  }

  private static List<String> owner(List<String> path) {
    return path.isEmpty() ? path : List.copyOf(path.subList(0, path.size() - 1));
  }

  /**
   * A mistake.
   *
   * @param path of the value; empty where it is of several
   * @param ofType whether it is wrong whatever the other values are
   */
  private record Mistake(List<String> path, boolean ofType, DefinitionException problem) {
    String text() {
      return problem.getMessage();
    }
  }

  /** Remembers which value was wrong. */
  private static final class MistakeRecorder implements DocumentSource {
    private final LocatedTree tree;
    private List<String> path = List.of();
    private boolean ofType;

    MistakeRecorder(LocatedTree tree) {
      this.tree = tree;
    }

    @Override
    public Optional<Path> folder() {
      return tree.folder();
    }

    @Override
    public Set<List<String>> paths() {
      return tree.paths();
    }

    @Override
    public DefinitionException at(List<String> place, DefinitionException problem) {
      path = List.copyOf(place);
      return tree.at(place, problem);
    }

    @Override
    public DefinitionException ofType(List<String> place, DefinitionException problem) {
      ofType = true;
      return at(place, problem);
    }

    @Override
    public DefinitionException within(List<String> place, DefinitionException problem) {
      return tree.within(place, problem);
    }
  }
}
