package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Requests;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Scenario;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code REQUEST.MQTT5} on real brokers: each request is taken by a responder, and each has its
 * reply. Whether the rate is kept in so short a run depends on the machine.
 */
class RequestRunsIT {

  private static final int REQUESTERS = 20;
  private static final int RESPONDERS = 3;

  /** Of 200 ms of warm-up and 2 s of steady state, with 500 requests in each second. */
  private static final int REQUESTS = 1_100;

  private static Scenario scenario(int qos) {
    return ScenarioChange.set("topology.publishers", REQUESTERS)
        .and("topology.responders", RESPONDERS)
        .and("workload.load.rate", 500)
        .and("workload.qos", qos)
        .and("phases.warmUp", "200ms")
        .and("phases.steady", "2s")
        .and("phases.drainLimit", "60s")
        .applyTo(Scenarios.load().find("REQUEST.MQTT5"));
  }

  private static Broker start(String selector, Scenario scenario) throws Exception {
    BrokerProvider provider =
        ServiceLoader.load(BrokerProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(candidate -> candidate.accepts(selector))
            .findFirst()
            .orElseThrow();
    return provider.start(BrokerRequest.of(selector).withNeedsOf(scenario));
  }

  private static void eachRequestHasItsReply(String selector, int qos) throws Exception {
    Scenario scenario = scenario(qos);
    try (Broker broker = start(selector, scenario)) {
      RunResult result = Runs.on(broker, scenario);
      Requests requests = result.requests().orElseThrow();
      assertThat(result.scenario().topology().consumers()).isEqualTo(REQUESTERS);
      assertThat(requests)
          .as("with the reasons %s", result.verdict().reasons())
          .isEqualTo(new Requests(RESPONDERS, REQUESTS, REQUESTS, 0, 0, REQUESTS, 0, List.of()));
      assertThat(result.messages().duplicated() + result.messages().misdelivered()).isZero();
      assertThat(result.messages().damaged() + result.messages().unacknowledged()).isZero();
      assertThat(result.latency().of(LatencyKind.END_TO_END).count()).isEqualTo(1_000);
      assertThat(result.verdict().status()).isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
    }
  }

  @Test
  void eachRequestHasItsReplyOnMosquitto() throws Exception {
    Mosquitto.assumeInstalled();
    eachRequestHasItsReply("process:mosquitto", 1);
  }

  /** HiveMQ CE grants shared subscriptions QoS 1 at most. */
  @Tag("release")
  @ParameterizedTest
  @CsvSource({
    "process:mosquitto, 0",
    "process:mosquitto, 2",
    "embedded:hivemq, 0",
    "embedded:hivemq, 1",
    "embedded:artemis, 0",
    "embedded:artemis, 1",
    "embedded:artemis, 2",
    "recipe:mochi, 0",
    "recipe:mochi, 1"
  })
  void eachRequestHasItsReplyOn(String selector, int qos) throws Exception {
    if (selector.equals("process:mosquitto")) {
      Mosquitto.assumeInstalled();
    } else if (selector.equals("recipe:mochi")) {
      assumeThat(isOnThePath("mochi")).as("mochi is installed").isTrue();
    }
    eachRequestHasItsReply(selector, qos);
  }

  private static boolean isOnThePath(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
