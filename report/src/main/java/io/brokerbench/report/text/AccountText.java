package io.brokerbench.report.text;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Qos;
import java.util.ArrayList;
import java.util.List;

/**
 * The account of a run's messages: one equation where it adds up, and every difference in words
 * where it does not.
 */
final class AccountText {

  private AccountText() {}

  static String of(RunResult result) {
    List<String> parts = new ArrayList<>();
    parts.add(equation(result));
    parts.addAll(BriefFigures.of(result, "messages"));
    return String.join("; ", parts);
  }

  private static String equation(RunResult result) {
    Messages messages = result.messages();
    int fanOut = result.scenario().topology().fanOut();
    StringBuilder text = new StringBuilder("sent " + Figures.count(messages.sent()));
    if (result.scenario().workload().qos() != Qos.AT_MOST_ONCE) {
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
}
