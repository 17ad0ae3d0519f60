package io.brokerbench.core.engine.lane;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.device.Device;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.driver.Will;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.payload.PayloadForm;
import io.brokerbench.core.payload.PayloadTemplate;
import io.brokerbench.core.payload.SizeTable;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.security.ClientIdentity;
import io.brokerbench.core.storm.SlowConsumers;
import io.brokerbench.core.storm.StormKind;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What drivers know about the clients of a run: names, topics, sessions. */
public final class ClientSpecs {

  private final Assignment assignment;
  private final LaneContext context;
  private final Scenario scenario;
  private final String run;
  private final String topicRun;
  private final Optional<PayloadTemplate> template;
  private final Optional<SizeTable> sizes;

  /** Whether the header stands in the payload. */
  private final boolean inPayload;

  /** Of each payload, or of the largest; of no meaning with a template. */
  private final int payloadBytes;

  /** From this worker's clock, which counts from anywhere, to the time since 1970. */
  private final long epochOffsetNanos;

  /** The clients of an assignment. */
  public ClientSpecs(Assignment assignment, LaneContext context) {
    this.epochOffsetNanos =
        TimeUnit.MILLISECONDS.toNanos(Clock.systemUTC().millis()) - context.clock().nanoTime();
    this.inPayload = !assignment.scenario().workload().payload().provesByProperty();
    this.template = assignment.template().map(text -> PayloadTemplate.of(text, inPayload));
    this.assignment = assignment;
    this.context = context;
    this.scenario = assignment.scenario();
    this.sizes = assignment.sizes();
    this.payloadBytes = sizes.map(SizeTable::largest).orElse(scenario.workload().payload().bytes());
    this.run = assignment.run();
    this.topicRun = assignment.topicRun();
  }

  public SubscriberSpec subscriber(int id) {
    Optional<Device> device = assignment.devices().consumer(id);
    ClientIdentity identity = device.map(Device::identity).orElse(ClientIdentity.COMMON);
    String clientId = assignment.consumerId(id);
    List<String> filters =
        selectsPartitions()
            ? List.of(Topology.wholeTree(topicRun))
            : scenario.topology().filtersOf(id, topicRun).stream()
                .map(filter -> device.map(row -> row.fillIn(filter)).orElse(filter))
                .toList();
    if (usesGroupQueue()) {
      return new SubscriberSpec(
          clientId,
          List.of(assignment.topics().groupQueue("g" + run, filters.get(0))),
          Optional.empty(),
          scenario.workload().qos(),
          true,
          payloadBytes,
          identity,
          template.map(PayloadTemplate::proof),
          SubscriberSpec.Role.CONSUMER,
          Optional.empty(),
          false,
          Optional.empty(),
          Optional.empty());
    }
    if (scenario.topology().hasRequests()) {
      return ofRequests(id);
    }
    boolean shared = scenario.topology().distribution() == Distribution.SHARED && !usesQueue();
    return new SubscriberSpec(
        clientId,
        filters.stream()
            .map(filter -> named(filter, scenario.session().consumerProtocol()))
            .toList(),
        shared ? Optional.of("g" + run) : Optional.empty(),
        scenario.workload().qos(),
        context.consumersPersist(),
        payloadBytes,
        identity,
        inPayload ? template.map(PayloadTemplate::proof) : Optional.empty(),
        SubscriberSpec.Role.CONSUMER,
        scenario.slowConsumers().filter(slow -> slow.isSlow(id)).map(SlowConsumers::withheld),
        !inPayload,
        selectsPartitions() ? Optional.of(id) : Optional.empty(),
        scenario
            .session()
            .jmsConsumers()
            .flatMap(JmsConsumers::browseRate)
            .filter(rate -> id == 0));
  }

