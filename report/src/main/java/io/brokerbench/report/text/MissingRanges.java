package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.MissingMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Names of missing messages: {@code publisher 12: 4 411-4 420; publisher 801: 96, 99-104}. */
public final class MissingRanges {

  private MissingRanges() {}

  /**
   * The names, by publisher.
   *
   * @param missing in any order
   * @param named whether consumers are named as well, because each message goes to several
   */
  public static String of(List<MissingMessage> missing, boolean named) {
    Comparator<MissingMessage> order = Comparator.comparingInt(MissingMessage::publisher);
    if (named) {
      order = order.thenComparingInt(MissingMessage::subscriber);
    }
    Map<MissingMessage, List<Long>> byOwner = new TreeMap<>(order);
    for (MissingMessage message : missing) {
      byOwner.computeIfAbsent(message, owner -> new ArrayList<>()).add(message.sequence());
    }
    return byOwner.entrySet().stream()
        .map(entry -> owner(entry.getKey(), named) + ": " + ranges(entry.getValue()))
        .collect(Collectors.joining("; "));
  }

  private static String owner(MissingMessage message, boolean named) {
    String publisher = "publisher " + NumberText.count(message.publisher());
    return named && message.subscriber() >= 0
        ? publisher + " to consumer " + NumberText.count(message.subscriber())
        : publisher;
  }

  private static String ranges(List<Long> sequences) {
    long[] sorted = sequences.stream().mapToLong(Long::longValue).sorted().distinct().toArray();
    List<String> ranges = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= sorted.length; i++) {
      if (i == sorted.length || sorted[i] != sorted[i - 1] + 1) {
        String first = NumberText.count(sorted[start]);
        ranges.add(i - start == 1 ? first : first + "-" + NumberText.count(sorted[i - 1]));
        start = i;
      }
    }
    return String.join(", ", ranges);
  }
}
