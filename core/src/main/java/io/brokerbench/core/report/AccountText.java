package io.brokerbench.core.report;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.scenario.Qos;
import java.util.ArrayList;
import java.util.List;

/**
 * The account of a run's messages: one equation where it adds up, and every difference in words
 * where it does not.
 */
final class AccountText {

  private AccountText() {}

  static String of(Messages messages, Qos qos, int fanOut) {
    List<String> parts = new ArrayList<>();
    parts.add(equation(messages, qos, fanOut));
    add(parts, messages.scheduled() - messages.sent(), "due and never sent");
    add(parts, messages.unacknowledged(), "never acknowledged");
    add(parts, messages.lost(), "lost");
    add(parts, messages.undelivered(), "undelivered");
    add(parts, messages.duplicated(), "received again");
    add(parts, messages.misdelivered(), "received by the wrong consumer");
    add(parts, messages.redelivered().orElse(0), "marked as redelivered");
    add(parts, messages.reordered(), "received out of order");
    add(parts, messages.damaged(), "damaged");
    add(parts, messages.unrecognised(), "not of this run");
    return String.join("; ", parts);
  }

  private static String equation(Messages messages, Qos qos, int fanOut) {
    StringBuilder text = new StringBuilder("sent " + Figures.count(messages.sent()));
    if (qos != Qos.AT_MOST_ONCE) {
      boolean same = messages.acknowledged() == messages.sent();
      text.append(same ? " = " : ", ")
          .append("acknowledged ")
          .append(Figures.count(messages.acknowledged()));
    }
    boolean all = messages.received() == messages.expected();
    if (fanOut > 1) {
      text.append(" x ").append(Figures.count(fanOut)).append(" consumers");
    }
    text.append(all ? " = " : ", ").append("received ").append(Figures.count(messages.received()));
    if (!all) {
      text.append(" of ").append(Figures.count(messages.expected()));
    }
    return text.toString();
  }

  private static void add(List<String> parts, long count, String what) {
    if (count != 0) {
      parts.add(Figures.count(count) + " " + what);
    }
  }
}
