package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.acceptance.JmsClients.Arrival;
import io.brokerbench.acceptance.JmsClients.Consumer;
import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.measure.DeliveryLedger;
import io.brokerbench.core.engine.measure.LedgerWriter;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Qos;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What JMS consumers report is what was sent, and what a broken connection leaves comes again. The
 * order is not looked at: Artemis does not always keep it for durable subscriptions, as
 * docs/brokers.md says, nor does it mark each message that it sends again.
 */
@Tag("release")
class JmsTruthIT {

  private static Broker artemis;

  @BeforeAll
  static void startBroker() throws Exception {
    artemis = new EmbeddedProvider.Artemis().start(BrokerRequest.of("embedded:artemis").withAmqp());
  }

  @AfterAll
  static void closeBroker() {
    artemis.close();
  }

  private static JmsClients clients(JmsAcknowledgement acknowledgement) {
    return new JmsClients(artemis, JmsConsumers.of(acknowledgement));
  }

  private static List<Long> sequences(List<Arrival> arrivals) {
    return arrivals.stream().map(Arrival::sequence).toList();
  }

  private static List<Long> range(int from, int to) {
    return LongStream.range(from, to).boxed().toList();
  }

  @ParameterizedTest
  @EnumSource(JmsAcknowledgement.class)
  void messagesArriveAsTheyWereSentAndOnce(JmsAcknowledgement acknowledgement) {
    String topic = "once/" + acknowledgement;
    try (JmsClients clients = clients(acknowledgement)) {
      Consumer consumer = clients.durable("once-" + acknowledgement, topic);
      clients.publish(topic, 0, 1_000);
      List<Arrival> arrivals = consumer.take(1_000);
      assertThat(sequences(arrivals)).containsExactlyInAnyOrderElementsOf(range(0, 1_000));
      assertThat(arrivals).noneMatch(Arrival::again);

      consumer.disconnect();
      assertThat(consumer.cause).isNull();
      clients.publish(topic, 1_000, 1_010);
      consumer.ready();
      assertThat(sequences(consumer.take(10)))
          .containsExactlyInAnyOrderElementsOf(range(1_000, 1_010));
      consumer.forget();
      clients.publish(topic, 0, 5);
      consumer.ready();
      clients.publish(topic, 5, 6);
      assertThat(sequences(consumer.take(1))).containsExactly(5L);
      consumer.forget();
    }
  }

  @ParameterizedTest
  @EnumSource(JmsAcknowledgement.class)
  void aSmallPrefetchHoldsNothingUp(JmsAcknowledgement acknowledgement) {
    String topic = "small/" + acknowledgement;
    int batch = acknowledgement.isBatched() ? 5 : 1;
    JmsConsumers few = JmsConsumers.of(acknowledgement).with().batch(batch).prefetch(15).build();
    try (JmsClients clients = new JmsClients(artemis, few)) {
      Consumer consumer = clients.durable("small-" + acknowledgement, topic);
      clients.publish(topic, 0, 500);
      assertThat(sequences(consumer.take(500))).containsExactlyInAnyOrderElementsOf(range(0, 500));
      consumer.forget();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CLIENT", "TRANSACTED"})
  void whatWasNotAcknowledgedWhenTheConsumerWasKilledComesAgain(
      JmsAcknowledgement acknowledgement) {
    String topic = "killed/" + acknowledgement;
    try (JmsClients clients = clients(acknowledgement)) {
      Consumer consumer = clients.durable("killed-" + acknowledgement, topic);
      clients.publish(topic, 0, 150);
      List<Arrival> before = consumer.take(150);
      consumer.kill();
      clients.publish(topic, 150, 300);

      consumer.ready();
      List<Arrival> after = consumer.take(200);
      assertThat(sequences(before)).containsExactlyInAnyOrderElementsOf(range(0, 150));
      List<Long> unacknowledged = new ArrayList<>(range(0, 300));
      unacknowledged.removeAll(sequences(before.subList(0, 100)));
      assertThat(sequences(after)).containsExactlyInAnyOrderElementsOf(unacknowledged);
      assertThat(after).filteredOn(a -> a.sequence() >= 150).noneMatch(Arrival::again);

      DeliveryAccount account = account(before, after);
      assertThat(account.missing()).isZero();
      assertThat(account.duplicated()).isEqualTo(50);
      consumer.forget();
    }
  }

  /** The account of one publisher's 300 messages. */
  private static DeliveryAccount account(List<Arrival> before, List<Arrival> after) {
    DeliveryLedger ledger = DeliveryLedger.single(1, 0);
    LedgerWriter writer =
        new LedgerWriter(ledger, (nanos, intended, delay, consumer, publisher) -> {});
    List<Arrival> all = new ArrayList<>(before);
    all.addAll(after);
    all.forEach(a -> writer.record(0, 0, MessageHeader.word1(0, a.sequence()), 0, 0));
    writer.flush();
    return ledger.account(publisher -> 300, 20);
  }

  @Test
  void aSharedDurableSubscriptionGivesEachMessageToOneMemberAndIsRemovedWithTheLast() {
    try (JmsClients clients = clients(JmsAcknowledgement.CLIENT)) {
      SubscriberSpec one = member(clients, "one");
      Consumer first = clients.consumer(one).ready();
      Consumer second = clients.consumer(member(clients, "two")).ready();
      clients.publish("shared/t", 0, 500);
      await().atMost(Duration.ofSeconds(60)).until(() -> first.waiting() + second.waiting() == 500);
      List<Long> all = new ArrayList<>(sequences(first.take(1)));
      all.addAll(sequences(second.take(1)));
      assertThat(all).containsExactlyInAnyOrderElementsOf(range(0, 500));

      second.forget();
      clients.publish("shared/t", 500, 510);
      assertThat(sequences(first.take(10))).containsExactlyInAnyOrderElementsOf(range(500, 510));
      first.forget();
      clients.publish("shared/t", 510, 520);
      Consumer third = clients.consumer(one).ready();
      clients.publish("shared/t", 520, 521);
      assertThat(sequences(third.take(1))).containsExactly(520L);
      third.forget();
    }
  }

  private static SubscriberSpec member(JmsClients clients, String name) {
    return new SubscriberSpec(
        name, clients.mapped("shared/#"), Optional.of("group"), Qos.AT_LEAST_ONCE, true);
  }

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "TRANSACTED"})
  void whatAProducerSendsArrives(JmsAcknowledgement acknowledgement) {
    try (JmsClients clients = clients(acknowledgement)) {
      Consumer consumer = clients.durable("sent-" + acknowledgement, "sent/" + acknowledgement);
      clients.send("sent." + acknowledgement, 0, 250);
      assertThat(sequences(consumer.take(250))).containsExactlyInAnyOrderElementsOf(range(0, 250));
      consumer.forget();
    }
  }

