package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.driver.ConnectionLossEffect;
import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.payload.PayloadForm;
import io.brokerbench.core.payload.PayloadTemplate;
import io.brokerbench.core.payload.PayloadText;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsProducers;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.testkit.driver.KitSubscriber.Delivered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds a driver of JMS to the contract of {@code core.driver}, on a real broker, as {@link
 * ClientDriverKit} does for MQTT: there is no broker with faults for AMQP, so a relay before the
 * broker holds back and cuts.
 *
 * <pre>
 * class QpidOnArtemisIT extends JmsDriverKit {
 *   &#64;Override
 *   protected ClientDriverProvider provider() {
 *     return new QpidDriverProvider();
 *   }
 *
 *   &#64;Override
 *   protected BrokerProvider brokers() {
 *     return new EmbeddedProvider.Artemis();
 *   }
 * }
 * </pre>
 *
 * <p>What is proven: connections (failures by host and port, an orderly and a sudden end, an idle
 * one, the login and the certificate of one client), one acknowledgement per message, back-pressure
 * by window and socket, the same words in the same order and once, payloads of all sizes, also by
 * chance, words in templates and properties, what comes again after each kind of acknowledgement,
 * durable, shared and forgotten subscriptions, queues, selectors, priorities, times to live,
 * delivery delays and browsers; in every test: all callbacks on the lane's thread, all instants
 * from the driver's clock. One broker serves all tests.
 */
public abstract class JmsDriverKit extends JmsDeliveryKit {

  private static final int MOST_ROUNDS = 50;

  /** For subclasses. */
  protected JmsDriverKit() {}

  /**
   * Whether messages of one producer arrive in the order in which they were sent, as JMS demands.
   * To be overridden, with a word why, for a product that mixes them up.
   */
  protected boolean keepsOrder() {
    return true;
  }

  @Override
  final List<Delivered> inOrder(List<Delivered> deliveries) {
    if (keepsOrder()) {
      return deliveries;
    }
    List<Delivered> sorted = new ArrayList<>(deliveries);
    sorted.sort(Comparator.comparingLong(Delivered::sequence));
    return sorted;
  }

