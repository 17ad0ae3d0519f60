package io.brokerbench.testkit.broker;

/**
 * MQTT's topic filters: {@code +} stands for one level, {@code #} for all that follow. Filters that
 * begin with a wildcard do not match topics that begin with {@code $}.
 */
final class TopicFilter {

  private TopicFilter() {}

  static boolean hasWildcard(String filter) {
    return filter.indexOf('+') >= 0 || filter.indexOf('#') >= 0;
  }

  /**
   * Whether a filter is well formed: wildcards stand alone in their level, {@code #} comes last.
   */
  static boolean isValid(String filter) {
    if (filter.isEmpty()) {
      return false;
    }
    String[] levels = filter.split("/", -1);
    for (int i = 0; i < levels.length; i++) {
      if (hasWildcard(levels[i]) && levels[i].length() > 1) {
        return false;
      }
      if (levels[i].equals("#") && i < levels.length - 1) {
        return false;
      }
    }
    return true;
  }

  static boolean matches(String filter, String topic) {
    if (!hasWildcard(filter)) {
      return filter.equals(topic);
    }
    if (topic.startsWith("$") && !filter.startsWith("$")) {
      return false;
    }
    String[] wanted = filter.split("/", -1);
    String[] levels = topic.split("/", -1);
    for (int i = 0; i < wanted.length; i++) {
      if (wanted[i].equals("#")) {
        return true;
      }
      if (i == levels.length || !(wanted[i].equals("+") || wanted[i].equals(levels[i]))) {
        return false;
      }
    }
    return wanted.length == levels.length;
  }
}
