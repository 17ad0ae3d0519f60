package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.MissingMessage;
import io.brokerbench.core.result.Requests;
import io.brokerbench.core.result.Requests.Unanswered;
import io.brokerbench.core.result.Requests.Way;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequestTextTest {

  private static String of(Requests requests) {
    return NumberText.plain(
        RequestText.of(new ExampleResult().requests(requests).build(), requests));
  }

  @Test
  void whereAllHaveTheirReplyTheAccountIsOneEquation() {
    Requests all = new Requests(4, 10_000, 10_000, 0, 0, 10_000, 0, List.of());
    assertThat(of(all)).isEqualTo("sent 10 000 = taken by responders 10 000 = answered 10 000");
    assertThat(RequestText.unanswered(all)).isEmpty();
  }

  @Test
  void whatIsMissingIsNamedByTheWayOnWhichItIs() {
    Requests some =
        new Requests(
            4,
            10_000,
            9_999,
            1,
            0,
            9_997,
            0,
            List.of(
                new Unanswered(3, 17, Way.REQUEST),
                new Unanswered(3, 18, Way.REPLY),
                new Unanswered(7, 120, Way.REPLY)));
    assertThat(of(some))
        .isEqualTo(
            "sent 10 000, taken by responders 9 999, answered 9 997; 3 unanswered, 1 of them with"
                + " no responder, 2 of them with a lost reply, 1 taken again");
    assertThat(RequestText.unanswered(some))
        .isEqualTo(
            "request missing of requester 3: 17; reply missing to requester 3: 18; requester 7:"
                + " 120");
  }

  @Test
  void theTerminalNamesRequestsInThePlaceOfMessages() {
    Messages messages =
        new Messages(
            10_000,
            10_000,
            10_000,
            10_000,
            9_999,
            1,
            0,
            0,
            0,
            List.of(new MissingMessage(3, 18, 3)));
    Requests one =
        new Requests(4, 10_000, 10_000, 0, 0, 9_999, 0, List.of(new Unanswered(3, 18, Way.REPLY)));
    String report =
        new TerminalReport(false, false)
            .of(
                new ExampleResult().messages(messages).requests(one).build(),
                Optional.empty(),
                Optional.empty());
    assertThat(report)
        .contains("reply missing to requester 3: 18")
        .contains("requests    sent 10 000 = taken by responders 10 000, answered 9 999")
        .doesNotContain("publisher 3");
  }
}
