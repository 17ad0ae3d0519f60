package io.brokerbench.jms;

import io.brokerbench.core.definition.ScenarioCatalog;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.SessionBuilder;
import io.brokerbench.core.scenario.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * JMS on both sides: {@code QUEUE}, point to point, and {@code TOPIC}, to every consumer; each with
 * non-persistent delivery, or {@code PERSISTENT}; and each with or without transactions, {@code
 * TRANSACTED}, on both sides. And {@code REQUEST.JMS}: requests to a queue, and a reply to each.
 */
public final class JmsCatalog implements ScenarioCatalog {

  private static final String QUEUE = "QUEUE";
  private static final String TOPIC = "TOPIC";
  private static final int PRODUCERS = 10;
  private static final int CONSUMERS = 10;
  private static final Rate QUEUE_RATE = Rate.perSecond(2_000);

  /** Times the consumers, what a small machine delivers with ease. */
  private static final Rate TOPIC_RATE = Rate.perSecond(500);

  private static final Scenario REQUESTS =
      new Scenario(
          "REQUEST.JMS",
          "JMS, persistent, requesters await a reply to each request from responders that share a"
              + " queue",
          Topology.ofRequests(100, 4),
          ScenarioDefaults.workload(Qos.AT_LEAST_ONCE)
              .withLoad(new ConstantLoad(Rate.perSecond(1_000))),
          session(JmsConsumers.of(JmsAcknowledgement.AUTO).ofQueue()),
          ScenarioDefaults.PHASES);

  /** For the service loader. */
  public JmsCatalog() {}

  @Override
  public String title() {
    return "JMS: producers and consumers of queues and topics";
  }

  @Override
  public String about(String family) {
    return switch (family) {
      case "QUEUE" -> "Producers and consumers of a queue, over JMS";
      case "TOPIC" -> "Producers and subscribers of a topic, over JMS";
      default -> ScenarioCatalog.super.about(family);
    };
  }

  @Override
  public List<Scenario> scenarios() {
    return Stream.concat(queuesAndTopics(), Stream.of(REQUESTS)).toList();
  }

  private static Stream<Scenario> queuesAndTopics() {
    return Stream.of(JmsConsumers.Destination.QUEUE, JmsConsumers.Destination.TOPIC)
        .flatMap(
            kind ->
                Stream.of(false, true)
                    .flatMap(
                        persistent ->
                            Stream.of(false, true)
                                .map(transacted -> scenario(kind, persistent, transacted))));
  }

  private static Scenario scenario(
      JmsConsumers.Destination kind, boolean persistent, boolean transacted) {
    boolean queue = kind == JmsConsumers.Destination.QUEUE;
    JmsConsumers consumers =
        JmsConsumers.of(transacted ? JmsAcknowledgement.TRANSACTED : JmsAcknowledgement.AUTO);
    return new Scenario(
        (queue ? QUEUE : TOPIC)
            + (persistent ? ".PERSISTENT" : "")
            + (transacted ? ".TRANSACTED" : ""),
        "JMS, "
            + (persistent ? "persistent" : "non-persistent")
            + (queue ? ", each message to one consumer" : ", each message to every consumer")
            + (transacted ? ", in transactions" : ""),
        new Topology(PRODUCERS, CONSUMERS, queue ? Distribution.SHARED : Distribution.ALL),
        ScenarioDefaults.workload(persistent ? Qos.AT_LEAST_ONCE : Qos.AT_MOST_ONCE)
            .withLoad(new ConstantLoad(queue ? QUEUE_RATE : TOPIC_RATE)),
        session(queue ? consumers.ofQueue() : consumers),
        ScenarioDefaults.PHASES);
  }

  private static Session session(JmsConsumers consumers) {
    return SessionBuilder.builder()
        .protocol(Protocol.JMS)
        .inFlightWindow(ScenarioDefaults.IN_FLIGHT_WINDOW)
        .keepAlive(Duration.ofSeconds(60))
        .jmsConsumers(Optional.of(consumers))
        .build();
  }
}
