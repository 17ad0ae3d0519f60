package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsProducers;
import io.brokerbench.core.scenario.Qos;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The part of the kit for JMS that is about which messages a consumer gets, and when. */
abstract class JmsDeliveryKit extends JmsPublisherKit {

  /** They count whole milliseconds, on both sides. */
  private static final Duration OF_CLOCKS = Duration.ofMillis(10);

  @ParameterizedTest
  @EnumSource
  void eachConsumerGetsWhatItSelectsOfOneDestination(JmsConsumers.Destination destination) {
    JmsConsumers consumers = auto().withDestination(destination);
    try (JmsRig rig = rig(consumers)) {
      KitSubscriber one = rig.subscriber(selecting(rig, 0)).ready();
      KitSubscriber two = rig.subscriber(selecting(rig, 1)).ready();
      KitPublisher first = rig.publisher(ofPartition(rig, 0), 0);
      KitPublisher second = rig.publisher(ofPartition(rig, 1), 0);
      first.connect();
      second.connect();
      first.send(0, 100);
      second.send(100, 300);
      assertThat(one.sequences(100)).containsExactlyInAnyOrderElementsOf(sequences(0, 100));
      assertThat(two.sequences(200)).containsExactlyInAnyOrderElementsOf(sequences(100, 300));
      assertThat(one.delivered().within(Duration.ofMillis(50))).isEmpty();
      assertThat(two.delivered().within(Duration.ofMillis(50))).isEmpty();
    }
  }

  /** The consumer beside the browser selects nothing, and so what waits is known. */
  @Test
  void aBrowserSeesWhatWaitsInTheQueueAndConsumesNothing() {
    try (JmsRig rig = rig(auto().ofQueue())) {
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE, 24, 100);
      publisher.connect();
      publisher.send(0, 100);
      publisher.acknowledged().next(100);
      KitSubscriber browses =
          rig.subscriber(selecting(rig, 7).withBrowseRate(Optional.of(Rate.perSecond(20)))).ready();
      assertThat(browses.browsed().next(3)).containsExactly(100L, 100L, 100L);
      KitSubscriber consumes = rig.subscriber().ready();
      assertThat(consumes.sequences(100)).containsExactlyInAnyOrderElementsOf(sequences(0, 100));
      assertThat(browses.delivered().soFar()).isEmpty();
    }
  }

  /** Of each of some messages: it arrives, and no sooner than its delay after it was offered. */
  @ParameterizedTest
  @EnumSource
  void aMessageWithADelayComesOnceThatHasPassed(JmsConsumers.Destination destination) {
    assumeThat(
            has(Capability.DELIVERY_DELAY)
                && provider().features().contains(DriverFeature.DELIVERY_DELAY))
        .isTrue();
    Duration delay = Duration.ofMillis(1_500);
    JmsProducers delaying = JmsProducers.NONE.withDeliveryDelay(Optional.of(delay));
    try (JmsRig rig = rig(auto().withDestination(destination), delaying)) {
      KitSubscriber subscriber = rig.subscriber().ready();
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE, 24, 100);
      publisher.connect();
      long start = KitRig.CLOCK.nanoTime();
      publisher.send(0, 50);
      assertThat(subscriber.delivered().next(50))
          .allSatisfy(
              delivered ->
                  assertThat(delivered.nanos() - start)
                      .isGreaterThanOrEqualTo(delay.minus(OF_CLOCKS).toNanos()));
      assertThat(subscriber.delivered().within(Duration.ofMillis(50))).isEmpty();
    }
  }

  private static SubscriberSpec selecting(JmsRig rig, int partition) {
    return new SubscriberSpec(
            "selects" + partition, rig.destination(), Optional.empty(), Qos.AT_LEAST_ONCE, false)
        .withPartition(Optional.of(partition));
  }

  private static PublisherSpec ofPartition(JmsRig rig, int partition) {
    return new PublisherSpec(
            "marks" + partition, rig.destination(), Qos.AT_LEAST_ONCE, 24, false, 300)
        .withPartition(Optional.of(partition));
  }
}
