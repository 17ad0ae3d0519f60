package io.brokerbench.mqtt.failover;

import io.brokerbench.core.definition.ScenarioCatalog;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.SessionBuilder;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.security.Security;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * {@code FAILOVER[.RESTART].Q{1|2}}, {@code FAILOVER.Q{1|2}.JMS}, {@code FAILOVER.QUEUE} and {@code
 * FAILOVER.QUEUE.TRANSACTED}: the active node is killed under a steady load.
 */
public final class FailoverCatalog implements ScenarioCatalog {

  private static final String FAMILY = "FAILOVER";
  private static final int PUBLISHERS = 100;
  private static final int CONSUMERS = 10;

  /** Of a queue, whose clients are fewer and do more each. */
  private static final int PRODUCERS = 10;

  private static final Rate RATE = Rate.perSecond(1_000);
  private static final Duration AT = Duration.ofSeconds(10);

  /** Short, so that clients of a node that is halted or cut find out. */
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(4);

  private static final Phases PHASES =
      ScenarioDefaults.phases(Duration.ofSeconds(5), Duration.ofSeconds(30));

  /** The other node of the pair takes over, so the killed one stays dead. */
  private static final Conditions PAIR =
      Conditions.HIGH_AVAILABILITY.withFault(new Fault(FaultKind.KILL, AT, Optional.empty()));

  private static final Conditions RESTART =
      Conditions.NONE.withFault(new Fault(FaultKind.KILL, AT, Optional.of(Duration.ZERO)));

  private static final Topology SPREAD =
      new Topology(PUBLISHERS, CONSUMERS, Distribution.PARTITIONS);

  private static final Session SESSION =
      new Session(Protocol.MQTT_3_1_1, true, 0, ScenarioDefaults.IN_FLIGHT_WINDOW, KEEP_ALIVE);

  private static final List<Scenario> SCENARIOS =
      List.of(
          pair(".Q1", Qos.AT_LEAST_ONCE),
          pair(".Q2", Qos.EXACTLY_ONCE),
          restart(".RESTART.Q1", Qos.AT_LEAST_ONCE),
          restart(".RESTART.Q2", Qos.EXACTLY_ONCE),
          jms(".Q1.JMS", Qos.AT_LEAST_ONCE),
          jms(".Q2.JMS", Qos.EXACTLY_ONCE),
          queue(".QUEUE", JmsAcknowledgement.AUTO),
          queue(".QUEUE.TRANSACTED", JmsAcknowledgement.TRANSACTED));

  @Override
  public String title() {
    return "Failover: the active node is killed under a steady load";
  }

  @Override
  public List<Scenario> scenarios() {
    return SCENARIOS;
  }

  private static Scenario pair(String words, Qos qos) {
    return scenario(
        words,
        "QoS %d, the active node of a pair is killed, and clients go on with the other"
            .formatted(qos.level()),
        SPREAD,
        qos,
        SESSION,
        PAIR);
  }

  private static Scenario restart(String words, Qos qos) {
    return scenario(
        words,
        "QoS %d, a broker is killed and started again with its store at once"
            .formatted(qos.level()),
        SPREAD,
        qos,
        SESSION,
        RESTART);
  }

  private static Scenario jms(String words, Qos qos) {
    return scenario(
        words,
        "QoS %d, the active node of a pair is killed, and JMS consumers go on with the other"
            .formatted(qos.level()),
        SPREAD,
        qos,
        SESSION.withJmsConsumers(JmsConsumers.of(JmsAcknowledgement.CLIENT)),
        PAIR);
  }

  private static Scenario queue(String words, JmsAcknowledgement acknowledgement) {
    return scenario(
        words,
        "The active node of a pair is killed, and both sides of a queue go on with the other"
            + (acknowledgement == JmsAcknowledgement.TRANSACTED ? ", in transactions" : ""),
        new Topology(PRODUCERS, CONSUMERS, Distribution.SHARED),
        Qos.AT_LEAST_ONCE,
        SessionBuilder.builder()
            .protocol(Protocol.JMS)
            .inFlightWindow(ScenarioDefaults.IN_FLIGHT_WINDOW)
            .keepAlive(KEEP_ALIVE)
            .jmsConsumers(Optional.of(JmsConsumers.of(acknowledgement).ofQueue()))
            .build(),
        PAIR);
  }

  private static Scenario scenario(
      String words,
      String description,
      Topology topology,
      Qos qos,
      Session session,
      Conditions conditions) {
    return new Scenario(
        FAMILY + words,
        description,
        topology,
        ScenarioDefaults.workload(qos).withLoad(new ConstantLoad(RATE)),
        session,
        Security.NONE,
        conditions,
        PHASES);
  }
}
