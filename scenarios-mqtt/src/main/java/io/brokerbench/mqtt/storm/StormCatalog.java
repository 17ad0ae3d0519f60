package io.brokerbench.mqtt.storm;

import io.brokerbench.core.definition.ScenarioCatalog;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.security.Security;
import io.brokerbench.core.storm.SlowConsumers;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * {@code RETAINED}: subscribers come to topics that have retained messages. {@code WILL} and {@code
 * WILL.SILENCE}: clients vanish or fall silent, and others get their wills. {@code TAKEOVER}: a
 * second client comes with the id of each consumer, beside a steady load. {@code RECONNECT}: all
 * clients lose their connections and come back. {@code CHURN}: further clients come and go. {@code
 * SLOW}: some consumers take a fraction of the messages beside others that take all.
 */
public final class StormCatalog implements ScenarioCatalog {

  private static final int TOPICS = 1_000;
  private static final int SUBSCRIBERS = 10;
  private static final int CLIENTS = 1_000;
  private static final int WATCHERS = 4;

  private static final int PAIRS = 200;
  private static final Rate LOAD = Rate.perSecond(1_000);

  private static final int SLOW_PUBLISHERS = 10;
  private static final int SLOW_CONSUMERS = 10;

  /** What a slow consumer leaves soon exceeds the buffers of its connection. */
  private static final int SLOW_PAYLOAD_BYTES = 1_024;

  /** The broker gives up a silent client after three seconds. */
  private static final Duration SHORT_KEEP_ALIVE = Duration.ofSeconds(2);

  /** At which the topics get their values before the storm. */
  private static final Rate RATE = Rate.perSecond(2_000);

  /** The warm-up ends as soon as the broker has all values. */
  private static final Phases PHASES =
      ScenarioDefaults.PHASES
          .withWarmUp(Duration.ofSeconds(1))
          .withWarmUpLimit(Optional.of(Duration.ofSeconds(60)))
          .withSteady(Duration.ofSeconds(5));

  private static final List<Scenario> SCENARIOS =
      List.of(
          retained(),
          wills(
              "WILL",
              "Clients vanish within a second, and the watchers get the will of each",
              StormKind.WILL,
              ScenarioDefaults.KEEP_ALIVE),
          wills(
              "WILL.SILENCE",
              "Clients fall silent within a second, and the watchers get the will of each",
              StormKind.SILENCE,
              SHORT_KEEP_ALIVE),
          takeover(),
          reconnect(),
          churn(),
          slow());

  @Override
  public String title() {
    return "Storms: many clients do one thing, and the broker owes each of them something";
  }

  @Override
  public String about(String family) {
    return switch (family) {
      case "RETAINED" -> "New subscribers must get all retained messages";
      case "WILL" -> "Clients vanish, and their wills must arrive";
      case "TAKEOVER" -> "A second client comes with the id of one that is connected";
      case "RECONNECT" -> "All clients lose their connections and come back";
      case "CHURN" -> "Clients come and go beside a steady load";
      case "SLOW" -> "Some consumers read more slowly than messages arrive";
      default -> ScenarioCatalog.super.about(family);
    };
  }

  @Override
  public List<Scenario> scenarios() {
    return SCENARIOS;
  }

  private static Scenario wills(
      String name, String description, StormKind kind, Duration keepAlive) {
    return new Scenario(
        name,
        description,
        new Topology(CLIENTS, WATCHERS, Distribution.ALL),
        ScenarioDefaults.workload(Qos.AT_LEAST_ONCE).withLoad(new NoLoad()),
        ScenarioDefaults.session(false).withKeepAlive(keepAlive),
        Security.NONE,
        Conditions.NONE.withStorm(Storm.of(kind).oneEvery(Duration.ofMillis(1))),
        PHASES.with(Duration.ofSeconds(1), Duration.ofSeconds(10)));
  }

  private static Scenario takeover() {
    return new Scenario(
        "TAKEOVER",
        "Under a load, a second client comes with the id of each consumer",
        new Topology(PAIRS, PAIRS, Distribution.PARTITIONS),
        ScenarioDefaults.workload(Qos.AT_LEAST_ONCE).withLoad(new ConstantLoad(LOAD)),
        ScenarioDefaults.session(true),
        Security.NONE,
        Conditions.NONE.withStorm(Storm.of(StormKind.TAKEOVER).oneEvery(Duration.ofMillis(10))),
        PHASES.with(Duration.ofSeconds(5), Duration.ofSeconds(10)));
  }

  private static Scenario reconnect() {
    return new Scenario(
        "RECONNECT",
        "Under a load, all clients lose their connections at once, and come back",
        new Topology(PAIRS, PAIRS, Distribution.PARTITIONS),
        ScenarioDefaults.workload(Qos.AT_LEAST_ONCE).withLoad(new ConstantLoad(LOAD)),
        ScenarioDefaults.session(true).withReconnect(Optional.of(true)),
        Security.NONE,
        Conditions.NONE.withStorm(Storm.of(StormKind.RECONNECT)),
        PHASES.with(Duration.ofSeconds(5), Duration.ofSeconds(20)));
  }

  private static Scenario churn() {
    return new Scenario(
        "CHURN",
        "Beside a load, a further client comes every 10 ms, stays for a second and leaves",
        new Topology(PAIRS, PAIRS, Distribution.PARTITIONS),
        ScenarioDefaults.workload(Qos.AT_LEAST_ONCE).withLoad(new ConstantLoad(LOAD)),
        ScenarioDefaults.session(false),
        Security.NONE,
        Conditions.NONE.withStorm(Storm.churn(Duration.ofMillis(10))),
        PHASES.with(Duration.ofSeconds(5), Duration.ofSeconds(20)));
  }

  private static Scenario slow() {
    return new Scenario(
        "SLOW",
        "Some consumers take a tenth of the messages, beside others that take all",
        new Topology(SLOW_PUBLISHERS, SLOW_CONSUMERS, Distribution.ALL),
        ScenarioDefaults.workload(Qos.AT_LEAST_ONCE)
            .withPayload(new PayloadSpec(SLOW_PAYLOAD_BYTES))
            .withLoad(new ConstantLoad(LOAD)),
        ScenarioDefaults.session(false).withReconnect(Optional.of(true)),
        Security.NONE,
        Conditions.NONE.withStorm(
            Storm.slow(
                new SlowConsumers(
                    Optional.of(SlowConsumers.USUAL_SHARE),
                    Optional.of(SlowConsumers.USUAL_PACE),
                    Optional.of(SlowConsumers.Withheld.READS)))),
        PHASES.with(Duration.ofSeconds(5), Duration.ofSeconds(10)));
  }

  private static Scenario retained() {
    return new Scenario(
        "RETAINED",
        "Subscribers come all at once, and get the retained message of each topic",
        new Topology(TOPICS, SUBSCRIBERS, Distribution.ALL),
        ScenarioDefaults.workload(Qos.AT_LEAST_ONCE)
            .withRetain(true)
            .withLoad(new ConstantLoad(RATE)),
        ScenarioDefaults.session(false),
        Security.NONE,
        Conditions.NONE.withStorm(Storm.of(StormKind.RETAINED)),
        PHASES);
  }
}
