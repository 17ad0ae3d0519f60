package io.brokerbench.experiment.metric;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.figure.Figure;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * By how much each figure may be worse: {@code received=5%,p99=10%,peakRss=off}.
 *
 * <p>What is not named keeps its usual tolerance; {@code off} leaves a figure out, and {@code
 * all=10%} stands for every one that is not named.
 *
 * @param shares by name of the figure; empty for one that is left out
 */
public record Tolerances(Map<String, OptionalDouble> shares) {

  /** The usual ones. */
  public static final Tolerances USUAL = new Tolerances(Map.of());

  /** Stands for all figures that are not named. */
  public static final String ALL = "all";

  /** More names than that are too many for a message. */
  private static final int MOST_NAMED = 20;

  private static final String OFF = "off";
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,5}(?:\\.\\d{1,6})?) ?%");

  /** Not within the brackets of a benchmark's name. */
  private static final Pattern COMMA = Pattern.compile(",(?![^\\[]*\\])");

  private static final String FORM = "a list such as received=5%,p99=10%,peakRss=off";

  /** Copies the map. */
  public Tolerances {
    shares = new LinkedHashMap<>(shares);
  }

  /**
   * Reads them.
   *
   * @throws DefinitionException if the text is not of that form; the message says what is wrong
   */
  public static Tolerances parse(String text) {
    Map<String, OptionalDouble> shares = new LinkedHashMap<>();
    for (String part : COMMA.split(text, -1)) {
      int equals = part.lastIndexOf('=');
      String name = equals < 0 ? "" : part.substring(0, equals).strip();
      if (name.isEmpty()) {
        throw new DefinitionException("tolerance", FORM, text);
      }
      if (shares.put(name, share(name, part.substring(equals + 1).strip())) != null) {
        throw new DefinitionException("tolerance", name + " only once", text);
      }
    }
    return new Tolerances(shares);
  }

  /**
   * Reads those of some figures.
   *
   * @throws DefinitionException if the text is not of that form, or names another figure
   */
  public static Tolerances parse(String text, List<Figure> figures) {
    return parse(text).of(figures.stream().map(Figure::path).toList());
  }

  private static OptionalDouble share(String name, String value) {
    if (value.equals(OFF)) {
      return OptionalDouble.empty();
    }
    Matcher percent = PERCENT.matcher(value);
    if (!percent.matches()) {
      throw new DefinitionException(
          "tolerance " + name, "a share such as 5%, or off", value.isEmpty() ? "(empty)" : value);
    }
    return OptionalDouble.of(Double.parseDouble(percent.group(1)) / 100);
  }

  /**
   * The same with the whole path of each figure. A name is a path, or the end of one: of several
   * that end alike, the first.
   *
   * @param paths of the figures that there are
   * @throws DefinitionException if there is no such figure; the message offers the nearest
   */
  public Tolerances of(Collection<String> paths) {
    Map<String, OptionalDouble> whole = new LinkedHashMap<>();
    shares.forEach(
        (name, share) -> {
          String path = name.equals(ALL) ? ALL : path(name, paths);
          if (whole.put(path, share) != null) {
            throw new DefinitionException("tolerance", path + " only once", name);
          }
        });
    return new Tolerances(whole);
  }

  private static String path(String name, Collection<String> paths) {
    if (paths.contains(name)) {
      return name;
    }
    return paths.stream()
        .filter(path -> path.endsWith("." + name))
        .findFirst()
        .orElseThrow(() -> new DefinitionException("tolerance", unknown(name, paths), name));
  }

  private static String unknown(String name, Collection<String> paths) {
    List<String> names =
        Stream.concat(
                paths.stream().map(path -> path.replaceFirst("^[a-zA-Z.]+\\.", "")), paths.stream())
            .distinct()
            .toList();
    String hint = NearestName.hint(name, names);
    String all =
        paths.size() > MOST_NAMED ? "docs/figures.md lists them" : String.join(", ", paths);
    return "no such figure" + (hint.isEmpty() ? "; there are " + all : hint);
  }

  /** The figure with its tolerance; empty where it is left out. */
  public Optional<Figure> applied(Figure figure) {
    OptionalDouble usual = figure.tolerance();
    OptionalDouble unnamed = usual.isPresent() ? shares.getOrDefault(ALL, usual) : usual;
    OptionalDouble share = shares.getOrDefault(figure.path(), unnamed);
    return share.isPresent()
        ? Optional.of(figure.withTolerance(share.getAsDouble()))
        : Optional.empty();
  }
}
