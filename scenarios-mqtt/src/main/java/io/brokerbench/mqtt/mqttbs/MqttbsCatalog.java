package io.brokerbench.mqtt.mqttbs;

import io.brokerbench.core.definition.ScenarioCatalog;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.LoadModel;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The Open MQTT Benchmark Suite: connection, fan-out, point-to-point, fan-in and composite, each as
 * {@code MQTTBS.NAME.SCALE}. Of the composite the suite gives no numbers: it has the other four as
 * groups, most of whose clients only stay connected.
 */
public final class MqttbsCatalog implements ScenarioCatalog {

  static final String FAMILY = "MQTTBS.";

  /** The suite has 16, which is less than the header that proves each message. */
  private static final int PAYLOAD_BYTES = 24;

  private static final long SEED = 42;
  private static final int IN_FLIGHT_WINDOW = 100;
  private static final Duration KEEP_ALIVE = Duration.ofMinutes(5);

  /** Clients of the suite's connection, which connect within 200 seconds. */
  private static final int CONNECTIONS = 1_000_000;

  private static final Rate CONNECTS = Rate.perSecond(5_000);
  private static final Duration CONNECT_LIMIT = Duration.ofMinutes(10);
  private static final int MANY = 50_000;

  private static final List<Scenario> SCENARIOS =
      Arrays.stream(Scale.values())
          .flatMap(
              scale ->
                  List.of(connection(scale), fanOut(scale), pointToPoint(scale), fanIn(scale))
                      .stream())
          .toList();

  private static final List<GroupedScenario> GROUPED =
      Arrays.stream(Scale.values()).map(MqttbsCatalog::composite).toList();

  @Override
  public String title() {
    return "Open MQTT Benchmark Suite: its scenarios at 1 % (S), 10 % (M) and in full (L)";
  }

  @Override
  public List<Scenario> scenarios() {
    return SCENARIOS;
  }

  @Override
  public List<GroupedScenario> grouped() {
    return GROUPED;
  }

  private static Scenario connection(Scale scale) {
    Phases phases = scale.phases().with(Duration.ZERO, scale.phases().steady());
    return new Scenario(
        name("CONN", scale),
        "Clients connect at 5 000/s and stay, " + scale.words(),
        new Topology(scale.of(CONNECTIONS), 0, Distribution.NONE),
        workload(new NoLoad()).withQos(Qos.AT_MOST_ONCE),
        session(Protocol.MQTT_3_1_1).withConnectRate(Optional.of(CONNECTS)),
        phases.withConnectLimit(CONNECT_LIMIT));
  }

  private static Scenario fanOut(Scale scale) {
    return messages(
        name("FANOUT", scale),
        "QoS 1, 5 publishers, every subscriber gets everything, " + scale.words(),
        new Topology(5, scale.of(1_000), Distribution.ALL),
        250,
        Protocol.MQTT_3_1_1,
        scale);
  }

  private static Scenario pointToPoint(Scale scale) {
    int pairs = scale.of(MANY);
    return messages(
        name("P2P", scale),
        "QoS 1, a subscriber for each publisher, " + scale.words(),
        new Topology(pairs, pairs, Distribution.PARTITIONS),
        pairs,
        Protocol.MQTT_3_1_1,
        scale);
  }

  private static Scenario fanIn(Scale scale) {
    return messages(
        name("FANIN", scale),
        "QoS 1, MQTT 5, subscribers share what all publishers send, " + scale.words(),
        new Topology(scale.of(MANY), scale.of(500), Distribution.SHARED),
        scale.of(MANY),
        Protocol.MQTT_5,
        scale);
  }

  private static GroupedScenario composite(Scale scale) {
    return new GroupedScenario(
        name("COMPOSITE", scale),
        "Most clients only stay connected; the others fan out, talk in pairs and fan in, "
            + scale.words(),
        List.of(
            group("background", connection(scale), scale),
            group("fan-out", fanOut(scale), scale),
            group("point-to-point", pointToPoint(scale), scale),
            group("fan-in", fanIn(scale), scale)));
  }

  /** Those in the background stay as long as the others send, the warm-up included. */
  private static ClientGroup group(String name, Scenario scenario, Scale scale) {
    Phases phases = scale.phases();
    Duration hold = phases.warmUp().plus(phases.steady());
    Scenario named = scenario.withName(name("COMPOSITE", scale) + "." + name);
    return new ClientGroup(
        name,
        Optional.empty(),
        scenario.connectsOnly() ? named.withPhases(named.phases().withSteady(hold)) : named);
  }

  private static Scenario messages(
      String name,
      String description,
      Topology topology,
      int perSecond,
      Protocol protocol,
      Scale scale) {
    return new Scenario(
        name,
        description,
        topology,
        workload(new ConstantLoad(Rate.perSecond(perSecond))),
        session(protocol),
        scale.phases().withConnectLimit(CONNECT_LIMIT));
  }

  private static Workload workload(LoadModel load) {
    return new Workload(Qos.AT_LEAST_ONCE, new PayloadSpec(PAYLOAD_BYTES), false, load, SEED);
  }

  private static Session session(Protocol protocol) {
    return new Session(protocol, false, 0, IN_FLIGHT_WINDOW, KEEP_ALIVE);
  }

  private static String name(String words, Scale scale) {
    return FAMILY + words + "." + scale;
  }
}
