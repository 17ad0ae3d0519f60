package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.LoadModel;
import io.brokerbench.core.load.ProfileLoad;
import io.brokerbench.core.load.ProfilePoint;
import io.brokerbench.experiment.group.GroupRun;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Each group's rate is that of its profile all day long, and not only in the end. A recorder reads
 * from each message when it was due; that the generator was on time is its verdict.
 */
class GroupRatesTruthIT {

  /** Of a day's messages. */
  private static final double TOLERANCE = 0.01;

  private final Map<String, Queue<Long>> due = new ConcurrentHashMap<>();

  private void record(Mqtt3Publish message) {
    String topic = message.getTopic().toString();
    String group =
        topic.startsWith("site/")
            ? "telemetry"
            : message.getQos() == MqttQos.EXACTLY_ONCE ? "commands" : "broadcast";
    due.computeIfAbsent(group, name -> new ConcurrentLinkedQueue<>())
        .add(ByteBuffer.wrap(message.getPayloadAsBytes()).getLong());
  }

  @Test
  void eachGroupKeepsItsRateAllDay() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      Mqtt3BlockingClient recorder =
          MqttClient.builder()
              .useMqttVersion3()
              .serverHost("127.0.0.1")
              .serverPort(broker.port())
              .buildBlocking();
      recorder.connect();
      recorder
          .toAsync()
          .subscribeWith()
          .topicFilter("#")
          .qos(MqttQos.EXACTLY_ONCE)
          .callback(this::record)
          .send()
          .join();
      GroupsResult result = GroupsTruthIT.run(GroupsTruthIT.fleet(), broker, 1);
      recorder.disconnect();

      assertThat(due.keySet())
          .isEqualTo(result.groups().stream().map(GroupRun::name).collect(Collectors.toSet()));
      result.groups().forEach(this::keepsItsRate);
    }
  }

  /** Message <i>i</i> is due when the integral of the rates is <i>i</i>. */
  private void keepsItsRate(GroupRun group) {
    List<Long> sorted = due.get(group.name()).stream().sorted().toList();
    assertThat(sorted).as(group.name()).hasSize((int) GroupsTruthIT.sent(group.name()));
    LoadModel load = group.run().scenario().workload().load();
    double most = Math.max(1, TOLERANCE * sorted.size());
    for (int i = 0; i < sorted.size(); i++) {
      double seconds = (sorted.get(i) - sorted.get(0)) / 1e9;
      assertThat(Math.abs(integral(load, seconds) - i))
          .as("%s: message %d, due after %s s", group.name(), i, seconds)
          .isLessThanOrEqualTo(most);
    }
  }

  private static double integral(LoadModel load, double seconds) {
    if (load instanceof ConstantLoad constant) {
      return constant.rate().perSecond() * seconds;
    }
    ProfileLoad profile = (ProfileLoad) load;
    List<ProfilePoint> points = profile.points();
    double sum = 0;
    for (int i = 0; i < points.size(); i++) {
      double from = seconds(profile, i);
      boolean last = i == points.size() - 1;
      double to = last ? Double.MAX_VALUE : seconds(profile, i + 1);
      double part = Math.max(0, Math.min(seconds, to) - from);
      double rate = points.get(i).rate();
      double slope =
          last || profile.between() == ProfileLoad.Between.STEPS
              ? 0
              : (points.get(i + 1).rate() - rate) / (to - from);
      sum += profile.scale() * (rate * part + slope * part * part / 2);
    }
    return sum;
  }

  private static double seconds(ProfileLoad profile, int point) {
    return profile.points().get(point).at().toNanos() / 1e9 / profile.speed();
  }
}
