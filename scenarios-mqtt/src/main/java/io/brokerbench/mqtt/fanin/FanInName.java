package io.brokerbench.mqtt.fanin;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A name of the grammar
 *
 * <pre>FANIN[.SEC].Q{0|1|2}[.HA][.PERSISTENT][.JMS].{SINGLE|PARTITIONS|SHARED}</pre>
 *
 * @param secure {@code SEC}: publishers use TLS
 * @param qos {@code Q0}, {@code Q1}, {@code Q2}: of publishers and subscriptions
 * @param available {@code HA}: the broker is a pair that replicates
 * @param persistent {@code PERSISTENT}: consumers hold a session that outlives their connection
 * @param jms {@code JMS}: the consumers are JMS clients
 * @param distribution {@code SINGLE}, {@code PARTITIONS}, {@code SHARED}: how the topic tree is
 *     shared out over the consumers
 */
record FanInName(
    boolean secure,
    Qos qos,
    boolean available,
    boolean persistent,
    boolean jms,
    Distribution distribution) {

  static final String FAMILY = "FANIN";

  /** Whether a name means to be one of these. */
  static boolean isOfFamily(String name) {
    return name.startsWith(FAMILY);
  }

  /**
   * Reads a name of the family.
   *
   * @throws DefinitionException if it is not legal; the message names the wrong word, what may
   *     stand in its place, and the nearest legal name
   */
  static FanInName parse(String name) {
    String[] words = name.split("\\.", -1);
    if (!words[0].equals(FAMILY)) {
      throw illegal(name, words[0], List.of(FAMILY));
    }
    Set<FanInWord> found = EnumSet.noneOf(FanInWord.class);
    List<String> allowed = new ArrayList<>();
    int next = 1;
    for (FanInWord.Place place : FanInWord.Place.values()) {
      String word = next < words.length ? words[next] : "";
      for (FanInWord candidate : place.words()) {
        allowed.add(candidate.name());
        if (candidate.name().equals(word)) {
          found.add(candidate);
        }
      }
      boolean here = found.stream().anyMatch(known -> known.place() == place);
      if (here) {
        allowed.clear();
        next++;
      } else if (!place.optional()) {
        throw illegal(name, word, allowed);
      }
    }
    if (next < words.length) {
      throw illegal(name, words[next], List.of());
    }
    return of(found);
  }

  /** All legal names, in the order of the grammar. */
  static List<FanInName> all() {
    List<FanInName> names = new ArrayList<>();
    for (Set<FanInWord> words : combinations(List.of(FanInWord.Place.values()))) {
      names.add(of(words));
    }
    return names;
  }

  /** The name as it is written. */
  String text() {
    StringBuilder text = new StringBuilder(FAMILY);
    for (FanInWord word : words()) {
      text.append('.').append(word);
    }
    return text.toString();
  }

  /** Its words after the first, in their order. */
  Set<FanInWord> words() {
    Set<FanInWord> words = EnumSet.of(FanInWord.valueOf("Q" + qos.level()));
    words.add(FanInWord.valueOf(distribution.name()));
    if (secure) {
      words.add(FanInWord.SEC);
    }
    if (available) {
      words.add(FanInWord.HA);
    }
    if (persistent) {
      words.add(FanInWord.PERSISTENT);
    }
    if (jms) {
      words.add(FanInWord.JMS);
    }
    return words;
  }

  private static FanInName of(Set<FanInWord> words) {
    return new FanInName(
        words.contains(FanInWord.SEC),
        FanInWord.qosOf(words),
        words.contains(FanInWord.HA),
        words.contains(FanInWord.PERSISTENT),
        words.contains(FanInWord.JMS),
        FanInWord.distributionOf(words));
  }

  /** Every way to fill the places. */
  private static List<Set<FanInWord>> combinations(List<FanInWord.Place> places) {
    if (places.isEmpty()) {
      return List.of(EnumSet.noneOf(FanInWord.class));
    }
    FanInWord.Place place = places.get(0);
    List<Set<FanInWord>> rest = combinations(places.subList(1, places.size()));
    List<Set<FanInWord>> filled = new ArrayList<>();
    if (place.optional()) {
      filled.addAll(rest);
    }
    for (FanInWord word : place.words()) {
      for (Set<FanInWord> others : rest) {
        Set<FanInWord> words = EnumSet.copyOf(others);
        words.add(word);
        filled.add(words);
      }
    }
    return filled;
  }

  private static DefinitionException illegal(String name, String word, List<String> allowed) {
    String wrong;
    if (allowed.isEmpty()) {
      wrong = word.isEmpty() ? "a dot too many at the end" : word + " is too much";
    } else {
      String choice = allowed.size() == 1 ? allowed.get(0) : "one of " + String.join(", ", allowed);
      wrong = word.isEmpty() ? choice + " is missing" : word + " should be " + choice;
    }
    return new DefinitionException("no scenario " + name + ": " + wrong + hint(name));
  }

  /** The nearest legal name, without words that were not given. */
  private static String hint(String name) {
    List<String> legal =
        all().stream()
            .filter(other -> !other.secure() || name.contains(".SEC"))
            .filter(other -> !other.available() || name.contains(".HA"))
            .filter(other -> !other.jms() || name.contains(".JMS"))
            .map(FanInName::text)
            .toList();
    return NearestName.hint(name, legal);
  }
}