  private SubscriberSpec ofRequests(int id) {
    Topology topology = scenario.topology();
    boolean responder = topology.isResponder(id);
    return new SubscriberSpec(
        responder ? assignment.responderId(id - topology.consumers()) : assignment.consumerId(id),
        usesQueue()
            ? List.of(responder ? named("", Protocol.JMS) : replyQueue(id))
            : topology.filtersOf(id, topicRun),
        responder && !usesQueue() ? Optional.of("g" + run) : Optional.empty(),
        scenario.workload().qos(),
        context.consumersPersist(),
        payloadBytes,
        ClientIdentity.COMMON,
        Optional.empty(),
        responder ? SubscriberSpec.Role.RESPONDER : SubscriberSpec.Role.REQUESTER,
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty());
  }

  public PublisherSpec publisher(int id) {
    int window =
        scenario.workload().load() instanceof ClosedLoad closed
            ? closed.window()
            : scenario.session().inFlightWindow();
    Optional<Device> device = assignment.devices().publisher(id);
    List<String> topics =
        scenario.topicsOf(id, topicRun).stream()
            .map(topic -> device.map(row -> row.fillIn(topic)).orElse(topic))
            .map(this::published)
            .toList();
    Optional<PayloadForm> form =
        template.map(
            payload -> payload.form(id, device, scenario.workload().seed(), epochOffsetNanos));
    PublisherSpec spec =
        new PublisherSpec(
            assignment.publisherId(id),
            topics.get(0),
            scenario.workload().qos(),
            form.map(PayloadForm::bytes).orElse(payloadBytes),
            scenario.workload().retain(),
            window,
            context.publishersPersist(),
            device.map(Device::identity).orElse(ClientIdentity.COMMON),
            form,
            Optional.empty(),
            scenario.topology().hasRequests() ? Optional.of(replyAddress(id)) : Optional.empty(),
            sizes,
            topics.subList(1, topics.size()),
            !inPayload,
            selectsPartitions()
                ? Optional.of(scenario.topology().partitionOf(id))
                : Optional.empty());
    return spec.withWill(
        scenario
            .conditions()
            .storm()
            .filter(storm -> storm.kind().isOfWills())
            .map(storm -> will(id, storm.kind() == StormKind.SILENCE)));
  }

  private String replyAddress(int publisher) {
    Topology topology = scenario.topology();
    return usesQueue()
        ? replyQueue(topology.partitionOf(publisher))
        : topology.replyTopicOf(publisher, topicRun);
  }

  /** Of a consumer, which gets the replies to the requesters of its partition. */
  private String replyQueue(int consumer) {
    return named("", Protocol.JMS) + "r" + consumer;
  }

  /** The client's first message, whose intended send time is not known before it leaves. */
  private Will will(int id, boolean silent) {
    long word1 = MessageHeader.word1(id, 0);
    long word2 = MessageHeader.word2(context.nonce(), 0, word1, 0, payloadBytes);
    return new Will(0, word1, word2, silent);
  }

  /** A client that comes and goes, and sends nothing. */
  public PublisherSpec visitor(int id) {
    return new PublisherSpec(
        assignment.visitorId(id),
        scenario.topicOf(0, topicRun),
        Qos.AT_MOST_ONCE,
        payloadBytes,
        false,
        1,
        false);
  }

  /** A queue is the run's own, as what one run leaves in it would be the next one's. */
  private String named(String topic, Protocol protocol) {
    if (usesQueue()) {
      return "q" + run;
    }
    return protocol == Protocol.JMS ? assignment.topics().of(topic) : topic;
  }

  private String published(String topic) {
    return usesGroupQueue()
        ? assignment.topics().groupTopic(topic)
        : named(topic, scenario.session().protocol());
  }

  private boolean usesGroupQueue() {
    return assignment.topics().groupQueues().isPresent()
        && RequiredCapabilities.sharesDurably(scenario);
  }

  private boolean selectsPartitions() {
    return scenario.session().jmsConsumers().filter(JmsConsumers::selectsPartitions).isPresent();
  }

  private boolean usesQueue() {
    return scenario.session().jmsConsumers().filter(JmsConsumers::usesQueue).isPresent();
  }
}
