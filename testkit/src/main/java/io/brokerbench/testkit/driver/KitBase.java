package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.payload.PayloadSizes;
import io.brokerbench.core.payload.PayloadSizes.Shape;
import io.brokerbench.core.payload.PayloadText;
import io.brokerbench.core.payload.SizeTable;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.testkit.driver.KitClient.Disconnected;
import io.brokerbench.testkit.driver.KitPublisher.Acknowledged;
import io.brokerbench.testkit.driver.KitSubscriber.Delivered;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.TestInstance;

/** What the kits for MQTT and for JMS have in common. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class KitBase {

  /** The driver under test. */
  protected abstract ClientDriverProvider provider();

  /** How long the driver and the broker may take for what has to happen. */
  protected Duration patience() {
    return Duration.ofMinutes(1);
  }

  static List<Long> sequences(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  /** A publisher of sizes on both sides of what packets and buffers hold, by chance. */
  static PublisherSpec ofSeveralSizes(String topic, Qos qos) {
    SizeTable sizes =
        SizeTable.of(
            new PayloadSizes(
                Shape.SAMPLES,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of("sizes.txt")),
            Optional.of(new PayloadText("sizes.txt", "24\n25\n127\n16383\n16384\n200000")),
            1);
    return new PublisherSpec("sizes", topic, qos, sizes.largest(), false, 16)
        .withSizes(Optional.of(sizes));
  }

  /** Sends a hundred messages, each of which has to have the size that its words give. */
  void eachHasItsSize(KitPublisher publisher, PublisherSpec spec, KitSubscriber subscriber) {
    publisher.connect();
    publisher.send(0, 100);
    List<Delivered> delivered = inOrder(subscriber.delivered().next(100));
    for (int i = 0; i < 100; i++) {
      int bytes = spec.bytesOf(delivered.get(i).word1());
      delivered.get(i).isMessage(publisher.publisherId(), i, bytes);
    }
    assertThat(delivered.stream().map(Delivered::payloadBytes).distinct().count()).isEqualTo(6);
  }

  /**
   * Deliveries of one publisher in the order in which they have to be. As they came; to be
   * overridden for products that mix them up.
   */
  List<Delivered> inOrder(List<Delivered> deliveries) {
    return deliveries;
  }

  /** Why a connection ended, which has to be reported. */
  static Throwable causeOf(Disconnected end) {
    assertThat(end.cause()).as("cause of the disconnect").isPresent();
    return end.cause().orElseThrow();
  }

  /** Connects them all, and sends ten messages with each. */
  static void allAreAcknowledged(List<KitPublisher> publishers) {
    publishers.forEach(KitPublisher::startConnecting);
    publishers.forEach(p -> p.connected().next());
    publishers.forEach(p -> p.send(0, 10));
    publishers.forEach(
        p ->
            assertThat(p.acknowledged().next(10))
                .extracting(Acknowledged::sequence)
                .isEqualTo(sequences(0, 10)));
  }

  static void acknowledgesEachOnce(KitPublisher publisher, int messages) {
    publisher.connect();
    publisher.send(0, messages);

    List<Acknowledged> acknowledged = publisher.acknowledged().next(messages);
    for (int i = 0; i < messages; i++) {
      Acknowledged one = acknowledged.get(i);
      assertThat(one).isEqualTo(new Acknowledged(i, KitPublisher.word0(i), one.nanos()));
    }
    assertThat(publisher.unacknowledged()).isZero();
    assertThat(publisher.acknowledged().soFar()).isEmpty();
  }

  static void refusesAfter(KitPublisher publisher, int window) {
    for (int i = 0; i < window; i++) {
      assertThat(publisher.offer(i)).as("offer %s of a window of %s", i, window).isTrue();
    }
    assertThat(publisher.offer(window)).as("offer over a window of %s", window).isFalse();
    assertThat(publisher.unacknowledged()).isEqualTo(window);
    assertThat(publisher.ready().soFar()).isEmpty();
  }

  static void refusesOffersUnlessConnected(KitPublisher publisher) {
    assertThat(publisher.offer(0)).isFalse();
    publisher.connect();
    assertThat(publisher.offer(0)).isTrue();
    publisher.runOnLane(publisher.client()::disconnect);
    publisher.disconnected().next();
    assertThat(publisher.offer(1)).isFalse();
  }

  /** Offers messages, and says goodbye before they are flushed. */
  static void offersAndDisconnects(KitPublisher publisher, int messages) {
    publisher.connect();
    publisher.runOnLane(
        () -> {
          for (int i = 0; i < messages; i++) {
            assertThat(publisher.offerUnflushed(i)).isTrue();
          }
          publisher.client().disconnect();
        });
    assertThat(publisher.disconnected().next().cause()).isEmpty();
  }

  /** Offers messages until one is refused. @return how many were taken */
  static int offersUntilRefused(KitPublisher publisher, int most) {
    int taken = 0;
    while (taken < most && publisher.offer(taken)) {
      taken++;
    }
    assertThat(taken).as("messages taken by a connection that stands still").isLessThan(most);
    return taken;
  }
}
