package io.brokerbench.core.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.brokerbench.core.base.DefinitionException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds all mistakes of a document, where binding it stops at the first: what is wrong is left out,
 * and the rest is bound again.
 *
 * <p>A later mistake counts if a value is of the wrong type. Another one might be a consequence of
 * what was left out. It counts only if it is there whatever right value stands in each place that
 * was left empty. Numbers, lengths of time and truth values are tried. Where none of these is
 * right, the mistake counts if it is there without all the rest of the document too, and the place
 * is in another object.
 */
final class DocumentMistakes {

  private static final int MOST = 50;

  /** Of each kind more than one, as a mistake may follow from a single one of them. */
  private static final List<JsonNode> SAMPLES =
      List.of(
          IntNode.valueOf(1),
          IntNode.valueOf(2),
          IntNode.valueOf(30),
          IntNode.valueOf(1000),
          DoubleNode.valueOf(0.5),
          BooleanNode.TRUE,
          BooleanNode.FALSE,
          TextNode.valueOf("1s"),
          TextNode.valueOf("1ms"),
          TextNode.valueOf("1m"),
          TextNode.valueOf("1h"));

  private final Binder binder;
  private final LocatedTree whole;
  private final Map<List<String>, DefinitionException> found = new LinkedHashMap<>();
  private final List<List<String>> emptied = new ArrayList<>();

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
      if (!path.isEmpty() && !rest.paths().contains(path)) {
        Optional<LocatedTree> filled = filled(rest, path);
        if (filled.isEmpty()) {
          return;
        }
        if (!emptied.contains(path)) {
          found.putIfAbsent(path, mistake.get().problem());
          emptied.add(path);
        }
        rest = filled.get();
        continue;
      }
      if (found.isEmpty() || mistake.get().ofType() || isAlwaysThere(mistake.get(), rest)) {
        found.put(path, mistake.get().problem());
      }
      if (path.isEmpty()) {
        return;
      }
      if (!mistake.get().superfluous()) {
        emptied.add(path);
      }
      rest = rest.without(path);
    }
  }

  /**
   * With something in a place that must not be empty, so that what comes after it is found; where
   * it can be, with something that no mistake of the place or of what holds it follows from.
   */
  private Optional<LocatedTree> filled(LocatedTree rest, List<String> path) {
    return filled(rest, path, mistake -> !startsWith(path, mistake.path()))
        .or(() -> filled(rest, path, mistake -> !mistake.path().equals(path)));
  }

  private Optional<LocatedTree> filled(
      LocatedTree rest, List<String> path, Predicate<Mistake> accepted) {
    return SAMPLES.stream()
        .flatMap(sample -> rest.with(path, sample).stream())
        .filter(with -> mistake(with).map(accepted::test).orElse(true))
        .findFirst();
  }

  private static boolean startsWith(List<String> path, List<String> beginning) {
    return path.size() >= beginning.size() && path.subList(0, beginning.size()).equals(beginning);
  }

  private boolean isAlwaysThere(Mistake mistake, LocatedTree rest) {
    return emptied.stream().allMatch(place -> isThereWithout(place, mistake, rest));
  }

  private boolean isThereWithout(List<String> place, Mistake mistake, LocatedTree rest) {
    List<Mistake> filled =
        SAMPLES.stream()
            .flatMap(sample -> rest.with(place, sample).stream())
            .map(this::mistake)
            .filter(with -> with.filter(m -> m.path().equals(place)).isEmpty())
            .map(with -> with.orElse(Mistake.NONE))
            .toList();
    if (filled.size() > 1) {
      return filled.stream().allMatch(mistake::isSameAs);
    }
    return !owner(place).equals(owner(mistake.path()))
        && mistake(rest.only(mistake.path())).filter(mistake::isSameAs).isPresent();
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
      return Optional.of(new Mistake(source.path, source.ofType, source.superfluous, e));
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
   * @param superfluous whether nothing has to stand there
   */
  private record Mistake(
      List<String> path, boolean ofType, boolean superfluous, DefinitionException problem) {

    static final Mistake NONE = new Mistake(List.of(), false, false, new DefinitionException(""));

    boolean isSameAs(Mistake other) {
      return problem.getMessage().equals(other.problem.getMessage());
    }
  }

  /** Remembers which value was wrong. */
  private static final class MistakeRecorder implements DocumentSource {
    private final LocatedTree tree;
    private List<String> path = List.of();
    private boolean ofType;
    private boolean superfluous;

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
    public DefinitionException unknown(List<String> place, DefinitionException problem) {
      superfluous = true;
      return ofType(place, problem);
    }

    @Override
    public DefinitionException within(List<String> place, DefinitionException problem) {
      return tree.within(place, problem);
    }
  }
}
