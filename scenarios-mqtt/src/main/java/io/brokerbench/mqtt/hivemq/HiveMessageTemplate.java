package io.brokerbench.mqtt.hivemq;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.scenario.Qos;
import java.util.List;

/**
 * What all messages of a publisher have in common, as the library wants it.
 *
 * @param topics parsed once
 */
record HiveMessageTemplate(List<MqttTopic> topics, MqttQos qos, boolean retain) {

  static HiveMessageTemplate of(PublisherSpec spec) {
    return new HiveMessageTemplate(
        spec.topics().stream().map(MqttTopic::of).toList(), qos(spec.qos()), spec.retain());
  }

  static MqttQos qos(Qos qos) {
    return MqttQos.fromCode(qos.level());
  }

  boolean isAcknowledged() {
    return qos != MqttQos.AT_MOST_ONCE;
  }
}
