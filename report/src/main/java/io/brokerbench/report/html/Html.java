package io.brokerbench.report.html;

import java.util.Set;
import org.apache.commons.text.StringEscapeUtils;

/**
 * HTML that is being written. Every text and every attribute is escaped, so that what others named
 * cannot become markup.
 *
 * <p>Tags and the names of attributes are those of the code; they are never data.
 */
public final class Html {

  /** Within a sentence a line break would be a space. */
  private static final Set<String> INLINE = Set.of("a", "s", "span", "strong");

  private final StringBuilder out = new StringBuilder();

  /** Opens an element; attributes are name, value, name, value. */
  public Html open(String tag, String... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i + 1 < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"").append(escape(attributes[i + 1]));
      out.append('"');
    }
    out.append('>');
    return this;
  }

  /** Closes an element. */
  public Html close(String tag) {
    out.append("</").append(tag).append(INLINE.contains(tag) ? ">" : ">\n");
    return this;
  }

  /** Adds text. */
  public Html text(String text) {
    out.append(escape(text));
    return this;
  }

  /** Adds an element with nothing but text in it. */
  public Html element(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close(tag);
  }

  /** Adds what was written elsewhere. */
  public Html add(Html other) {
    out.append(other.out);
    return this;
  }

  /**
   * Adds text that a browser takes as it is: a script, a style sheet, data in a script element.
   * None of them may hold the start of an end tag.
   */
  Html verbatim(String text) {
    out.append(text);
    return this;
  }

  private static String escape(String text) {
    return StringEscapeUtils.escapeHtml4(text);
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
