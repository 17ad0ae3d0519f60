package io.brokerbench.mqtt.fanin;

import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The words of a fan-in name after its first, in the order in which they may come. */
enum FanInWord {
  SEC(Place.SECURITY),
  Q0(Place.QOS),
  Q1(Place.QOS),
  Q2(Place.QOS),
  HA(Place.AVAILABILITY),
  PERSISTENT(Place.SESSION),
  JMS(Place.CONSUMERS),
  SINGLE(Place.DISTRIBUTION),
  PARTITIONS(Place.DISTRIBUTION),
  SHARED(Place.DISTRIBUTION);

  private final Place place;

  FanInWord(Place place) {
    this.place = place;
  }

  Place place() {
    return place;
  }

  /** The QoS that a word of that place stands for. */
  static Qos qosOf(Set<FanInWord> words) {
    return words.contains(Q0)
        ? Qos.AT_MOST_ONCE
        : words.contains(Q1) ? Qos.AT_LEAST_ONCE : Qos.EXACTLY_ONCE;
  }

  /** The distribution that a word of that place stands for. */
  static Distribution distributionOf(Set<FanInWord> words) {
    return words.contains(SINGLE)
        ? Distribution.SINGLE
        : words.contains(PARTITIONS) ? Distribution.PARTITIONS : Distribution.SHARED;
  }

  /** The places of a name, of which some may stay empty. */
  enum Place {
    SECURITY(true),
    QOS(false),
    AVAILABILITY(true),
    SESSION(true),
    CONSUMERS(true),
    DISTRIBUTION(false);

    private final boolean optional;

    Place(boolean optional) {
      this.optional = optional;
    }

    boolean optional() {
      return optional;
    }

    List<FanInWord> words() {
      return Arrays.stream(FanInWord.values()).filter(word -> word.place == this).toList();
    }
  }
}
