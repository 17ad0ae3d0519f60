package io.brokerbench.core.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.load.Rate;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioTest {

  private final Scenario scenario =
      new Scenario(
          "it",
          "",
          ScenarioDefaults.topology(Distribution.SHARED),
          ScenarioDefaults.workload(Qos.AT_LEAST_ONCE),
          ScenarioDefaults.session(false),
          ScenarioDefaults.PHASES);

  @Test
  void aPartThatIsReplacedLeavesTheOthersAsTheyAre() {
    Topology topology = new Topology(5, 5, Distribution.PARTITIONS);
    Workload workload =
        scenario
            .workload()
            .withLoad(new ConstantLoad(Rate.perSecond(7)))
            .withPayload(new PayloadSpec(99))
            .withSeed(3);
    Session session = new Session(Protocol.MQTT_5, true, 0.5, 7, Duration.ZERO);
    Phases phases =
        new Phases(Duration.ZERO, Duration.ofSeconds(1), Duration.ZERO, Duration.ofSeconds(1));

    assertThat(
            scenario
                .withTopology(topology)
                .withWorkload(workload)
                .withSession(session)
                .withPhases(phases))
        .isEqualTo(new Scenario("it", "", topology, workload, session, phases));
  }

  @Test
  void sessionsAreNeededForAsLongAsTheirClientsMayBeAway() {
    Scenario absent =
        scenario.withSession(new Session(Protocol.MQTT_5, true, 0.5, 7, Duration.ZERO));
    Scenario back = scenario.withSession(scenario.session().withReconnect(Optional.of(true)));
    Phases phases = scenario.phases();

    assertThat(scenario.sessionsNeeded()).isZero();
    assertThat(absent.sessionsNeeded()).isEqualTo(phases.steady().dividedBy(2));
    assertThat(back.sessionsNeeded()).isEqualTo(phases.steady().plus(phases.drainLimit()));
  }

  @Test
  void aPersistentSessionIsLegalWithEveryQos() {
    for (Qos qos : Qos.values()) {
      assertThat(
              scenario
                  .withWorkload(ScenarioDefaults.workload(qos))
                  .withSession(ScenarioDefaults.session(true))
                  .session()
                  .persistent())
          .isTrue();
    }
  }

  @Test
  void idleConnectionsThatComeBackRequireNoSessions() {
    Session back = scenario.session().withReconnect(Optional.of(true));
    Scenario idle =
        new Scenario(
            "idle",
            "",
            ScenarioDefaults.topology(Distribution.NONE),
            scenario.workload().withLoad(new NoLoad()),
            back,
            ScenarioDefaults.PHASES);

    assertThat(idle.expectsBrokenConnections()).isTrue();
    assertThat(idle.withSession(scenario.session()).expectsBrokenConnections()).isFalse();
    assertThat(idle.resumesSessions()).isFalse();
    assertThat(RequiredCapabilities.of(idle)).doesNotContain(Capability.PERSISTENT_SESSIONS);
    assertThat(scenario.withSession(back).resumesSessions()).isTrue();
    assertThat(RequiredCapabilities.of(scenario.withSession(back)))
        .contains(Capability.PERSISTENT_SESSIONS);
  }

  @Test
  void everyPublisherHasATopicOfItsOwnThatOneConsumersFilterMatches() {
    Topology topology = new Topology(10, 3, Distribution.PARTITIONS);
    Set<String> topics = new HashSet<>();
    for (int publisher = 0; publisher < 10; publisher++) {
      topics.add(topology.topicOf(publisher, "r1"));
    }

    assertThat(topics).hasSize(10).contains("p/r1/0/t/0", "p/r1/1/t/1", "p/r1/2/t/5", "p/r1/0/t/9");
    assertThat(topology.filtersOf(2, "r1")).containsExactly("p/r1/2/#");
    assertThat(new Topology(10, 3, Distribution.SHARED).filtersOf(2, "r1"))
        .containsExactly("p/r1/#");
  }

  @Test
  void namesThatTheUserGivesHaveTheRunInThemOnlyWhereTheySaySo() {
    Topology usual = new Topology(2, 1, Distribution.SINGLE);
    Topology given = usual.withTopics(new TopicNames("a/{publisher}", List.of("a/#")));
    Topology fresh =
        usual.withTopics(new TopicNames("a/{run}/{publisher}", List.of("a/{run}/+", "b/{run}")));

    assertThat(given.topicOf(1, "r1")).isEqualTo("a/1");
    assertThat(given.filtersOf(0, "r1")).containsExactly("a/#");
    assertThat(fresh.topicOf(1, "r1")).isEqualTo("a/r1/1");
    assertThat(fresh.filtersOf(0, "r1")).containsExactly("a/r1/+", "b/r1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\nb", "a\u0000", "a\u202eb", "\ud800"})
  void aNameIsOneLineOfTextThatCanBeSeen(String name) {
    assertThatThrownBy(
            () ->
                new Scenario(
                    name,
                    "",
                    scenario.topology(),
                    scenario.workload(),
                    scenario.session(),
                    scenario.phases()))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("name");
  }

  @Test
  void anAbsenceNeedsAPersistentSession() {
    assertThatThrownBy(() -> new Session(Protocol.MQTT_5, false, 0.1, 100, Duration.ZERO))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("absent 0.1: needs a persistent session");
    assertThatThrownBy(() -> new Session(Protocol.MQTT_5, true, Double.NaN, 100, Duration.ZERO))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("absent NaN: a fraction between 0 and 1");
  }
}
