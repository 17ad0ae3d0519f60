package io.brokerbench.core.engine.lane;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.driver.Will;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.scenario.ClosedLoad;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import java.util.List;
import java.util.Optional;

/** What drivers know about the clients of a run: names, topics, sessions. */
public final class ClientSpecs {

  private final Assignment assignment;
  private final LaneContext context;
  private final Scenario scenario;
  private final String run;
  private final String topicRun;

  public ClientSpecs(Assignment assignment, LaneContext context) {
    this.assignment = assignment;
    this.context = context;
    this.scenario = assignment.scenario();
    this.run = assignment.run();
    this.topicRun = assignment.topicRun();
  }

  public SubscriberSpec subscriber(int id) {
    if (usesGroupQueue()) {
      return new SubscriberSpec(
          clientId("c", id),
          List.of(
              assignment
                  .topics()
                  .groupQueue("g" + run, scenario.topology().filtersOf(id, topicRun).get(0))),
          Optional.empty(),
          scenario.workload().qos(),
          true,
          scenario.workload().payload().bytes());
    }
    boolean shared = scenario.topology().distribution() == Distribution.SHARED && !usesQueue();
    return new SubscriberSpec(
        clientId("c", id),
        scenario.topology().filtersOf(id, topicRun).stream()
            .map(filter -> named(filter, scenario.session().consumerProtocol()))
            .toList(),
        shared ? Optional.of("g" + run) : Optional.empty(),
        scenario.workload().qos(),
        context.consumersPersist(),
        scenario.workload().payload().bytes());
  }

  public PublisherSpec publisher(int id) {
    int window =
        scenario.workload().load() instanceof ClosedLoad closed
            ? closed.window()
            : scenario.session().inFlightWindow();
    String topic = scenario.topicOf(id, topicRun);
    PublisherSpec spec =
        new PublisherSpec(
            clientId("p", id),
            usesGroupQueue()
                ? assignment.topics().groupTopic(topic)
                : named(topic, scenario.session().protocol()),
            scenario.workload().qos(),
            scenario.workload().payload().bytes(),
            scenario.workload().retain(),
            window,
            context.publishersPersist());
    return scenario.conditions().storm().filter(storm -> storm.kind().isOfWills()).isPresent()
        ? spec.withWill(will(id))
        : spec;
  }

  /** The client's first message, whose intended send time is not known before it leaves. */
  private Will will(int id) {
    long word1 = MessageHeader.word1(id, 0);
    int payloadBytes = scenario.workload().payload().bytes();
    return new Will(0, word1, MessageHeader.word2(context.nonce(), 0, word1, 0, payloadBytes));
  }

  /** A client that comes and goes, and sends nothing. */
  public PublisherSpec visitor(int id) {
    return new PublisherSpec(
        clientId("v", id),
        scenario.topicOf(0, topicRun),
        Qos.AT_MOST_ONCE,
        scenario.workload().payload().bytes(),
        false,
        1,
        false);
  }

  private String clientId(String kind, int id) {
    return scenario.session().clientIdPrefix().orElse(Session.USUAL_PREFIX) + run + kind + id;
  }

  /** A queue is the run's own, as what one run leaves in it would be the next one's. */
  private String named(String topic, Protocol protocol) {
    if (usesQueue()) {
      return "q" + run;
    }
    return protocol == Protocol.JMS ? assignment.topics().of(topic) : topic;
  }

  private boolean usesGroupQueue() {
    return assignment.topics().groupQueues().isPresent()
        && RequiredCapabilities.sharesDurably(scenario);
  }

  private boolean usesQueue() {
    return scenario
        .session()
        .jmsConsumers()
        .map(JmsConsumers::destination)
        .filter(kind -> kind == JmsConsumers.Destination.QUEUE)
        .isPresent();
  }
}
