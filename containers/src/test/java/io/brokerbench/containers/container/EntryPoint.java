package io.brokerbench.containers.container;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The variables that a product's image knows, from a file beside the tests: {@code NAME}, {@code
 * NAME=PATTERN} for one that it must be started with, or {@code NAME:PATTERN} for one whose values
 * are known. Comments of the file name the product's own sources that they are taken from, and
 * their version. A {@link StandIn} checks the same, as a script, and does not start where the
 * product would warn.
 *
 * @param source the file
 * @param prefix of the variables that are the product's
 * @param known variables that it reads, and settings of its schema
 * @param demanded patterns of those that it must be started with
 * @param values patterns of what others may be set to, as its schema has them
 */
record EntryPoint(
    String source,
    String prefix,
    Set<String> known,
    Map<String, String> demanded,
    Map<String, String> values) {

  private static final Pattern LINE = Pattern.compile("([A-Z0-9_]+)(?:([=:])(.+))?");

  /** Of {@code emqx} or {@code vernemq}. */
  static EntryPoint of(String product) throws IOException {
    String prefix = "";
    Set<String> known = new TreeSet<>();
    Map<String, String> demanded = new LinkedHashMap<>();
    Map<String, String> values = new LinkedHashMap<>();
    String source = source(product);
    for (String line : source.lines().filter(EntryPoint::isMeant).toList()) {
      if (line.startsWith("prefix ")) {
        prefix = line.substring("prefix ".length());
        continue;
      }
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        throw new IllegalStateException(product + ": " + line);
      }
      known.add(parts.group(1));
      if (parts.group(2) != null) {
        (parts.group(2).equals("=") ? demanded : values).put(parts.group(1), parts.group(3));
      }
    }
    return new EntryPoint(source, prefix, known, demanded, values);
  }

  private static String source(String product) throws IOException {
    try (InputStream in = EntryPoint.class.getResourceAsStream(product + ".entrypoint")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static boolean isMeant(String line) {
    return !line.isBlank() && !line.startsWith("#");
  }

  /** Why it does not start with an environment, as it prints it; empty where it starts. */
  Optional<String> refusal(Map<String, String> environment) {
    for (String name : new TreeSet<>(environment.keySet())) {
      if (name.startsWith(prefix) && !known.contains(name)) {
        return Optional.of(unknown(name));
      }
    }
    return Stream.concat(
            demanded.entrySet().stream(),
            values.entrySet().stream().filter(each -> environment.containsKey(each.getKey())))
        .filter(each -> !environment.getOrDefault(each.getKey(), "").matches(each.getValue()))
        .map(each -> demand(each.getKey(), each.getValue()))
        .findFirst();
  }

  private static String unknown(String name) {
    return "entry point: no setting " + name;
  }

  private static String demand(String name, String pattern) {
    return "entry point: " + name + " has to be " + pattern;
  }

  /** The same for a shell, which goes on where it starts. */
  String script() {
    StringBuilder script = new StringBuilder();
    script.append(
        """
        for name in $(env | sed -n 's/^\\(%s[A-Za-z0-9_]*\\)=.*/\\1/p' | sort); do
          case " %s " in
            *" $name "*) ;;
            *) echo "%s"; exit 1 ;;
          esac
        done
        """
            .formatted(prefix, String.join(" ", known), unknown("$name")));
    demanded.forEach((name, pattern) -> script.append(matching(name, pattern)));
    values.forEach(
        (name, pattern) ->
            script.append("[ -z \"${%s+set}\" ] || %s".formatted(name, matching(name, pattern))));
    return script.toString();
  }

  private static String matching(String name, String pattern) {
    return "{ printf '%%s' \"$%s\" | grep -qxE -e '%s' || { echo '%s'; exit 1; }; }\n"
        .formatted(name, pattern, demand(name, pattern));
  }
}
