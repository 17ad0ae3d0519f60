package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.acceptance.FaultyJmsFactory.Deed;
import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.Requests;
import io.brokerbench.core.result.Requests.Unanswered;
import io.brokerbench.core.result.Requests.Way;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.jms.AnyJmsDriverProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What happens on purpose to requests and replies of JMS is what the result says, as {@link
 * RequestTruthIT} has it for MQTT.
 */
@ResourceLock(FaultyJmsFactory.LOCK)
class JmsRequestTruthIT {

  private static final int REQUESTS = 600;

  private static Broker artemis;

  @TempDir private Path folder;

  @BeforeAll
  static void startBroker() throws Exception {
    artemis = new EmbeddedProvider.Artemis().start(BrokerRequest.of("embedded:artemis").withAmqp());
  }

  @AfterAll
  static void closeBroker() {
    artemis.close();
  }

  @BeforeEach
  void noFaults() {
    FaultyJmsFactory.reset();
  }

  private static ScenarioChange change() {
    return ScenarioChange.set("topology.publishers", 10)
        .and("topology.responders", 2)
        .and("workload.load.rate", 400)
        .and("phases.warmUp", "500ms")
        .and("phases.steady", "1s")
        .and("phases.quietPeriod", "5s") // a responder may wait that long for a busy disk
        .and("phases.drainLimit", "120s");
  }

  private RunResult run(ScenarioChange change) throws Exception {
    Path file = folder.resolve("faulty.yaml");
    Files.writeString(file, FaultyJmsFactory.clientFile());
    ClientDriverProvider driver = new AnyJmsDriverProvider().of("jms:" + file);
    Scenario scenario = change.applyTo(Scenarios.load().find("REQUEST.JMS"));
    return new LoadRig(
            scenario, artemis, driver, RigSettings.defaults().withLanes(1), RunListener.NONE)
        .run();
  }

  private static Requests requests(RunResult result) {
    Requests requests = result.requests().orElseThrow();
    assertThat(requests.sent()).as("%s", result.verdict()).isEqualTo(REQUESTS);
    return requests;
  }

  @ParameterizedTest
  @ValueSource(strings = {"TEMPORARY", "NAMED"})
  void eachRequestHasItsReply(String queue) throws Exception {
    RunResult result = run(change().and("session.jmsConsumers.replyQueue", queue));
    Requests requests = requests(result);
    assertThat(requests.taken()).isEqualTo(REQUESTS);
    assertThat(requests.replied()).isEqualTo(REQUESTS);
    assertThat(requests.unanswered()).isEmpty();
    assertThat(requests.unacknowledgedReplies()).isZero();
    Runs.accusesNoBroker(result);
  }

  @Test
  void each997thReplyThatIsWithheldIsNamed() throws Exception {
    FaultyJmsFactory.withholdsReplyEvery(997);
    RunResult result =
        run(change().and("workload.load.rate", 1_000).and("phases.steady", "1500ms"));
    Requests requests = result.requests().orElseThrow();
    assertThat(requests.sent()).isEqualTo(2_000);
    assertThat(requests.taken()).isEqualTo(2_000);
    assertThat(requests.withoutReply()).isEqualTo(2);
    assertThat(FaultyJmsFactory.withheld()).hasSize(2);
    assertThat(requests.unanswered())
        .containsExactlyInAnyOrderElementsOf(FaultyJmsFactory.withheld());
    assertThat(result.messages().lost()).isEqualTo(2);
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }

  @Test
  void whatIsMissingIsNamedWithTheWayOnWhichItWasLost() throws Exception {
    FaultyJmsFactory.does(Deed.WITHHOLD, Way.REQUEST, 3, 17);
    FaultyJmsFactory.does(Deed.WITHHOLD, Way.REPLY, 3, 18);
    FaultyJmsFactory.does(Deed.WITHHOLD, Way.REPLY, 7, 50);
    RunResult result = run(change());
    assertThat(requests(result).taken()).isEqualTo(REQUESTS - 1);
    assertThat(requests(result).unanswered())
        .containsExactly(
            new Unanswered(3, 17, Way.REQUEST),
            new Unanswered(3, 18, Way.REPLY),
            new Unanswered(7, 50, Way.REPLY));
    assertThat(result.messages().lost()).isEqualTo(3);
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }

  @Test
  void aReplyToSomebodyElseIsMisdeliveredAndOneThatComesTwiceIsDuplicated() throws Exception {
    FaultyJmsFactory.does(Deed.MISDELIVER, Way.REPLY, 2, 9);
    FaultyJmsFactory.does(Deed.TWICE, Way.REPLY, 4, 30);
    RunResult result = run(change());
    assertThat(result.messages().misdelivered()).isEqualTo(1);
    assertThat(result.messages().duplicated()).isEqualTo(1);
    assertThat(requests(result).unanswered()).containsExactly(new Unanswered(2, 9, Way.REPLY));
    assertThat(requests(result).takenAgain()).isZero();
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }

  @Test
  void aRequestThatComesTwiceIsAnsweredTwice() throws Exception {
    FaultyJmsFactory.does(Deed.TWICE, Way.REQUEST, 4, 30);
    RunResult result = run(change());
    assertThat(requests(result).takenAgain()).isEqualTo(1);
    assertThat(requests(result).replied()).isEqualTo(REQUESTS);
    assertThat(result.messages().duplicated()).isEqualTo(1);
  }

  @Test
  void aMessageWithoutItsCorrelationIsDamaged() throws Exception {
    FaultyJmsFactory.does(Deed.WITHOUT_CORRELATION, Way.REQUEST, 1, 50);
    FaultyJmsFactory.does(Deed.WITHOUT_CORRELATION, Way.REPLY, 6, 40);
    RunResult result = run(change());
    assertThat(requests(result).damaged()).isEqualTo(1);
    assertThat(result.messages().damaged()).isEqualTo(2);
    assertThat(requests(result).unanswered())
        .containsExactly(new Unanswered(1, 50, Way.REQUEST), new Unanswered(6, 40, Way.REPLY));
  }

  @Test
  void aReplyThatIsNeverAcknowledgedIsCounted() throws Exception {
    FaultyJmsFactory.does(Deed.NEVER_ACKNOWLEDGE, Way.REPLY, 5, 55);
    RunResult result = run(change());
    assertThat(requests(result).unacknowledgedReplies()).isEqualTo(1);
    assertThat(requests(result).replied()).isEqualTo(REQUESTS);
    assertThat(result.verdict().reasons())
        .anyMatch(reason -> reason.startsWith("1 replies were not acknowledged"));
  }
}
