package io.brokerbench.core.figure;

import static io.brokerbench.core.figure.Unit.COUNT;

import io.brokerbench.core.result.Requests;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.DeliveryContract;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.Optional;

/** What became of requests. How long their round trips took is {@code latency.endToEnd}. */
final class RequestFigures {

  private static final String SENT = "requests.sent";

  private static final Guard UNANSWERED = pace("left # unanswered");

  /** An acknowledged request, of which request or reply is gone. */
  private static final Guard LOST =
      Guard.ofMessages(
          SENT,
          "never answered #",
          "acknowledged request",
          scenario ->
              DeliveryContract.of(scenario).mayLose()
                  ? Optional.empty()
                  : graded(scenario, GuardGrade.LOSS));

  private static final Guard TAKEN_AGAIN =
      Guard.ofMessages(
          SENT,
          "delivered # twice",
          "request",
          scenario ->
              graded(
                  scenario,
                  DeliveryContract.of(scenario).mayDuplicate()
                      ? GuardGrade.PACE
                      : GuardGrade.CONTRACT));

  private RequestFigures() {}

  private static Guard pace(String deed) {
    return Guard.ofMessages(SENT, deed, "request", scenario -> graded(scenario, GuardGrade.PACE));
  }

  private static Optional<GuardGrade> graded(Scenario scenario, GuardGrade grade) {
    return Optional.of(grade).filter(any -> scenario.topology().hasRequests());
  }

  static List<Figure> all() {
    FigureGroup<Requests> of = new FigureGroup<>("requests", RunResult::requests);
    FigureGroup<RunResult> runs =
        new FigureGroup<>("requests", run -> run.requests().map(requests -> run));
    return List.of(
        of.plain("sent", "sent", COUNT, Requests::sent),
        of.plain("taken", "taken by responders", COUNT, Requests::taken),
        of.plain("replied", "answered", COUNT, Requests::replied),
        of.lower("unanswered", "unanswered", COUNT, Requests::withoutReply)
            .briefly()
            .guarding(UNANSWERED),
        runs.lower("neverAnswered", "never answered", COUNT, run -> run.messages().lost())
            .guarding(LOST),
        of.lower("notTaken", "of them with no responder", COUNT, Requests::notTaken).briefly(),
        of.lower("notReturned", "of them with a lost reply", COUNT, Requests::notReturned)
            .briefly(),
        of.lower("takenAgain", "taken again", COUNT, Requests::takenAgain)
            .briefly()
            .guarding(TAKEN_AGAIN),
        of.lower("damaged", "damaged on the way to responders", COUNT, Requests::damaged).briefly(),
        of.lower(
                "unacknowledgedReplies",
                "replies never acknowledged",
                COUNT,
                Requests::unacknowledgedReplies)
            .briefly()
            .guarding(pace("left the replies to # unacknowledged")));
  }
}
