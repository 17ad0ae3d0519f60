package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccountTextTest {

  @Test
  void whatAddsUpIsAnEquation() {
    assertThat(text(messages(10, 10, 10, 10, 10, 0, 0, 0, 0), Qos.AT_LEAST_ONCE, 1))
        .isEqualTo("sent 10 = acknowledged 10 = received 10");
  }

  @Test
  void qosZeroHasNoAcknowledgements() {
    assertThat(text(messages(10, 10, 10, 10, 10, 0, 0, 0, 0), Qos.AT_MOST_ONCE, 1))
        .isEqualTo("sent 10 = received 10");
  }

  @Test
  void fanOutIsPartOfTheEquation() {
    assertThat(text(messages(10, 10, 10, 100, 100, 0, 0, 0, 0), Qos.AT_MOST_ONCE, 10))
        .isEqualTo("sent 10 x 10 consumers = received 100");
  }

  @Test
  void everyDifferenceIsSaid() {
    assertThat(text(messages(12, 10, 9, 10, 7, 3, 2, 4, 1), Qos.AT_LEAST_ONCE, 1))
        .isEqualTo(
            "sent 10, acknowledged 9, received 7 of 10; 2 due and never sent,"
                + " 1 never acknowledged, 3 lost, 2 received again,"
                + " 4 received out of order, 1 not of this run");
  }

  private static String text(Messages messages, Qos qos, int fanOut) {
    return NumberText.plain(
        AccountText.of(
            new ExampleResult()
                .messages(messages)
                .qos(qos)
                .distribution(fanOut == 1 ? Distribution.SHARED : Distribution.ALL)
                .build()));
  }

  private static Messages messages(long... n) {
    return new Messages(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], List.of());
  }
}
