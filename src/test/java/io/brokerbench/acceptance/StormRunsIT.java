package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.containers.mosquitto.MosquittoProvider;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.storm.StormOutcome;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each storm at its own size, on brokers that keep what they owe. */
class StormRunsIT {

  static Stream<BrokerProvider> embedded() {
    return Stream.of(
        new EmbeddedProvider.HiveMq(),
        new EmbeddedProvider.Artemis(),
        new EmbeddedProvider.ActiveMq());
  }

  static Stream<BrokerProvider> mosquitto() {
    return Stream.of(new MosquittoProvider());
  }

  private static RunResult run(String name, BrokerProvider provider) throws Exception {
    return run(ScenarioChange.NONE, name, provider);
  }

  private static RunResult run(ScenarioChange change, String name, BrokerProvider provider)
      throws Exception {
    return Runs.on(change.applyTo(Scenarios.load().find(name)), provider);
  }

  @ParameterizedTest
  @MethodSource("mosquitto")
  void retained(BrokerProvider provider) throws Exception {
    Mosquitto.assumeInstalled();
    allRetainedCome(provider);
  }

  @Tag("release")
  @ParameterizedTest
  @MethodSource("embedded")
  void retainedOnOthers(BrokerProvider provider) throws Exception {
    allRetainedCome(provider);
  }

  private static void allRetainedCome(BrokerProvider provider) throws Exception {
    RunResult result = run("RETAINED", provider);
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.came()).isEqualTo(storm.owed()).isEqualTo(10_000);
    assertThat(storm.complete()).isEqualTo(10);
    assertThat(storm.unexpected()).isZero();
    assertThat(storm.allNanos()).isPresent();
    Runs.accusesNoBroker(result);
  }

  @ParameterizedTest
  @MethodSource("mosquitto")
  void wills(BrokerProvider provider) throws Exception {
    Mosquitto.assumeInstalled();
    allWillsCome("WILL", provider);
  }

  @Tag("release")
  @ParameterizedTest
  @MethodSource("embedded")
  void willsOnOthers(BrokerProvider provider) throws Exception {
    allWillsCome("WILL", provider);
  }

  @Tag("release")
  @ParameterizedTest
  @MethodSource({"mosquitto", "embedded"})
  void willsOfSilentClients(BrokerProvider provider) throws Exception {
    allWillsCome("WILL.SILENCE", provider);
  }

  private static void allWillsCome(String name, BrokerProvider provider) throws Exception {
    RunResult result = run(name, provider);
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.acts()).isEqualTo(900);
    assertThat(storm.came()).isEqualTo(storm.owed()).isEqualTo(4 * 900);
    assertThat(storm.complete()).isEqualTo(4);
    if (!(provider instanceof EmbeddedProvider.Artemis)) { // docs/storms.md says why
      assertThat(storm.unexpected()).isZero();
      Runs.accusesNoBroker(result);
    }
  }

  @Tag("release")
  @ParameterizedTest
  @MethodSource({"mosquitto", "embedded"})
  void takeover(BrokerProvider provider) throws Exception {
    RunResult result = run("TAKEOVER", provider);
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.came()).isEqualTo(storm.owed()).isEqualTo(200);
    assertThat(storm.unexpected()).isEqualTo(saidToHaveNoSession(provider) ? storm.acts() : 0);
    assertThat(result.messages().lost()).isZero();
  }

  @Tag("release")
  @ParameterizedTest
  @MethodSource({"mosquitto", "embedded"})
  void reconnect(BrokerProvider provider) throws Exception {
    RunResult result = run("RECONNECT", provider);
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.came()).isEqualTo(storm.owed()).isEqualTo(400);
    assertThat(storm.unexpected()).isEqualTo(saidToHaveNoSession(provider) ? storm.acts() : 0);
    assertThat(result.messages().lost()).isZero();
  }

  @Tag("release")
  @ParameterizedTest
  @MethodSource({"mosquitto", "embedded"})
  void churn(BrokerProvider provider) throws Exception {
    RunResult result = run("CHURN", provider);
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.acts()).isEqualTo(storm.owed()).isEqualTo(1_900);
    // A JVM that has just started may need longer for a CONNACK than a client stays.
    boolean waits = !(provider instanceof MosquittoProvider);
    assertThat(storm.missing()).isEqualTo(1_900 - storm.came());
    assertThat(storm.came()).isGreaterThanOrEqualTo(waits ? 950 : 1_900);
    assertThat(storm.missingNames()).hasSize((int) Math.min(100, storm.missing()));
    assertThat(result.messages().lost()).isZero();
  }

  @ParameterizedTest
  @MethodSource("mosquitto")
  void slow(BrokerProvider provider) throws Exception {
    Mosquitto.assumeInstalled();
    slowOnesGetAllLater(provider);
  }

  @Tag("release")
  @ParameterizedTest
  @MethodSource("embedded")
  void slowOnOthers(BrokerProvider provider) throws Exception {
    slowOnesGetAllLater(provider);
  }

  private static void slowOnesGetAllLater(BrokerProvider provider) throws Exception {
    RunResult result = run("SLOW", provider);
    StormOutcome storm = result.storm().orElseThrow();
    StormOutcome.Others others = storm.others().orElseThrow();
    assertThat(storm.acts()).isEqualTo(2);
    assertThat(storm.owed()).isEqualTo(2 * result.messages().sent());
    assertThat(others.owed()).isEqualTo(8 * result.messages().sent());
    assertThat(storm.missing()).isZero();
    assertThat(others.missing()).isZero();
    assertThat(result.messages().lost()).isZero();
    assertThat(others.ended()).isZero();
    assertThat(others.held()).isPositive();
  }

  @Tag("release")
  @ParameterizedTest
  @MethodSource({"mosquitto", "embedded"})
  void slowWithQos0(BrokerProvider provider) throws Exception {
    RunResult result = run(ScenarioChange.set("workload.qos", 0), "SLOW", provider);
    StormOutcome storm = result.storm().orElseThrow();
    StormOutcome.Others others = storm.others().orElseThrow();
    assertThat(storm.missing()).isEqualTo(storm.owed() - storm.came());
    assertThat(others.missing()).isEqualTo(others.owed() - others.came());
    assertThat(storm.missing() + others.missing())
        .isEqualTo(result.messages().lost() + result.messages().undelivered());
    assertThat(others.owed()).isEqualTo(4 * storm.owed());
  }

  /** It goes on with sessions, and says with each CONNACK that it has none. */
  private static boolean saidToHaveNoSession(BrokerProvider provider) {
    return provider instanceof EmbeddedProvider.ActiveMq;
  }
}
