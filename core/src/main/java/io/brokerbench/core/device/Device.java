package io.brokerbench.core.device;

import io.brokerbench.core.security.ClientIdentity;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One client, as its row describes it.
 *
 * @param id its client id
 * @param identity what lets it in
 * @param fields all other columns of its row, by their names
 */
public record Device(String id, ClientIdentity identity, Map<String, String> fields) {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]+)}");

  /** The name of the client id among the columns. */
  public static final String ID = "id";

  /** Checks that all is there. */
  public Device {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(identity, "identity");
    fields = Map.copyOf(fields);
  }

  /** Whether a column is for topics and payloads: the id, and all that do not let a client in. */
  public static boolean isField(String column) {
    return !Row.OF_ACCESS.contains(column);
  }

  /** The value of a column, the id's too; empty where the row has none. */
  public Optional<String> value(String column) {
    return column.equals(ID) ? Optional.of(id) : Optional.ofNullable(fields.get(column));
  }

  /**
   * A text in which each <code>{column}</code> is replaced by the row's value, and the id too. What
   * a value has in braces stays as it is.
   */
  public String fillIn(String text) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(value(found.group(1)).orElse(found.group())));
  }
}