  @ParameterizedTest
  @EnumSource
  void theWordsArriveAsTheyWereSentInOrderAndOnce(JmsAcknowledgement acknowledgement) {
    try (JmsRig rig = rig(acknowledgement)) {
      KitSubscriber subscriber = rig.subscriber().ready();
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE, 100, 200);
      publisher.connect();
      publisher.send(0, 1_000);
      List<Delivered> delivered = inOrder(subscriber.delivered().next(1_000));
      for (int i = 0; i < delivered.size(); i++) {
        delivered.get(i).isMessage(publisher.publisherId(), i, 100);
      }
      assertThat(subscriber.delivered().within(Duration.ofMillis(50))).isEmpty();
      assertThat(subscriber.redelivered()).isZero();
    }
  }

  @Test
  void payloadsFromTheLeastToOneThatTakesManyReadsArriveWhole() {
    int[] sizes = {24, 25, 127, 128, 16_383, 16_384, 200_000};
    try (JmsRig rig = rig(JmsAcknowledgement.AUTO)) {
      KitSubscriber subscriber = rig.subscriber().ready();
      for (int bytes : sizes) {
        KitPublisher publisher = rig.publisher(Qos.AT_MOST_ONCE, bytes, 16);
        publisher.connect();
        publisher.send(0, 1);
        subscriber.delivered().next().isMessage(publisher.publisherId(), 0, bytes);
      }
    }
  }

  /** Digits of the words in a template, or in a property beside it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theWordsArriveFromATemplateOrAProperty(boolean property) {
    String text = property ? "only ${sequence}" : "${sequence} ${proof}";
    PayloadTemplate template = PayloadTemplate.of(new PayloadText("p.txt", text), !property);
    PayloadForm form = template.form(7, Optional.empty(), 1, 0);
    try (JmsRig rig = rig(JmsAcknowledgement.AUTO)) {
      SubscriberSpec reads =
          new SubscriberSpec("reads", rig.destination(), Optional.empty(), Qos.AT_LEAST_ONCE, false)
              .withProvedByProperty(property)
              .withProof(property ? Optional.empty() : Optional.of(template.proof()));
      KitSubscriber subscriber = rig.subscriber(reads).ready();
      PublisherSpec writes =
          new PublisherSpec(
                  "writes", rig.destination(), Qos.AT_LEAST_ONCE, form.bytes(), false, 200)
              .withForm(Optional.of(form))
              .withProvesByProperty(property);
      KitPublisher publisher = rig.publisher(writes, 0);
      publisher.connect();
      publisher.send(0, 100);
      List<Delivered> delivered = inOrder(subscriber.delivered().next(100));
      for (int i = 0; i < 100; i++) {
        delivered.get(i).isMessage(publisher.publisherId(), i, form.bytes());
      }
      String first =
          property
              ? "only          0"
              : "         0 " + HexFormat.of().toHexDigits(KitPublisher.word0(0));
      assertThat(rig.relay().heard()).filteredOn(said -> said.contains(first)).hasSize(1);
      KitPublisher stranger = rig.publisher(Qos.AT_LEAST_ONCE, 24, 16);
      stranger.connect();
      stranger.send(0, 1);
      assertThat(subscriber.shortPayloads().next(1)).hasSize(1);
    }
  }

  @Test
  void eachPayloadHasTheSizeThatItsWordsGive() {
    assumeThat(provider().features()).contains(DriverFeature.PAYLOAD_SIZES);
    try (JmsRig rig = rig(JmsAcknowledgement.AUTO)) {
      PublisherSpec spec = ofSeveralSizes(rig.destination(), Qos.AT_LEAST_ONCE);
      eachHasItsSize(rig.publisher(spec, 0), spec, rig.subscriber().ready());
    }
  }

  /**
   * Whether what waits in a queue is delivered by its priority, which JMS asks of no broker. To be
   * overridden for a product that promises it.
   */
  protected boolean keepsPriorities() {
    return false;
  }

  /** Messages of priority 0 and 9 in turn, which wait for their consumer. */
  @Test
  void whatWaitsIsDeliveredByPriorityWhereTheBrokerPromisesIt() {
    JmsProducers producers = JmsProducers.NONE.withPriorities(Optional.of(List.of(0, 9)));
    try (JmsRig rig = rig(auto().ofQueue(), producers)) {
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE, 24, 100);
      publisher.connect();
      publisher.send(0, 100);
      publisher.acknowledged().next(100);
      List<Long> delivered = rig.subscriber().ready().sequences(100);
      assertThat(delivered).containsExactlyInAnyOrderElementsOf(sequences(0, 100));
      if (keepsPriorities()) {
        assertThat(delivered.subList(0, 50)).allMatch(sequence -> sequence % 2 == 1);
      }
    }
  }

  /** No client consumes while the messages live, and those of another producer live on. */
  @Test
  void whatHasExpiredIsNotDelivered() {
    JmsConsumers queue = auto().ofQueue();
    Duration life = Duration.ofSeconds(2);
    JmsProducers mortal = JmsProducers.NONE.withTimeToLive(Optional.of(life));
    try (JmsRig rig = rig(queue, mortal)) {
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE, 24, 100);
      publisher.connect();
      publisher.send(0, 50);
      publisher.acknowledged().next(50);
      assertThat(publisher.disconnected().within(life.plusMillis(500))).isEmpty();
      KitSubscriber subscriber = rig.subscriber().ready();
      publisher.send(50, 100);
      assertThat(subscriber.sequences(50)).containsExactlyInAnyOrderElementsOf(sequences(50, 100));
      assertThat(subscriber.delivered().within(Duration.ofMillis(100))).isEmpty();
    }
  }

  @Test
  void aQueueGivesEachMessageToOneConsumer() {
    try (JmsRig rig = rig(auto().ofQueue())) {
      KitSubscriber one = rig.subscriber().ready();
      KitSubscriber two = rig.subscriber().ready();
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE);
      publisher.connect();
      eachMessageGoesToOneOf(rig, one, two, publisher);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSharedSubscriptionSplitsMessagesOverItsMembers(boolean durable) {
    assumeThat(has(Capability.JMS_SHARED) && provider().sharesJmsSubscriptions()).isTrue();
    try (JmsRig rig = rig(JmsAcknowledgement.AUTO)) {
      KitSubscriber one = rig.subscriber(durable, Optional.of("group")).ready();
      KitSubscriber two = rig.subscriber(durable, Optional.of("group")).ready();
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE);
      publisher.connect();
      eachMessageGoesToOneOf(rig, one, two, publisher);
      one.runOnLane(one.client()::forget);
      one.disconnected().next();
      two.runOnLane(two.client()::forget);
      two.disconnected().next();
    }
  }

  /** Some products give bursts to one member: the other one has to have its share in the end. */
  private static void eachMessageGoesToOneOf(
      JmsRig rig, KitSubscriber one, KitSubscriber two, KitPublisher publisher) {
    List<Long> byOne = new ArrayList<>();
    List<Long> byTwo = new ArrayList<>();
    int sent = 0;
    for (int i = 0; i < MOST_ROUNDS && (byOne.isEmpty() || byTwo.isEmpty()); i++) {
      publisher.send(sent, sent + 100);
      publisher.acknowledged().next(100);
      sent += 100;
      int expected = sent;
      rig.await()
          .pollInterval(Duration.ofMillis(5))
          .until(
              () -> {
                one.delivered().drainTo(d -> byOne.add(d.sequence()));
                two.delivered().drainTo(d -> byTwo.add(d.sequence()));
                return byOne.size() + byTwo.size() >= expected;
              });
    }
    assertThat(byOne).as("messages of one member").isNotEmpty();
    assertThat(byTwo).as("messages of the other member").isNotEmpty();
    byOne.addAll(byTwo);
    assertThat(byOne).containsExactlyInAnyOrderElementsOf(sequences(0, sent));
  }

  @Test
  void aRefusedSubscriptionIsReportedAsADisconnectWithACause() {
    try (JmsRig rig = rig(auto().withSelector("this is = no 'selector"))) {
      KitSubscriber subscriber = rig.subscriber();
      subscriber.connect();
      subscriber.runOnLane(subscriber.client()::subscribe);
      assertThat(causeOf(subscriber.disconnected().next()).getMessage())
          .contains(rig.destination());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDurableSubscriptionHandsOverWhatCameMeanwhileUntilItIsForgotten(
      JmsAcknowledgement acknowledgement) {
    try (JmsRig rig = rig(acknowledgement)) {
      KitSubscriber subscriber = rig.subscriber(true, Optional.empty()).ready();
      end(subscriber, subscriber.client()::disconnect);
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE, 24, 200);
      publisher.connect();
      publisher.send(0, 100);
      publisher.acknowledged().next(100);
      subscriber.ready();
      assertThat(subscriber.sequences(100)).containsExactlyInAnyOrderElementsOf(sequences(0, 100));

      end(subscriber, subscriber.client()::forget);
      publisher.send(100, 110);
      publisher.acknowledged().next(10);
      subscriber.ready();
      publisher.send(110, 111);
      assertThat(subscriber.sequences(1)).containsExactly(110L);
      end(subscriber, subscriber.client()::forget);
    }
  }

  private static void end(KitSubscriber subscriber, Runnable how) {
    subscriber.runOnLane(how);
    assertThat(subscriber.disconnected().next().cause()).isEmpty();
  }

  /**
   * 150 messages with an acknowledgement for each 100: the rest comes again, and all that is new.
   */
  @ParameterizedTest
  @EnumSource(names = "PRE_SETTLED", mode = EnumSource.Mode.EXCLUDE)
  void whatWasNotAcknowledgedBeforeACutComesAgainAndAllOfItIsReported(
      JmsAcknowledgement acknowledgement) {
    JmsConsumers consumers = JmsConsumers.of(acknowledgement);
    try (JmsRig rig = rig(consumers)) {
      KitSubscriber subscriber = rig.subscriber(true, Optional.empty()).ready();
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE, 24, 200);
      publisher.connect();
      publisher.send(0, 150);
      publisher.acknowledged().next(150);
      List<Long> before = subscriber.sequences(150);
      assertThat(before).containsExactlyInAnyOrderElementsOf(sequences(0, 150));
      rig.awaitQuiet();
      rig.relay().cut();
      subscriber.disconnected().next();
      publisher.disconnected().next();
      int unacknowledged = 150 % consumers.batch();
      assertThat(subscriber.lossEffects(ConnectionLossEffect.UNACKNOWLEDGED_DELIVERY))
          .isEqualTo(unacknowledged);
      assertThat(subscriber.lossEffects(ConnectionLossEffect.TRANSACTION_UNDONE))
          .isEqualTo(acknowledgement == JmsAcknowledgement.TRANSACTED ? 1 : 0);

      subscriber.readyAgain();
      publisher.connectAgain();
      publisher.send(150, 300);
      List<Long> expected = new ArrayList<>(before.subList(150 - unacknowledged, 150));
      expected.addAll(sequences(150, 300));
      assertThat(subscriber.sequences(expected.size()))
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(subscriber.delivered().within(Duration.ofMillis(100))).isEmpty();
      end(subscriber, subscriber.client()::forget);
    }
  }

  /** The broker is gone, and refuses each attempt: a loss is reported once, and not with each. */
  @Test
  void attemptsThatFailLoseNothingMore() {
    try (JmsRig rig = rig(JmsAcknowledgement.CLIENT)) {
      KitSubscriber subscriber = rig.subscriber(true, Optional.empty()).ready();
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE, 24, 200);
      publisher.connect();
      publisher.send(0, 50);
      publisher.acknowledged().next(50);
      assertThat(subscriber.sequences(50)).containsExactlyInAnyOrderElementsOf(sequences(0, 50));
      rig.awaitQuiet();
      rig.relay().refuse();
      subscriber.disconnected().next();
      for (int i = 0; i < 3; i++) {
        subscriber.startConnecting();
        subscriber.disconnected().next();
      }
      assertThat(subscriber.lossEffects(ConnectionLossEffect.UNACKNOWLEDGED_DELIVERY))
          .isEqualTo(50);
    }
  }
}
