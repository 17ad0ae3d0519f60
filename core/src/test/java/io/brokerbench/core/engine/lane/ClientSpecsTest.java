package io.brokerbench.core.engine.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.device.Device;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.assignment.DeviceRows;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.TopicNames;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.ClientIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClientSpecsTest {

  private static final Scenario USUAL =
      SenderBench.scenario(
          4, new ConstantLoad(Rate.perSecond(1_000)), Duration.ZERO, Duration.ofSeconds(1));

  private static ClientSpecs specs(Scenario scenario, long nonce) {
    return specs(scenario, nonce, DeviceRows.NONE);
  }

  private static ClientSpecs specs(Scenario scenario, long nonce, DeviceRows devices) {
    Target target = Target.of(Endpoint.mqtt("127.0.0.1", 1883));
    Assignment assignment =
        new Assignment(
            scenario,
            target,
            target,
            Access.OPEN,
            List.of(),
            Assignment.Slice.all(scenario),
            nonce,
            1,
            Duration.ZERO,
            TopicMapping.UNCHANGED,
            devices,
            Optional.empty(),
            Optional.empty());
    return new ClientSpecs(
        assignment,
        new LaneContext(
            scenario,
            nonce,
            0,
            64,
            () -> 0,
            scenario.expectsBrokenConnections(),
            Optional.empty(),
            Optional.empty(),
            1));
  }

  private static Scenario retained() {
    Workload workload = USUAL.workload();
    return USUAL.withWorkload(
        new Workload(workload.qos(), workload.payload(), true, workload.load(), workload.seed()));
  }

  private static List<String> names(Scenario scenario, long nonce) {
    ClientSpecs specs = specs(scenario, nonce);
    PublisherSpec publisher = specs.publisher(3);
    SubscriberSpec subscriber = specs.subscriber(0);
    return List.of(
        publisher.topic(),
        subscriber.filters().get(0),
        publisher.clientId(),
        subscriber.clientId());
  }

  @Test
  void aRowGivesAClientItsIdItsLoginAndItsPlaceInTheTopics() {
    Scenario scenario =
        USUAL.withTopology(
            USUAL
                .topology()
                .withTopics(
                    new TopicNames("site/{site}/device/{id}", List.of("site/{site}/device/+"))));
    Access.Login login = new Access.Login("u", "p");
    ClientIdentity own = ClientIdentity.of(login);
    Device device = new Device("d-3", own, Map.of("site", "north"));
    Device reader = new Device("app", ClientIdentity.COMMON, Map.of("site", "+"));
    ClientSpecs specs = specs(scenario, 35, new DeviceRows(Map.of(3, device), Map.of(0, reader)));

    PublisherSpec publisher = specs.publisher(3);
    assertThat(publisher.clientId()).isEqualTo("d-3");
    assertThat(publisher.topic()).isEqualTo("site/north/device/d-3");
    assertThat(publisher.identity().login()).contains(login);
    assertThat(specs.publisher(2).clientId()).isEqualTo("bbzp2");
    SubscriberSpec subscriber = specs.subscriber(0);
    assertThat(subscriber.clientId()).isEqualTo("app");
    assertThat(subscriber.filters()).containsExactly("site/+/device/+");
  }

  @Test
  void noNameOfOneRunIsANameOfAnother() {
    assertThat(names(USUAL, 35))
        .containsExactly("p/z/0/t/3", "p/z/#", "bbzp3", "bbzc0")
        .doesNotContainAnyElementsOf(names(USUAL, 36));
  }

  @Test
  void sharedSubscriptionsAreOfOneRun() {
    Scenario shared = USUAL.withTopology(new Topology(4, 2, Distribution.SHARED));
    assertThat(specs(shared, 35).subscriber(1).sharedGroup()).contains("gz");
    assertThat(specs(shared, 36).subscriber(1).sharedGroup()).contains("g10");
  }

  @Test
  void requestersAndRespondersThatComeBackHaveSessionsThatPersist() {
    Scenario once =
        USUAL
            .withSession(USUAL.session().withProtocol(Protocol.MQTT_5))
            .withTopology(Topology.ofRequests(4, 2));
    Scenario back = once.withSession(once.session().withReconnect(Optional.of(true)));
    Scenario acknowledged =
        back.withWorkload(
            new Workload(
                Qos.AT_LEAST_ONCE,
                back.workload().payload(),
                false,
                back.workload().load(),
                back.workload().seed()));
    assertThat(persistent(once)).containsOnly(false);
    assertThat(persistent(back)).as("of QoS 0").containsOnly(false);
    assertThat(persistent(acknowledged)).containsOnly(true);
  }

  /** Of a requester, the consumer of its replies, and a responder. */
  private static List<Boolean> persistent(Scenario scenario) {
    ClientSpecs specs = specs(scenario, 35);
    return List.of(
        specs.publisher(3).persistent(),
        specs.subscriber(3).persistent(),
        specs.subscriber(5).persistent());
  }

  @Test
  void aRunsNameIsShortAndHasNoSign() {
    assertThat(names(USUAL, -1).get(0)).isEqualTo("p/1z141z3/0/t/3");
  }

  @Test
  void topicsHaveAsManyLevelsAsAskedFor() {
    Scenario deep = ScenarioChange.set("workload.topicLevels", 8).applyTo(USUAL);
    assertThat(names(deep, 35)).startsWith("p/z/0/t/l/l/l/3", "p/z/#");
    assertThat(names(ScenarioChange.set("workload.topicLevels", 5).applyTo(USUAL), 35))
        .isEqualTo(names(USUAL, 35));
  }

  @Test
  void topicsThatTheScenarioNamesStayAsTheyAre() {
    Scenario named =
        USUAL.withTopology(USUAL.topology().withTopics(TopicNames.below("building/a")));
    assertThat(names(named, 35)).startsWith("building/a/3", "building/a/#");
    assertThat(names(named, 36)).startsWith("building/a/3", "building/a/#");
  }

  @Test
  void retainedMessagesReplaceThoseOfTheRunBefore() {
    assertThat(names(retained(), 35)).startsWith("p/retained/0/t/3", "p/retained/#");
    assertThat(names(retained(), 36)).startsWith("p/retained/0/t/3", "p/retained/#");
  }

  @Test
  void clientIdsBeginAsTheScenarioSays() {
    Scenario fleet = ScenarioChange.set("session.clientIdPrefix", "fleet-7_").applyTo(USUAL);

    assertThat(specs(USUAL, 1).publisher(3).clientId()).startsWith("bb").endsWith("p3");
    assertThat(specs(fleet, 1).publisher(3).clientId()).startsWith("fleet-7_").endsWith("p3");
    assertThat(specs(fleet, 1).subscriber(0).clientId()).startsWith("fleet-7_").endsWith("c0");
  }
}
