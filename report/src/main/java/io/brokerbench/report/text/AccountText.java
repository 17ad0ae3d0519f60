package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Qos;

/**
 * The account of a run's messages: one equation where it adds up, and every difference in words
 * where it does not.
 */
final class AccountText {

  private AccountText() {}

  static String of(RunResult result) {
    FigureText figures = new FigureText(result);
    if (result.storm().filter(storm -> storm.kind().isOfWills()).isPresent()) {
      String more = figures.brief("messages");
      return figures.fill("received {messages.received} of {messages.expected} wills")
          + (more.isEmpty() ? "" : "; " + more);
    }
    String differences = figures.brief("messages");
    return figures.fill(equation(result)) + (differences.isEmpty() ? "" : "; " + differences);
  }

  private static String equation(RunResult result) {
    Messages messages = result.messages();
    int fanOut = result.scenario().topology().fanOut();
    StringBuilder text = new StringBuilder("sent {messages.sent}");
    if (result.scenario().workload().qos() != Qos.AT_MOST_ONCE) {
      boolean same = messages.acknowledged() == messages.sent();
      text.append(same ? " = " : ", ").append("acknowledged {messages.acknowledged}");
    }
    if (fanOut > 1 && result.stormOfMessages().isEmpty()) {
      text.append(" x ").append(NumberText.count(fanOut)).append(" consumers");
    }
    boolean all = messages.received() == messages.expected();
    return text.append(all && result.stormOfMessages().isEmpty() ? " = " : ", ")
        .append("received {messages.received}")
        .append(all ? "" : " of {messages.expected}")
        .toString();
  }
}
