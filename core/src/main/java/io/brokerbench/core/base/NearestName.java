package io.brokerbench.core.base;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds the existing name that is nearest to an unknown one. */
public final class NearestName {

  private NearestName() {}

  /**
   * The name that is nearest to a word: by the fewest letters to insert, delete or replace, upper
   * and lower case being alike, and the first of those in the order given. Up to a third of the
   * letters may be wrong, at least one; a name that begins with the word, or the reverse, is near
   * too. Of selectors of one kind, such as {@code embedded:}, what follows is compared.
   *
   * @return empty if none is near
   */
  public static Optional<String> of(String word, Collection<String> names) {
    String wanted = word.toLowerCase(Locale.ROOT);
    String nearest = null;
    int least = Integer.MAX_VALUE;
    for (String name : names) {
      int distance = distance(wanted, name.toLowerCase(Locale.ROOT));
      if (distance >= 0 && distance < least) {
        nearest = name;
        least = distance;
      }
    }
    return Optional.ofNullable(nearest);
  }

  /** The end of a message: {@code ; did you mean publishers?}, or nothing where none is near. */
  public static String hint(String word, Collection<String> names) {
    return of(word, names).map(name -> "; did you mean " + name + "?").orElse("");
  }

  /** The same, and all names where none is near: {@code ; there are publishers, consumers}. */
  public static String hintOrList(String word, Collection<String> names) {
    String hint = hint(word, names);
    return hint.isEmpty() ? "; there are " + String.join(", ", names) : hint;
  }

  /** Letters that differ; -1 where that is too many. */
  private static int distance(String wanted, String name) {
    int kind = wanted.indexOf(':') + 1;
    if (kind > 0 && name.startsWith(wanted.substring(0, kind))) {
      return distance(wanted.substring(kind), name.substring(kind));
    }
    int shorter = Math.min(wanted.length(), name.length());
    int longer = Math.max(wanted.length(), name.length());
    if (shorter >= 3 && (name.startsWith(wanted) || wanted.startsWith(name))) {
      return longer - shorter;
    }
    int threshold = Math.max(1, longer / 3);
    return longer - shorter > threshold
        ? -1
        : new LevenshteinDistance(threshold).apply(wanted, name);
  }
}
