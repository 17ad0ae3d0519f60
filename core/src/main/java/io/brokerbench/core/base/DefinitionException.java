package io.brokerbench.core.base;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A scenario, study or option that cannot be run as it is written.
 *
 * <p>The message is one line for a person: which field, what is wrong with which value, what is
 * right. The command line ends with exit code 2.
 */
public sealed class DefinitionException extends RuntimeException permits UnsupportedException {

  private static final long serialVersionUID = 1L;

  private final String field;
  private final Problem problem;
  private final List<DefinitionException> mistakes;

  /** A whole sentence, where field, value and limit do not fit the usual form. */
  public DefinitionException(String message) {
    this(message, (Throwable) null);
  }

  /** A whole sentence and what led to it. */
  public DefinitionException(String message, Throwable cause) {
    this(null, new Problem("", message, List.of()), cause);
  }

  /**
   * The usual form: {@code payloadBytes 8: at least 24 bytes are required for the message header}.
   */
  public DefinitionException(String field, String limit, Object value) {
    this(field, new Problem(behind(value), limit, List.of()), null);
  }

  private DefinitionException(String field, Problem problem, Throwable cause) {
    super(field == null ? problem.text() : field + problem.text(), cause);
    this.field = field;
    this.problem = problem;
    this.mistakes = List.of();
  }

  private DefinitionException(String message, List<DefinitionException> mistakes) {
    super(message);
    this.field = null;
    this.problem = new Problem("", message, List.of());
    this.mistakes = mistakes;
  }

  /**
   * Several mistakes of one document; the message has a line for each.
   *
   * @param mistakes at least one
   */
  public static DefinitionException all(List<DefinitionException> mistakes) {
    if (mistakes.size() == 1) {
      return mistakes.get(0);
    }
    List<String> lines =
        mistakes.stream().flatMap(mistake -> mistake.getMessage().lines()).distinct().toList();
    return new DefinitionException(String.join("\n", lines), List.copyOf(mistakes));
  }

  /** Of a field that must have a value, and has none: {@code from is missing}. */
  public static DefinitionException missing(String field) {
    return new DefinitionException(field, new Problem(" ", "is missing", List.of()), null);
  }

  /**
   * Of a field that is wrong whatever its value is: {@code --search: only with a live baseline}.
   *
   * @param cause what led to it, or null
   */
  public static DefinitionException about(String field, String problem, Throwable cause) {
    return new DefinitionException(field, new Problem(": ", problem, List.of()), cause);
  }

  /**
   * The usual form with a limit that names other settings.
   *
   * @param limit with {@code %s} for each of them
   * @param settings their paths
   */
  public static DefinitionException naming(
      String field, String limit, Object value, String... settings) {
    if (settings.length == 0) {
      return new DefinitionException(field, limit, value);
    }
    return new DefinitionException(
        field, new Problem(behind(value), limit, List.of(settings)), null);
  }

  /** The same in terms of where the field was set; unchanged where the message is about none. */
  public DefinitionException named(String name) {
    return field == null ? this : new DefinitionException(name, problem, this);
  }

  /** The same with a front end's names for the settings that its limit names. */
  public DefinitionException withSettings(UnaryOperator<String> names) {
    return problem.settings.isEmpty()
        ? this
        : new DefinitionException(field, problem.named(names), this);
  }

  /** The mistakes that this is of; itself, where it is one. */
  public List<DefinitionException> mistakes() {
    return mistakes.isEmpty() ? List.of(this) : mistakes;
  }

  /** The field that is wrong, where the message is about one: a name, or a whole path. */
  public Optional<String> field() {
    return Optional.ofNullable(field);
  }

  /** What is right, without the field and its value; the whole message where it is about none. */
  public String limit() {
    return problem.limit();
  }

  private static String behind(Object value) {
    return " " + value + ": ";
  }

  /**
   * What is wrong.
   *
   * @param value what is between the field and the limit: the value, where there is one
   * @param form the limit; a text to format where it names settings
   */
  private record Problem(String value, String form, List<String> settings) implements Serializable {

    String text() {
      return value + limit();
    }

    String limit() {
      return settings.isEmpty() ? form : form.formatted(settings.toArray());
    }

    Problem named(UnaryOperator<String> names) {
      return new Problem(value, form, settings.stream().map(names).toList());
    }
  }
}
