package io.brokerbench.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A documented command that takes seconds: what it shows stays, its times and numbers become small.
 *
 * <ul>
 *   <li>A run has a warm-up of half a second and a steady state of two, at most 100 publishers, 10
 *       consumers and 8 responders, and at most 1 000 messages per second. A published size stays,
 *       with these numbers in place of its own. A connection burst has at most 500 devices, a
 *       broadcast 400 subscribers and two messages per second. Queues keep their clients.
 *   <li>A run with a fault has a steady state of ten seconds, as the fault needs its time, and
 *       scenarios of failover have it after three. A storm has the times that the command or the
 *       scenario gives it, but ten seconds where the scenario has twenty, a warm-up of one, and at
 *       most 1 000 clients of a kind.
 *   <li>A run of groups has two seconds. Its file has to let all of them begin in the first.
 *   <li>A search looks between 500 and 2 000 messages per second for a rate to within half of it,
 *       in steps of a second, and confirms it once. A comparison has rounds of a second for a
 *       minute at most, and so may have too few for an answer. A calibration is quick.
 *   <li>The port of meters is a free one. Thresholds stay, so that some are crossed.
 * </ul>
 */
final class ShortForm {

  private static final Map<String, List<String>> NAMES =
      Map.of(
          "--duration", List.of("--duration", "--steady", "-d"),
          "--publishers", List.of("--publishers", "--devices", "-n"),
          "--rate", List.of("--rate", "-r"),
          "--out", List.of("--out", "-o"));

  private static final Set<String> STORMS =
      Set.of("RETAINED", "WILL", "WILL.SILENCE", "TAKEOVER", "RECONNECT", "CHURN", "SLOW");

  /** Those with a steady load beside them. */
  private static final Set<String> LOADED_STORMS = Set.of("TAKEOVER", "RECONNECT", "CHURN", "SLOW");

  /** Those that have twenty seconds. */
  private static final Set<String> LONG_STORMS = Set.of("RECONNECT", "CHURN");

  private final List<String> words;

  private ShortForm(List<String> words) {
    this.words = new ArrayList<>(words);
  }

  /** That of a command: a run, a search, a comparison, a calibration; others stay. */
  static List<String> of(List<String> command) {
    ShortForm form = new ShortForm(command);
    switch (command.get(0)) {
      case "run" -> form.shortenRun(command.get(1));
      case "search" -> form.shortenSearch();
      case "ab" -> form.shortenComparison(command.get(1));
      case "calibrate" -> form.flag("--quick");
      default -> {}
    }
    return List.copyOf(form.words);
  }

  private void shortenRun(String scenario) {
    if (isGrouped(scenario)) {
      set("--duration", "2s");
    } else if (STORMS.contains(scenario)) {
      shortenStorm(scenario);
    } else if (scenario.startsWith("FAILOVER")) {
      set("--warmup", "2s");
      set("--duration", "10s");
      set("--fault-at", "3s");
    } else {
      shortenLoad(scenario);
      boolean fault = words.stream().anyMatch(word -> word.contains("fault"));
      set("--duration", fault ? "10s" : "2s");
    }
    if (at("--prometheus") >= 0) {
      set("--prometheus", "0");
    }
  }

  private static boolean isGrouped(String scenario) {
    return scenario.endsWith("fleet.yaml");
  }

  private void shortenStorm(String scenario) {
    shrink("--publishers", 1_000);
    shrink("--consumers", 1_000);
    if (LOADED_STORMS.contains(scenario)) {
      set("--warmup", "1s");
    }
    if (LONG_STORMS.contains(scenario) && at("--duration") < 0) {
      set("--duration", "10s");
    }
  }

  private void shortenLoad(String scenario) {
    if (scenario.startsWith("CONNBURST")) {
      limit("--publishers", 500);
      return;
    }
    set("--warmup", "500ms");
    if (scenario.equals("BROADCAST")) {
      limit("--consumers", 400);
      set("--rate", "2");
      return;
    }
    shrink("--consumers", 10);
    shrink("--responders", 8);
    limit("--rate", 1_000);
    if (!scenario.startsWith("QUEUE")) {
      limit("--publishers", 100);
    }
  }

  private void shortenSearch() {
    shortenSteps();
    set("--duration", "1s");
    set("--warmup", "300ms");
    limit("--publishers", 50);
    shrink("--consumers", 10);
    if (at("--size") >= 0) {
      set("--consumers", "10");
    }
  }

  private void shortenSteps() {
    set("--from", "500");
    set("--to", "2000");
    set("--within", "50");
    set("--probe", "500ms");
    set("--confirm", "1");
  }

  private void shortenComparison(String scenario) {
    set("--rounds", "6");
    set("--budget", "40s");
    if (isGrouped(scenario)) {
      set("--duration", "2s");
      return;
    }
    set("--duration", "1s");
    set("--warmup", "300ms");
    limit("--publishers", 50);
    limit("--rate", 500);
    if (words.contains("--search")) {
      shortenSteps();
      set("--budget", "60s");
    }
  }

  private void flag(String option) {
    if (!words.contains(option)) {
      words.add(option);
    }
  }

  /** Gives an option a value, in place of the one that it has. */
  private void set(String option, String value) {
    int at = at(option);
    if (at >= 0) {
      words.set(at + 1, value);
    } else {
      words.addAll(List.of(option, value));
    }
  }

  /** Gives an option a value, unless it has a lower one. */
  private void limit(String option, int most) {
    if (at(option) < 0) {
      set(option, Integer.toString(most));
    } else {
      shrink(option, most);
    }
  }

  /** Lowers the value of an option that is there. */
  private void shrink(String option, int most) {
    int at = at(option);
    if (at >= 0 && !isAtMost(words.get(at + 1), most)) {
      words.set(at + 1, Integer.toString(most));
    }
  }

  private static boolean isAtMost(String number, int most) {
    return number.matches("[0-9.]+") && Double.parseDouble(number) <= most;
  }

  private int at(String option) {
    List<String> names = NAMES.getOrDefault(option, List.of(option));
    return Arrays.stream(words.toArray(String[]::new)).map(names::contains).toList().indexOf(true);
  }
}
