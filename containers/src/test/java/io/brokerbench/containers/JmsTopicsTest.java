package io.brokerbench.containers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JmsTopicsTest {

  @ParameterizedTest
  @CsvSource({
    "p/3/t/17, p.3.t.17, p.3.t.17",
    "p/3/#, p.3.#, p.3.>",
    "p/+/t/+, p.*.t.*, p.*.t.*",
    "#, #, >"
  })
  void eachProductHasItsOwnNames(String mqtt, String artemis, String activeMq) {
    assertThat(JmsTopics.ARTEMIS.of(mqtt)).isEqualTo(artemis);
    assertThat(JmsTopics.ACTIVEMQ.of(mqtt)).isEqualTo(activeMq);
    assertThat(JmsTopics.QPID.of(mqtt)).isEqualTo("amq.topic/" + artemis);
  }

  @Test
  void groupsOfClassicHaveQueuesOfTheirOwn() {
    assertThat(JmsTopics.ACTIVEMQ.groupTopic("p/3")).isEqualTo("VirtualTopic/p/3");
    assertThat(JmsTopics.ACTIVEMQ.groupQueue("g1", "p/#"))
        .isEqualTo("Consumer.g1.VirtualTopic.p.>");
  }
}