  @Test
  void consumersOfOneConnectionShareItAndItsEnd() {
    JmsConsumers two = JmsConsumers.of(JmsAcknowledgement.AUTO).withConsumersPerConnection(2);
    try (JmsClients clients = new JmsClients(artemis, two)) {
      Consumer one = clients.durable("pair-one", "pair/#");
      Consumer other = clients.durable("pair-other", "pair/#");
      clients.publish("pair/t", 0, 100);
      assertThat(sequences(one.take(100))).containsExactlyInAnyOrderElementsOf(range(0, 100));
      assertThat(sequences(other.take(100))).containsExactlyInAnyOrderElementsOf(range(0, 100));

      one.kill();
      await().atMost(Duration.ofSeconds(60)).until(() -> other.ended);
      assertThat(other.cause).isNotNull();
      one.ready();
      other.ready();
      clients.publish("pair/t", 100, 200);
      assertThat(sequences(one.take(100))).contains(199L);
      assertThat(sequences(other.take(100))).contains(199L);
      one.forget();
      other.forget();
    }
  }

  @Test
  void aSelectorThatMatchesNothingHoldsEverythingBack() {
    JmsConsumers none = JmsConsumers.of(JmsAcknowledgement.AUTO).withSelector("colour = 'red'");
    try (JmsClients clients = new JmsClients(artemis, none);
        JmsClients all = clients(JmsAcknowledgement.AUTO)) {
      Consumer choosy = clients.durable("choosy", "selected/#");
      Consumer open = all.durable("open", "selected/#");
      clients.publish("selected/t", 0, 100);
      assertThat(sequences(open.take(100))).containsExactlyInAnyOrderElementsOf(range(0, 100));
      assertThat(choosy.waiting()).isZero();
      choosy.forget();
      open.forget();
    }
  }

  @Test
  void aPortThatNobodyListensOnIsNamed() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    Endpoint closed = new Endpoint(Endpoint.Listener.AMQP, "127.0.0.1", port);
    JmsConsumers consumers = JmsConsumers.of(JmsAcknowledgement.AUTO);
    try (JmsClients clients = new JmsClients(artemis, closed, consumers)) {
      Consumer consumer =
          clients.consumer(
              new SubscriberSpec("stranger", "t", Optional.empty(), Qos.AT_MOST_ONCE, false));
      consumer.connect();
      assertThat(consumer.cause).hasMessage("127.0.0.1:" + port + ": connection refused");
    }
  }
}
