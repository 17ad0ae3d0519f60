package io.brokerbench.acceptance;

import static org.awaitility.Awaitility.await;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.driver.Client;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.jms.QpidDriverProvider;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Clients of one broker, by the drivers' own interface: producers of MQTT, consumers of JMS. */
final class JmsClients implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Broker broker;
  private final ClientDriver jms;
  private final ClientDriver mqtt;

  /** An embedded Artemis with a listener for each protocol of JMS clients. */
  static Broker startArtemis() throws Exception {
    return new EmbeddedProvider.Artemis()
        .start(
            BrokerRequest.of("embedded:artemis")
                .withAmqp()
                .withJms(JmsProtocol.CORE)
                .withJms(JmsProtocol.OPENWIRE));
  }

  JmsClients(Broker broker, JmsConsumers consumers) {
    this(broker, broker.endpoint(Endpoint.Listener.AMQP).orElseThrow(), consumers);
  }

  JmsClients(Broker broker, Endpoint amqp, JmsConsumers consumers) {
    this.broker = broker;
    Endpoint plain = broker.endpoint(Endpoint.Listener.MQTT).orElseThrow();
    jms = new QpidDriverProvider().open(settings(amqp, Protocol.JMS, Optional.of(consumers)));
    mqtt = new SwarmDriverProvider().open(settings(plain, Protocol.MQTT_3_1_1, Optional.empty()));
  }

  private DriverSettings settings(
      Endpoint endpoint, Protocol protocol, Optional<JmsConsumers> consumers) {
    Target target = Target.of(endpoint);
    return DriverSettings.of(target, protocol, NanoClock.SYSTEM)
        .withAccess(broker.access())
        .withKeepAlive(Duration.ofSeconds(60))
        .withJms(consumers);
  }

  ClientDriver jms() {
    return jms;
  }

  /** A durable consumer that is connected and subscribed. */
  Consumer durable(String name, String topic) {
    return consumer(new SubscriberSpec(name, mapped(topic), Optional.empty(), qos(), true)).ready();
  }

  /** A consumer that is neither connected nor subscribed. */
  Consumer consumer(SubscriberSpec spec) {
    Consumer consumer = new Consumer();
    consumer.attach(jms.subscriber(spec, jms.lanes().get(0), consumer));
    return consumer;
  }

  String mapped(String topic) {
    return broker.topicMapping().of(topic);
  }

  private static Qos qos() {
    return Qos.AT_LEAST_ONCE;
  }

  /** Publishes messages by MQTT, and waits until the broker has them. */
  void publish(String topic, int from, int to) {
    publish(mqtt, topic, 32, from, to);
  }

  /** Sends messages by JMS, and waits until the broker has them. */
  void send(String topic, int from, int to) {
    publish(jms, topic, 32, from, to);
  }

  void publish(ClientDriver driver, String topic, int bytes, int from, int to) {
    Producer producer = new Producer(driver.lanes().get(0));
    PublisherSpec spec =
        new PublisherSpec("p" + from + topic.hashCode(), topic, qos(), bytes, false, to - from);
    producer.attach(driver.publisher(spec, producer.lane, producer));
    producer.connect();
    producer.next = from;
    producer.end = to;
    producer.lane.execute(producer::offer);
    await().atMost(PATIENCE).until(() -> producer.acknowledged == to - from);
    producer.disconnect();
  }

  @Override
  public void close() {
    jms.close();
    mqtt.close();
  }

  /** What both kinds of clients do. */
  abstract static class Any {
    final Lane lane;
    private Client client;
    volatile boolean connected;
    volatile boolean ended;
    volatile Throwable cause;

    Any(Lane lane) {
      this.lane = lane;
    }

    void use(Client made) {
      client = made;
    }

    void connect() {
      ended = false;
      lane.execute(client::connect);
      await().atMost(PATIENCE).until(() -> connected || ended);
    }

    void disconnect() {
      lane.execute(client::disconnect);
      await().atMost(PATIENCE).until(() -> ended);
    }

    public void onConnected(long nanos, boolean sessionPresent) {
      connected = true;
    }

    public void onDisconnected(long nanos, Throwable why) {
      cause = why;
      connected = false;
      ended = true;
    }
  }

  private static final class Producer extends Any implements PublisherListener {
    private Publisher publisher;
    private long next;
    private long end;
    volatile int acknowledged;

    Producer(Lane lane) {
      super(lane);
    }

    void attach(Publisher made) {
      publisher = made;
      use(made);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // the lane is the only writer
    public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {
      acknowledged++;
    }

    @Override
    public void onReady() {
      offer();
    }

    /** What is refused is offered again when there is room. */
    private void offer() {
      while (next < end && publisher.offer(next, NanoClock.SYSTEM.nanoTime(), next, ~next)) {
        next++;
      }
      publisher.flush();
    }
  }

  /**
   * A message that has come.
   *
   * @param sequence as it was published
   * @param again whether the broker said that it had sent it before
   */
  record Arrival(long sequence, boolean again) {}

  /** A consumer, and what came to it. */
  final class Consumer extends Any implements SubscriberListener {
    private final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
    private final Queue<Integer> shorts = new ConcurrentLinkedQueue<>();
    private Subscriber subscriber;
    private volatile boolean subscribed;
    private boolean again;

    Consumer() {
      super(jms.lanes().get(0));
    }

    private void attach(Subscriber made) {
      subscriber = made;
      use(made);
    }

    Consumer ready() {
      connect();
      subscribe();
      return this;
    }

    void subscribe() {
      subscribed = false;
      lane.execute(subscriber::subscribe);
      await().atMost(PATIENCE).until(() -> subscribed || ended);
    }

    /** Drops its connection without a word. */
    void kill() {
      lane.execute(subscriber::abort);
      connected = false;
    }

    void forget() {
      ended = false;
      lane.execute(subscriber::forget);
      await().atMost(PATIENCE).until(() -> ended);
    }

    /** Waits for a number of messages, and takes them. */
    List<Arrival> take(int count) {
      await().atMost(PATIENCE).until(() -> arrivals.size() >= count);
      List<Arrival> taken = List.copyOf(arrivals);
      arrivals.clear();
      return taken;
    }

    int waiting() {
      return arrivals.size();
    }

    Queue<Integer> shorts() {
      return shorts;
    }

    @Override
    public void onSubscribed(long nanos, Qos granted) {
      subscribed = true;
    }

    @Override
    public void onRedelivered() {
      again = true;
    }

    @Override
    public void onDelivery(long nanos, long word0, long word1, long word2, int payloadBytes) {
      arrivals.add(new Arrival(word2 == ~word1 && payloadBytes >= 24 ? word1 : -1, again));
      again = false;
    }

    @Override
    public void onShortPayload(long nanos, int payloadBytes) {
      shorts.add(payloadBytes);
    }
  }
}
