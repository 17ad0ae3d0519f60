package io.brokerbench.core.engine.lane;

import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.scenario.ClosedLoad;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Topology;
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
    if (scenario.topology().hasRequests()) {
      return ofRequests(id);
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

  private SubscriberSpec ofRequests(int id) {
    Topology topology = scenario.topology();
    boolean responder = topology.isResponder(id);
    return new SubscriberSpec(
        responder ? clientId("r", id - topology.consumers()) : clientId("c", id),
        topology.filtersOf(id, topicRun),
        responder ? Optional.of("g" + run) : Optional.empty(),
        scenario.workload().qos(),
        false,
        scenario.workload().payload().bytes(),
        responder ? SubscriberSpec.Role.RESPONDER : SubscriberSpec.Role.REQUESTER);
  }

  public PublisherSpec publisher(int id) {
    int window =
        scenario.workload().load() instanceof ClosedLoad closed
            ? closed.window()
            : scenario.session().inFlightWindow();
    String topic = scenario.topicOf(id, topicRun);
    return new PublisherSpec(
        clientId("p", id),
        usesGroupQueue()
            ? assignment.topics().groupTopic(topic)
            : named(topic, scenario.session().protocol()),
        scenario.workload().qos(),
        scenario.workload().payload().bytes(),
        scenario.workload().retain(),
        window,
        context.publishersPersist(),
        scenario.topology().hasRequests()
            ? Optional.of(scenario.topology().replyTopicOf(id, topicRun))
            : Optional.empty());
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
