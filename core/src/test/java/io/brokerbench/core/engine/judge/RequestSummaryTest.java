package io.brokerbench.core.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.lane.RequestReport;
import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.measure.DeliveryAccount.Missing;
import io.brokerbench.core.engine.measure.DeliveryAccountBuilder;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.result.Requests;
import io.brokerbench.core.result.Requests.Unanswered;
import io.brokerbench.core.result.Requests.Way;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestSummaryTest {

  private static DeliveryAccount account(long received, Missing... missing) {
    return DeliveryAccountBuilder.builder()
        .expected(1_000)
        .received(received)
        .named(List.of(missing))
        .build();
  }

  @Test
  void aRequestThatNoResponderGotIsNotOneWhoseReplyIsMissing() {
    Missing request = new Missing(3, 17, -1);
    Missing reply = new Missing(3, 18, -1);
    Requests requests =
        RequestSummary.of(
            4,
            new RequestReport(account(999, request), LaneReport.Damaged.NONE, 0),
            account(998, request, reply));
    assertThat(requests.unanswered())
        .containsExactly(new Unanswered(3, 17, Way.REQUEST), new Unanswered(3, 18, Way.REPLY));
    assertThat(requests.withoutReply()).isEqualTo(2);
    assertThat(requests.notTaken()).isEqualTo(1);
    assertThat(requests.notReturned()).isEqualTo(1);
    assertThat(RequestSummary.remarks(requests).stream().map(NumberText::plain))
        .containsExactly(
            "2 of 1 000 requests have no reply: 1 came to no responder, and the replies to 1 came"
                + " to no requester");
  }

  @Test
  void nothingIsSaidOfRequestsThatAllHaveTheirReply() {
    Requests requests =
        RequestSummary.of(
            4, new RequestReport(account(1_000), LaneReport.Damaged.NONE, 0), account(1_000));
    assertThat(RequestSummary.remarks(requests)).isEmpty();
    assertThat(requests.unanswered()).isEmpty();
  }

  @Test
  void whatIsMissingIsNotTheBrokersToDeliverUntilItHasAcknowledgedTheReply() {
    RequestReport report = new RequestReport(account(1_000), LaneReport.Damaged.NONE, 2);
    assertThat(report.doubt())
        .contains("the broker had not acknowledged 2 replies of the responders");
    assertThat(new RequestReport(account(1_000), LaneReport.Damaged.NONE, 0).doubt()).isEmpty();
    assertThat(report.merge(report).unacknowledgedReplies()).isEqualTo(4);
  }
}
