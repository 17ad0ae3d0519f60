package io.brokerbench.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A broker that grants a producer no more credit holds up that producer, and nothing else. */
class LinkCreditTest {

  /** A client library loads its classes first, which takes long where all cores are taken. */
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final int MANY = 1_000;

  private ScriptedAmqpBroker broker;
  private ClientDriver driver;

  @BeforeEach
  void startBroker() throws Exception {
    broker = new ScriptedAmqpBroker();
  }

  @AfterEach
  void close() throws Exception {
    if (driver != null) {
      driver.close();
    }
    broker.close();
  }

  @Test
  void aProducerWithoutCreditRefusesOffersAndHoldsUpNoOtherOfItsLane() {
    broker.credit("starved", 0).credit("open", MANY);
    Producer starved = producer(JmsAcknowledgement.AUTO, "starved");
    Producer open = producer(JmsAcknowledgement.AUTO, "open");

    assertThat(starved.offer(0)).isFalse();
    assertThat(open.offers(0, 100)).isEqualTo(100);
    await().atMost(LIMIT).until(() -> open.acknowledged == 100);
    assertThat(starved.unacknowledged()).isZero();
    assertThat(starved.ready).isZero();

    broker.grant("starved", 2);
    await().atMost(LIMIT).until(() -> starved.ready == 1);
    assertThat(starved.offers(0, 5)).isEqualTo(2);
    await().atMost(LIMIT).until(() -> starved.acknowledged == 2);
  }

  @Test
  void asManyMessagesAreTakenAsTheBrokerHasGivenCreditFor() {
    broker.credit("few", 3);
    Producer producer = producer(JmsAcknowledgement.AUTO, "few");
    assertThat(producer.offers(0, 10)).isEqualTo(3);
    await().atMost(LIMIT).until(() -> producer.acknowledged == 3);
    assertThat(producer.offer(3)).isFalse();
    broker.grant("few", 1);
    await().atMost(LIMIT).until(() -> producer.ready == 1);
    assertThat(producer.offers(3, 10)).isEqualTo(1);
    await().atMost(LIMIT).until(() -> broker.received().size() == 4);
    assertThat(broker.received()).isEqualTo(range(0, 4));
  }

  @Test
  void whatIsSentAgainWaitsForCreditAndKeepsItsOrder() {
    broker.credit("again", 5);
    broker.accepting(false);
    Producer producer = producer(JmsAcknowledgement.AUTO, "again");
    assertThat(producer.offers(0, 5)).isEqualTo(5);
    await().atMost(LIMIT).until(() -> broker.received().size() == 5);

    broker.credit("again", 2);
    broker.accepting(true);
    producer.onLane(
        () -> {
          producer.client.abort();
          producer.connected = false;
          producer.client.connect();
          return true;
        });
    await().atMost(LIMIT).until(() -> producer.acknowledged == 2);
    assertThat(producer.offer(5)).isFalse();
    broker.grant("again", 10);
    await().atMost(LIMIT).until(() -> producer.ready == 1);
    assertThat(producer.offer(5)).isTrue();
    await().atMost(LIMIT).until(() -> producer.acknowledged == 6);
    assertThat(broker.received().subList(5, 11)).isEqualTo(range(0, 6));
  }

  @Test
  void aTransactionIsCommittedWithAllOfItsMessages() {
    broker.credit("committed", 3);
    Producer producer = producer(JmsAcknowledgement.TRANSACTED, "committed");
    assertThat(producer.offers(0, 5)).isEqualTo(3);
    await().atMost(LIMIT).until(() -> producer.acknowledged == 3);
    broker.grant("committed", 10);
    await().atMost(LIMIT).until(() -> producer.ready > 0);
    assertThat(producer.offers(3, 5)).isEqualTo(2);
    await().atMost(LIMIT).until(() -> producer.acknowledged == 5);
    assertThat(broker.steps())
        .containsExactly(
            "message 0", "message 1", "message 2", "commit", "message 3", "message 4", "commit");
  }

  @Test
  void aTransactionThatIsSentAgainIsNotCommittedBeforeTheBrokerTakesIt() {
    broker.credit("undone", 5);
    broker.accepting(false);
    Producer producer = producer(JmsAcknowledgement.TRANSACTED, "undone");
    assertThat(producer.offers(0, 5)).isEqualTo(5);
    broker.credit("undone", 2);
    broker.accepting(true);
    producer.onLane(
        () -> {
          producer.client.abort();
          producer.connected = false;
          producer.client.connect();
          return true;
        });
    await().atMost(LIMIT).until(() -> producer.connected);
    await().during(Duration.ofMillis(60)).until(() -> producer.acknowledged == 0);
    broker.grant("undone", 3);
    await().atMost(LIMIT).until(() -> producer.acknowledged == 5);
    List<String> steps = broker.steps();
    assertThat(steps.subList(steps.size() - 6, steps.size()))
        .containsExactly("message 0", "message 1", "message 2", "message 3", "message 4", "commit");
  }

  private static List<Long> range(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  private Producer producer(JmsAcknowledgement acknowledgement, String topic) {
    if (driver == null) {
      driver = new QpidDriverProvider().open(settings(acknowledgement));
    }
    Lane lane = driver.lanes().get(0);
    Producer producer = new Producer(lane);
    producer.client =
        driver.publisher(
            new PublisherSpec(topic, topic, Qos.AT_LEAST_ONCE, 24, false, MANY), lane, producer);
    producer.onLane(
        () -> {
          producer.client.connect();
          return true;
        });
    await().atMost(LIMIT).until(() -> producer.connected);
    return producer;
  }

  private DriverSettings settings(JmsAcknowledgement acknowledgement) {
    Target target = Target.of(new Endpoint(Endpoint.Listener.AMQP, "127.0.0.1", broker.port()));
    return DriverSettings.of(target, Protocol.JMS, NanoClock.SYSTEM)
        .withKeepAlive(Duration.ofSeconds(60))
        .withJms(Optional.of(JmsConsumers.of(acknowledgement)));
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // the lane is the only writer
  private static final class Producer implements PublisherListener {
    private final Lane lane;
    private Publisher client;
    private volatile boolean connected;
    private volatile int acknowledged;
    private volatile int ready;

    Producer(Lane lane) {
      this.lane = lane;
    }

    /** An answer that the lane gives at once, as offers never wait. */
    <T> T onLane(Supplier<T> question) {
      CompletableFuture<T> answer = new CompletableFuture<>();
      lane.execute(() -> answer.complete(question.get()));
      return answer.orTimeout(5, TimeUnit.SECONDS).join();
    }

    boolean offer(int sequence) {
      return onLane(() -> client.offer(sequence, sequence, 0, 0));
    }

    /** How many were taken. */
    int offers(int from, int to) {
      return onLane(
          () -> (int) IntStream.range(from, to).takeWhile(i -> client.offer(i, i, 0, 0)).count());
    }

    int unacknowledged() {
      return onLane(client::unacknowledged);
    }

    @Override
    public void onConnected(long nanos, boolean sessionPresent) {
      connected = true;
    }

    @Override
    public void onDisconnected(long nanos, Throwable cause) {
      connected = false;
    }

    @Override
    public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {
      acknowledged++;
    }

    @Override
    public void onReady() {
      ready++;
    }
  }
}
