package io.brokerbench.core.engine.judge;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.lane.RequestReport;
import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.result.Requests;
import io.brokerbench.core.scenario.Topology;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Puts together what responders took and what requesters got back. */
final class RequestSummary {

  private RequestSummary() {}

  /** Of a run; empty where it has no responders, or they did not report. */
  static Optional<Requests> of(Topology topology, RunRecord run) {
    return run.result()
        .requests()
        .map(report -> of(topology.responders().orElseThrow(), report, run.result().deliveries()));
  }

  static Requests of(int responders, RequestReport report, DeliveryAccount replies) {
    DeliveryAccount taken = report.taken();
    return new Requests(
        responders,
        taken.expected(),
        taken.received(),
        taken.duplicated(),
        report.damaged().count(),
        replies.received(),
        report.unacknowledgedReplies(),
        unanswered(taken, replies));
  }

  /**
   * A request that no responder got has no reply. So, of the first requests without a reply, those
   * that no responder got are among the first of these too, and both lists name as many.
   */
  private static List<Requests.Unanswered> unanswered(
      DeliveryAccount taken, DeliveryAccount replies) {
    Set<DeliveryAccount.Missing> notTaken = new HashSet<>(taken.named());
    return replies.named().stream()
        .map(
            missing ->
                new Requests.Unanswered(
                    missing.publisher(),
                    missing.sequence(),
                    notTaken.contains(missing) ? Requests.Way.REQUEST : Requests.Way.REPLY))
        .toList();
  }

  /** What people should know of it beside the verdict's reasons. */
  static List<String> remarks(Requests requests) {
    List<String> remarks = new ArrayList<>();
    if (requests.withoutReply() > 0) {
      remarks.add(
          NumberText.sentence(
              "%s of %s requests have no reply: %s came to no responder, and the replies to %s came"
                  + " to no requester",
              requests.withoutReply(),
              requests.sent(),
              requests.notTaken(),
              requests.notReturned()));
    }
    if (requests.takenAgain() > 0) {
      remarks.add(
          NumberText.sentence(
              "%s requests came to responders again, and were answered again",
              requests.takenAgain()));
    }
    if (requests.unacknowledgedReplies() > 0) {
      remarks.add(
          NumberText.sentence(
              "%s replies were not acknowledged by the end of the drain",
              requests.unacknowledgedReplies()));
    }
    return remarks;
  }
}
