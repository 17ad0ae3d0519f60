package io.brokerbench.report.text;

import io.brokerbench.core.result.MissingMessage;
import io.brokerbench.core.result.Requests;
import io.brokerbench.core.result.RunResult;
import java.util.List;

/** What became of requests, in words. */
public final class RequestText {

  private RequestText() {}

  /** The account: one equation where it adds up, and every difference where it does not. */
  public static String of(RunResult result, Requests requests) {
    boolean taken = requests.notTaken() == 0;
    boolean replied = requests.notReturned() == 0;
    FigureText figures = new FigureText(result);
    String differences = figures.brief("requests");
    return figures.fill(
            "sent {requests.sent}"
                + (taken ? " = " : ", ")
                + "taken by responders {requests.taken}"
                + (replied ? " = " : ", ")
                + "answered {requests.replied}")
        + (differences.isEmpty() ? "" : "; " + differences);
  }

  /** The first requests without a reply: {@code reply missing to requester 12: 4 411-4 420}. */
  public static String unanswered(Requests requests) {
    String lost = ranges("request missing of ", requests, Requests.Way.REQUEST);
    String unreplied = ranges("reply missing to ", requests, Requests.Way.REPLY);
    return lost + (lost.isEmpty() || unreplied.isEmpty() ? "" : "; ") + unreplied;
  }

  private static String ranges(String label, Requests requests, Requests.Way way) {
    List<MissingMessage> missing =
        requests.unanswered().stream()
            .filter(unanswered -> unanswered.missing() == way)
            .map(u -> new MissingMessage(u.requester(), u.sequence(), u.requester()))
            .toList();
    return missing.isEmpty()
        ? ""
        : label + MissingRanges.of(missing, false).replace("publisher", "requester");
  }
}
