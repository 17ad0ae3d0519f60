package io.brokerbench.experiment.metric;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * By how much each figure may be worse, and which of them decide: {@code
 * received=5%,p50=5%,tail.p50=report,peakRss=off}.
 *
 * <p>A figure with a share decides. {@code report} compares it with its usual tolerance and leaves
 * the decision to others; {@code off} leaves it out. What is not named keeps its usual tolerance
 * and part, and {@code all=10%} is the tolerance of every one that is not named, but for those that
 * tolerate nothing: a loss has to be named.
 *
 * @param rules by name of the figure
 * @param ofJvm whether a broker is a JVM, whose usual tolerances are {@link #JVM_LEAST} at least:
 *     the same code is compiled differently at each start
 */
public record Tolerances(Map<String, Rule> rules, boolean ofJvm) {

  /**
   * What was asked of one figure.
   *
   * @param share by how much it may be worse; absent for the usual tolerance
   * @param part whether it is compared, and for what
   */
  public record Rule(OptionalDouble share, Part part) {}

  /** What a figure is compared for. */
  public enum Part {
    /** It decides. */
    DECIDE,
    /** It is reported. */
    REPORT,
    /** Nothing: it is left out. */
    OFF
  }

  /** The usual ones. */
  public static final Tolerances USUAL = new Tolerances(Map.of(), false);

  /** The least usual tolerance where a broker is a JVM; what tolerates nothing stays so. */
  public static final double JVM_LEAST = 0.10;

  /** Stands for all figures that are not named. */
  public static final String ALL = "all";

  /** More names than that are too many for a message. */
  private static final int MOST_NAMED = 20;

  private static final Pattern PERCENT = Pattern.compile("(\\d{1,5}(?:\\.\\d{1,6})?) ?%");

  /** Not within the brackets of a benchmark's name. */
  private static final Pattern COMMA = Pattern.compile(",(?![^\\[]*\\])");

  private static final String FORM =
      "a list such as received=5%,p50=5%,tail.p50=report,peakRss=off";

  /** Copies the map. */
  public Tolerances {
    rules = new LinkedHashMap<>(rules);
  }

  /**
   * Reads them.
   *
   * @throws DefinitionException if the text is not of that form; the message says what is wrong
   */
  public static Tolerances parse(String text) {
    Map<String, Rule> rules = new LinkedHashMap<>();
    for (String part : COMMA.split(text, -1)) {
      int equals = part.lastIndexOf('=');
      String name = equals < 0 ? "" : part.substring(0, equals).strip();
      if (name.isEmpty()) {
        throw new DefinitionException("tolerance", FORM, text);
      }
      if (rules.put(name, rule(name, part.substring(equals + 1).strip())) != null) {
        throw new DefinitionException("tolerance", name + " only once", text);
      }
    }
    return new Tolerances(rules, false);
  }

  /**
   * Reads those of some figures. Where they are of groups of clients, a name without a group is of
   * all groups.
   *
   * @throws DefinitionException if the text is not of that form, or names another figure
   */
  public static Tolerances parse(String text, List<Figure> figures) {
    Set<String> known =
        FigureCatalogue.comparable().stream().map(Figure::path).collect(Collectors.toSet());
    Set<String> paths = new LinkedHashSet<>();
    figures.stream()
        .map(figure -> withoutGroup(figure.path()))
        .filter(known::contains)
        .forEach(paths::add);
    figures.forEach(figure -> paths.add(figure.path()));
    Tolerances read = parse(text).of(paths);
    figures.stream()
        .filter(figure -> figure.tolerance().isEmpty())
        .filter(
            figure ->
                new Rule(OptionalDouble.empty(), Part.REPORT).equals(read.rules.get(figure.path())))
        .findFirst()
        .ifPresent(
            figure -> {
              throw new DefinitionException(
                  "tolerance",
                  "a share such as 5%, as it has no usual one",
                  figure.path() + "=report");
            });
    return read;
  }

  private static Rule rule(String name, String value) {
    if (value.equals("off")) {
      return new Rule(OptionalDouble.empty(), Part.OFF);
    }
    if (value.equals("report")) {
      return new Rule(OptionalDouble.empty(), Part.REPORT);
    }
    Matcher percent = PERCENT.matcher(value);
    if (!percent.matches()) {
      throw new DefinitionException(
          "tolerance", "a share such as 5%, report, or off", name + "=" + value);
    }
    return new Rule(OptionalDouble.of(Double.parseDouble(percent.group(1)) / 100), Part.DECIDE);
  }

  /**
   * The same with the whole path of each figure. A name is a path, or the end of one: of several
   * that end alike, the first.
   *
   * @param paths of the figures that there are
   * @throws DefinitionException if there is no such figure; the message offers the nearest
   */
  public Tolerances of(Collection<String> paths) {
    Map<String, Rule> whole = new LinkedHashMap<>();
    rules.forEach(
        (name, rule) -> {
          String path = name.equals(ALL) ? ALL : path(name, paths);
          if (whole.put(path, rule) != null) {
            throw new DefinitionException("tolerance", path + " only once", name);
          }
        });
    return new Tolerances(whole, ofJvm);
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

  /**
   * The figure with its tolerance and its part; empty where it is left out. A figure without a
   * usual tolerance is compared only where it is named.
   */
  public Optional<Figure> applied(Figure figure) {
    OptionalDouble usual = usual(figure);
    Rule unnamed = new Rule(usual, figure.decides() ? Part.DECIDE : Part.REPORT);
    Rule rule = asked(figure);
    if (rule == null) {
      Rule all = rules.get(ALL);
      rule =
          all == null || usual.isEmpty() || (all.part() != Part.OFF && toleratesNothing(figure))
              ? unnamed
              : new Rule(all.share(), all.part() == Part.DECIDE ? unnamed.part() : all.part());
    }
    OptionalDouble share = rule.share().isPresent() ? rule.share() : usual;
    return share.isEmpty() || rule.part() == Part.OFF
        ? Optional.empty()
        : Optional.of(
            figure.withTolerance(share.getAsDouble()).withDecides(rule.part() == Part.DECIDE));
  }

  /** What was asked of the figure, or of that figure in all groups; null where it is not named. */
  private Rule asked(Figure figure) {
    String ofAllGroups = withoutGroup(figure.path());
    return rules.getOrDefault(
        figure.path(), ofAllGroups.equals(ALL) ? null : rules.get(ofAllGroups)); // storm.all
  }

  /** Of a figure of one group of clients, the path of that figure; else what no rule has. */
  private static String withoutGroup(String path) {
    return path.substring(path.indexOf('.') + 1);
  }

  /** Whether the figure is named, and not left out. */
  public boolean uses(Figure figure) {
    Rule rule = asked(figure);
    return rule != null && rule.part() != Part.OFF;
  }

  /** The names of figures that are named to decide. */
  public List<String> deciding() {
    return rules.entrySet().stream()
        .filter(rule -> !rule.getKey().equals(ALL) && rule.getValue().part() == Part.DECIDE)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether exactly this figure, with its group, is named, and not left out. */
  public boolean names(Figure figure) {
    Rule rule = rules.get(figure.path());
    return rule != null && rule.part() != Part.OFF;
  }

  /** The same where a broker is a JVM. */
  public Tolerances forJvm() {
    return new Tolerances(rules, true);
  }

  private static boolean toleratesNothing(Figure figure) {
    return figure.tolerated() == 0;
  }

  private OptionalDouble usual(Figure figure) {
    if (!ofJvm || figure.tolerance().isEmpty() || toleratesNothing(figure)) {
      return figure.tolerance();
    }
    return OptionalDouble.of(Math.max(figure.tolerated(), JVM_LEAST));
  }
}
