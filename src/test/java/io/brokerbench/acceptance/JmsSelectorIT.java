package io.brokerbench.acceptance;

import static io.brokerbench.acceptance.JmsFeatureRuns.faultyDriver;
import static io.brokerbench.acceptance.JmsFeatureRuns.reasons;
import static io.brokerbench.acceptance.JmsFeatureRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.MissingMessage;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Consumers select the messages of their partitions from one queue or the topics of all, and the
 * account knows which.
 */
@Tag("release")
@ResourceLock(FaultyJmsFactory.LOCK)
class JmsSelectorIT {

  private static final ScenarioChange SELECTING =
      ScenarioChange.set("topology.publishers", 6)
          .and("topology.distribution", "PARTITIONS")
          .and("topology.consumers", 3)
          .and("session.jmsConsumers.partitionSelectors", true)
          .and("workload.load.rate", 300)
          .and("phases.warmUp", "300ms")
          .and("phases.steady", "3s")
          .and("phases.quietPeriod", "2s");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "QUEUE.PERSISTENT, qpid, artemis",
    "QUEUE.PERSISTENT, jms:artemis-core, artemis",
    "QUEUE.PERSISTENT, jms:openwire, artemis",
    "QUEUE.PERSISTENT.TRANSACTED, qpid, activemq",
    "QUEUE.PERSISTENT, jms:openwire, activemq",
    "QUEUE.PERSISTENT, qpid, qpid",
    "TOPIC, qpid, artemis",
    "TOPIC.PERSISTENT, jms:openwire, activemq",
    "TOPIC, qpid, qpid"
  })
  void eachConsumerGetsWhatItIsOwedAndNothingElse(String scenario, String driver, String product)
      throws Exception {
    RunResult result = run(scenario, SELECTING, driver, product);
    Messages messages = result.messages();
    assertThat(result.verdict().status())
        .as(reasons(result))
        .isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
    assertThat(messages.received()).isEqualTo(messages.expected()).isPositive();
    assertThat(messages.expected()).isEqualTo(messages.sent());
    assertThat(messages.misdelivered()).isZero();
    assertThat(messages.strays()).isEmpty();
  }

  /** As if the broker had matched a message against another consumer's selector. */
  @Test
  void whatAConsumerShouldNotHaveGotIsNamedAndSoIsWhatAnotherOneLacks() throws Exception {
    FaultyJmsFactory.reset();
    FaultyJmsFactory.confusesPartition(4, 7);
    RunResult result = run("QUEUE.PERSISTENT", SELECTING, faultyDriver(folder), "artemis");
    Messages messages = result.messages();
    assertThat(messages.strays()).contains(List.of(new Messages.Stray(4, 7, 2)));
    assertThat(messages.misdelivered()).isEqualTo(1);
    assertThat(messages.missing()).containsExactly(new MissingMessage(4, 7, 1));
    assertThat(messages.lost()).isEqualTo(1);
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(reasons(result))
        .contains(
            "1 messages were delivered to a consumer that had not selected them, such as message 7"
                + " of publisher 4 to consumer 2");
  }

  /** As if the broker had found that no selector matches a message. */
  @Test
  void whatNoConsumerGetsIsNamedThoughTheQueueHoldsIt() throws Exception {
    FaultyJmsFactory.reset();
    FaultyJmsFactory.hidesFromSelectors(2, 11);
    ScenarioChange brief = SELECTING.and("phases.drainLimit", "5s");
    RunResult result = run("QUEUE.PERSISTENT", brief, faultyDriver(folder), "artemis");
    Messages messages = result.messages();
    assertThat(messages.missing()).containsExactly(new MissingMessage(2, 11, 2));
    assertThat(messages.lost() + messages.undelivered()).isEqualTo(1);
    assertThat(messages.strays()).isEmpty();
    assertThat(result.verdict().status()).isNotEqualTo(Status.OK);
  }
}
