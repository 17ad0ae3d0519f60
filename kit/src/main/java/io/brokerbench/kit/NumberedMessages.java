package io.brokerbench.kit;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The messages {@code 0, 1, 2, ...}, and what is wrong with those that came. */
final class NumberedMessages {

  private static final int MOST_NAMED = 10;

  private NumberedMessages() {}

  /** Checks that each number below a count came once. */
  static void requireOnce(List<String> arrived, int count) {
    require(faults(arrived, count, false));
  }

  /** Checks that each number below a count came once and in order. */
  static void requireOnceInOrder(List<String> arrived, int count) {
    require(faults(arrived, count, true));
  }

  private static void require(String faults) {
    BrokenClaimException.require(faults.isEmpty(), "%s", faults);
  }

  private static String faults(List<String> arrived, int count, boolean ordered) {
    StringBuilder faults = new StringBuilder();
    Set<String> seen = new HashSet<>();
    List<String> duplicates = arrived.stream().filter(n -> !seen.add(n)).toList();
    name(faults, "twice", duplicates);
    name(
        faults,
        "missing",
        IntStream.range(0, count)
            .mapToObj(Integer::toString)
            .filter(n -> !seen.contains(n))
            .toList());
    if (ordered) {
      name(
          faults,
          "before a lesser one",
          IntStream.range(1, arrived.size())
              .filter(i -> number(arrived, i - 1) > number(arrived, i))
              .mapToObj(i -> arrived.get(i - 1) + " before " + arrived.get(i))
              .toList());
    }
    return faults.toString();
  }

  private static int number(List<String> arrived, int index) {
    return Integer.parseInt(arrived.get(index));
  }

  private static void name(StringBuilder faults, String what, List<String> which) {
    if (!which.isEmpty()) {
      faults
          .append(faults.isEmpty() ? "" : "; ")
          .append(which.size())
          .append(' ')
          .append(what)
          .append(": ")
          .append(which.subList(0, Math.min(MOST_NAMED, which.size())));
    }
  }
}
