package io.brokerbench.mqtt.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class InFlightMessagesTest {

  @Test
  void theWindowIsFullAtItsLimitAndFreesWithEachRemoval() {
    InFlightMessages inFlight = new InFlightMessages(5);
    for (int i = 0; i < 5; i++) {
      inFlight.add(i, 0, 0, 0);
    }
    assertThat(inFlight.isFull()).isTrue();
    inFlight.remove(3);
    assertThat(inFlight.isFull()).isFalse();
    assertThat(inFlight.contains(3)).isFalse();
    assertThat(inFlight.size()).isEqualTo(4);
  }

  /** A broker that repeats an acknowledgement acknowledges no other message by it. */
  @Test
  void anIdentifierThatWasFreedIsNotTheNextOneHoweverManyAreInFlight() {
    for (int limit = 1; limit <= 40; limit++) {
      for (int most = 1; most <= limit; most++) {
        InFlightMessages inFlight = new InFlightMessages(limit);
        long sequence = 0;
        for (; sequence < most; sequence++) {
          inFlight.add(sequence, 0, 0, 0);
        }
        for (int round = 0; round < 100; round++) {
          int freed = inFlight.inOrder()[0];
          inFlight.remove(freed);
          for (int next = 0; next < 4; next++) {
            int packetId = inFlight.add(sequence++, 0, 0, 0);
            assertThat(packetId).as("%d in flight of %d", most, limit).isNotEqualTo(freed);
            if (next < 3) {
              inFlight.remove(packetId);
            }
          }
        }
        assertThat(java.util.Arrays.stream(inFlight.inOrder()).max().orElseThrow())
            .isLessThanOrEqualTo(limit + 4);
      }
    }
  }

  @Test
  void aReceiveMaximumMakesTheWindowSmallerAndNeverLarger() {
    InFlightMessages inFlight = new InFlightMessages(5);
    inFlight.narrow(2);
    inFlight.add(0, 0, 0, 0);
    inFlight.add(1, 0, 0, 0);
    assertThat(inFlight.isFull()).isTrue();
    inFlight.narrow(65_535);
    inFlight.add(2, 0, 0, 0);
    inFlight.add(3, 0, 0, 0);
    inFlight.add(4, 0, 0, 0);
    assertThat(inFlight.isFull()).isTrue();
  }

  /** A second node may allow less than the one that has died (MQTT 5, 4.9). */
  @Test
  void noMoreAreSentAgainAtATimeThanTheWindowAllows() {
    InFlightMessages inFlight = new InFlightMessages(10);
    for (int i = 0; i < 10; i++) {
      inFlight.add(i, 0, 0, 0);
    }
    inFlight.narrow(3);
    inFlight.beginAgain();
    assertThat(List.of(inFlight.takeAgain(), inFlight.takeAgain(), inFlight.takeAgain()))
        .containsExactly(1, 2, 3);
    assertThat(inFlight.takeAgain()).isZero();
    assertThat(inFlight.isFull()).isTrue();
    inFlight.remove(2);
    assertThat(inFlight.takeAgain()).isEqualTo(4);
    assertThat(inFlight.takeAgain()).isZero();
    for (int done : List.of(1, 3, 4)) {
      inFlight.remove(done);
    }
    for (int next = 5; next <= 7; next++) {
      assertThat(inFlight.takeAgain()).isEqualTo(next);
    }
    inFlight.clear();
    assertThat(inFlight.takeAgain()).isZero();
    assertThat(inFlight.isFull()).isFalse();
  }

  @Test
  void identifiersAreLegalAndUniqueAndWordsStayWithThem() {
    InFlightMessages inFlight = new InFlightMessages(65_535);
    Map<Integer, Long> model = new HashMap<>();
    SplittableRandom random = new SplittableRandom(3);
    for (long sequence = 0; sequence < 200_000; sequence++) {
      if (!model.isEmpty() && random.nextInt(100) < 48) {
        int packetId = model.keySet().iterator().next();
        assertThat(inFlight.sequence(packetId)).isEqualTo(model.remove(packetId));
        inFlight.remove(packetId);
      }
      int packetId = inFlight.add(sequence, sequence + 1, sequence + 2, sequence + 3);
      assertThat(packetId).isBetween(1, 65_535);
      assertThat(model.put(packetId, sequence)).isNull();
      assertThat(inFlight.word(0, packetId)).isEqualTo(sequence + 1);
      assertThat(inFlight.word(2, packetId)).isEqualTo(sequence + 3);
      if (inFlight.size() > 60_000) {
        break;
      }
    }
    assertThat(inFlight.size()).isEqualTo(model.size());
  }

  @Test
  void whatIsInFlightIsToldInTheOrderOfSending() {
    InFlightMessages inFlight = new InFlightMessages(10);
    for (int i = 0; i < 6; i++) {
      inFlight.add(i, 0, 0, 0);
    }
    inFlight.remove(2);
    inFlight.remove(1);
    inFlight.add(6, 0, 0, 0);
    assertThat(java.util.Arrays.stream(inFlight.inOrder()).mapToObj(inFlight::sequence))
        .containsExactly(2L, 3L, 4L, 5L, 6L);
  }
}
