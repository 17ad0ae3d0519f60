package io.brokerbench.core.recipe;

import io.brokerbench.core.base.DefinitionException;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with placeholders, such as {@code ${port.mqtt}}. Two dollar signs before a brace stand for
 * one that begins no placeholder.
 *
 * @param text as it is written
 */
public record Template(String text) {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\$\\{|\\$\\{([^}\\n]*)(\\})?");

  /** The names of its placeholders, in their order. */
  public List<String> names() {
    return PLACEHOLDER
        .matcher(text)
        .results()
        .filter(match -> match.group(1) != null)
        .map(Template::name)
        .toList();
  }

  private static String name(MatchResult match) {
    if (match.group(2) == null) {
      throw new DefinitionException("${" + match.group(1) + " has no closing brace");
    }
    return match.group(1);
  }

  /**
   * The text with values.
   *
   * @param values of all its placeholders at least
   */
  public String fill(Map<String, String> values) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(match.group(1) == null ? "${" : values.get(name(match))));
  }
}
