package io.brokerbench.core.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.LoadModel;
import io.brokerbench.core.load.PoissonLoad;
import io.brokerbench.core.load.RampLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.AnyScenario;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.TopicNames;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioChangeTest {

  private static final Scenario BASE = scenario("name: it");
  private static final Scenario ACKNOWLEDGED = scenario("name: it\nworkload: {qos: 1}");

  @Provide
  Arbitrary<Scenario> scenarios() {
    return AnyScenario.any();
  }

  @Property(tries = 200)
  void aChangeLeavesEverythingElseAsItWas(
      @ForAll("scenarios") Scenario scenario, @ForAll long seed) {
    assertThat(ScenarioChange.set("workload.seed", seed).applyTo(scenario))
        .isEqualTo(scenario.withWorkload(scenario.workload().withSeed(seed)));
    assertThat(ScenarioChange.NONE.applyTo(scenario)).isSameAs(scenario);
  }

  @Test
  void aChangeSaysWhichSettingsItChanges() {
    ScenarioChange change = ScenarioChange.set("workload.load.rate", 5);
    assertThat(change.changes("workload.load")).isTrue();
    assertThat(change.changes("workload.load.rate")).isTrue();
    assertThat(change.changes("workload.qos")).isFalse();
    assertThat(ScenarioChange.set("workload", Map.of("qos", 1)).changes("workload.load")).isFalse();
  }

  @Test
  void aSettingIsSetByItsPathWithAValueOfTheModelOrAsText() {
    assertThat(ScenarioChange.set("session.inFlightWindow", 50).applyTo(ACKNOWLEDGED).session())
        .returns(50, session -> session.inFlightWindow());
    assertThat(ScenarioChange.set("phases.steady", Duration.ofSeconds(3)).applyTo(BASE).phases())
        .isEqualTo(ScenarioChange.parse("phases.steady=3s").applyTo(BASE).phases())
        .returns(Duration.ofSeconds(3), phases -> phases.steady());
  }

  @Test
  void aWindowOfUnacknowledgedMessagesIsForAnOpenLoadOfMessagesThatAreAcknowledged() {
    ScenarioChange window = ScenarioChange.set("session.inFlightWindow", 9);
    ScenarioChange closed = ScenarioChange.set("workload.load.window", 5);

    assertThat(window.and("workload.qos", 2).applyTo(BASE).session().inFlightWindow()).isEqualTo(9);
    for (Scenario base : List.of(ACKNOWLEDGED, closed.applyTo(ACKNOWLEDGED))) {
      assertThatThrownBy(() -> window.and(closed).applyTo(base))
          .hasMessage(
              "session.inFlightWindow 9: not with a closed load, which has a window of its own");
    }
    assertThat(window.and("workload.load.rate", 5).applyTo(closed.applyTo(ACKNOWLEDGED)).session())
        .returns(9, session -> session.inFlightWindow());
  }

  @Test
  void changesComposeAndTheLaterOneWins() {
    Scenario changed =
        ScenarioChange.set("topology.publishers", 5)
            .and("workload.load.rate", 50)
            .and(ScenarioChange.set("topology.publishers", 7).and("topology.consumers", 2))
            .applyTo(BASE);

    assertThat(changed.topology().publishers()).isEqualTo(7);
    assertThat(changed.topology().consumers()).isEqualTo(2);
    assertThat(changed.workload().load()).isEqualTo(new ConstantLoad(Rate.perSecond(50)));
  }

  @Test
  void nothingAsAValueRemovesASetting() {
    Scenario paced = ScenarioChange.parse("session.connectRate=50").applyTo(BASE);

    assertThat(paced.session().connectRate()).contains(Rate.perSecond(50));
    assertThat(ScenarioChange.set("session.connectRate", Optional.empty()).applyTo(paced))
        .isEqualTo(BASE);
    assertThat(ScenarioChange.parse("session.connectRate=null").applyTo(paced)).isEqualTo(BASE);
  }

  @Test
  void namesOfTopicsStayWhereTheNumberOfClientsChanges() {
    Scenario named = BASE.withTopology(BASE.topology().withTopics(TopicNames.below("a")));

    assertThat(ScenarioChange.set("topology.publishers", 3).applyTo(named).topology().topics())
        .contains(TopicNames.below("a"));
  }

  @Test
  void levelsAreAddedToTheUsualTopicsOnly() {
    Scenario named = BASE.withTopology(BASE.topology().withTopics(TopicNames.below("a")));

    assertThatThrownBy(() -> ScenarioChange.set("workload.topicLevels", 6).applyTo(named))
        .hasMessage(
            "workload.topicLevels 6: only with the usual topics: not with topology.topics, and not"
                + " with a queue");
  }

  @Test
  void aLoadTakesTheTypeThatItsSettingsBelongTo() {
    assertThat(load(new PoissonLoad(Rate.perSecond(9)), "rate", 5))
        .isEqualTo(new PoissonLoad(Rate.perSecond(5)));
    assertThat(load(new PoissonLoad(Rate.perSecond(9)), "type", "constant"))
        .isEqualTo(new ConstantLoad(Rate.perSecond(9)));
    assertThat(load(new PoissonLoad(Rate.perSecond(9)), "window", 5)).isEqualTo(new ClosedLoad(5));
    assertThat(load(new ClosedLoad(5), "rate", 9)).isEqualTo(new ConstantLoad(Rate.perSecond(9)));
    assertThat(load(new ClosedLoad(5), "type", "poisson"))
        .isEqualTo(new PoissonLoad(ScenarioDefaults.RATE));
    RampLoad ramp = new RampLoad(Rate.perSecond(1), Rate.perSecond(9), Duration.ofSeconds(2));
    assertThat(load(ramp, "rate", 20))
        .isEqualTo(new RampLoad(Rate.perSecond(1), Rate.perSecond(20), Duration.ofSeconds(2)));
    assertThat(
            ScenarioChange.set("workload.load.from", 1)
                .and("workload.load.over", "2s")
                .and("workload.load.type", "ramp")
                .applyTo(withLoad(new ConstantLoad(Rate.perSecond(9))))
                .workload()
                .load())
        .isEqualTo(ramp);
  }

  @Test
  void anotherDistributionBringsItsUsualConsumers() {
    Scenario few = ScenarioChange.set("topology.publishers", 4).applyTo(BASE);

    assertThat(ScenarioChange.set("topology.distribution", Distribution.PARTITIONS).applyTo(few))
        .returns(4, scenario -> scenario.topology().consumers());
  }

  @Test
  void aFaultComesAfterAThirdOfTheSteadyStateThatIsLeft() {
    Scenario changed =
        ScenarioChange.set("conditions.fault.kind", FaultKind.KILL)
            .and("phases.steady", "30s")
            .applyTo(BASE);

    assertThat(changed.conditions())
        .isEqualTo(
            Conditions.NONE.withFault(
                new Fault(FaultKind.KILL, Duration.ofSeconds(10), Optional.empty())));
    assertThat(ScenarioChange.parse("conditions.fault=null").applyTo(changed).conditions())
        .isEqualTo(Conditions.NONE);
  }

  @Test
  void theBatchOfJmsConsumersGoesWithTheirAcknowledgementAndPrefetch() {
    Scenario jms =
        BASE.withSession(
            BASE.session().withJmsConsumers(JmsConsumers.of(JmsAcknowledgement.CLIENT)));

    assertThat(batch(jms, "prefetch", 20)).isEqualTo(20);
    assertThat(batch(jms, "acknowledgement", "AUTO")).isEqualTo(1);
    assertThat(batch(jms, "batch", 7)).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          session.inFlightWindow=9        | session.inFlightWindow 9: only with QoS 1 and 2, which acknowledge messages
          session.absentFraction=0.5      | session.absentFraction 0.5: needs a persistent session, or what is sent in the absence is lost by contract
          workload.payload.bytes=8        | workload.payload.bytes 8: at least 24 bytes are required for the message header
          workload.payload=8              | workload.payload 8: keys with values of their own
          workload.load.rate=0            | workload.load.rate 0: more than 0 and at most 100 000 000 per second
          session.connectRate=0           | session.connectRate 0: more than 0 and at most 100 000 000 per second
          workload.load.from=5            | workload.load.from 5: only with workload.load.type ramp
          workload.load.type=ramp         | workload.load.type ramp: needs workload.load.from and workload.load.over as well
          workload.load.type=never        | workload.load.type never: one of constant, poisson, ramp, profile, closed, none
          conditions.fault.at=1s          | conditions.fault.at 1s: only with conditions.fault.kind
          conditions.fault={kind: KILL, at: 10s} | conditions.fault.at 10s: before the end of the steady state, 10s
          session.jmsConsumers.batch=5    | session.jmsConsumers.batch 5: only where consumers speak JMS, such as with JMS in the name
          security.cipher=TLS_AES_256_GCM_SHA384 | security.cipher TLS_AES_256_GCM_SHA384: only for scenarios with TLS, such as those with SEC in their name
          phases.steady=ten               | phases.steady ten: a number with a unit (ns, us, ms, s, m, h, d), such as 500ms
          phases.steady=null              | phases.steady is missing
          topology.publisherz=5           | topology has no key publisherz; did you mean publishers?
          topologie=5                     | a scenario has no key topologie; did you mean topology?
          topology..publishers=5          | setting topology..publishers: keys with points between them, such as session.inFlightWindow
          topology.publishers             | path=value, such as session.inFlightWindow=50
          """)
  void whatIsWrongIsNamedByItsPath(String assignment, String message) {
    assertThatThrownBy(() -> ScenarioChange.parse(assignment).applyTo(BASE))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(message);
  }

  @Test
  void eachSettingThatIsWrongByItselfIsNamed() {
    ScenarioChange change =
        ScenarioChange.set("workload.payload.bytes", 8)
            .and("topology.publishers", 0)
            .and("phases.steady", "30s")
            .and("workload.load.rate", 0);

    assertThatThrownBy(() -> change.applyTo(BASE))
        .isInstanceOfSatisfying(
            DefinitionException.class,
            e ->
                assertThat(e.mistakes())
                    .extracting(each -> each.field().orElseThrow())
                    .containsExactlyInAnyOrder(
                        "workload.payload.bytes", "topology.publishers", "workload.load.rate"));
  }

  @Test
  void aChangeIsUselessWhereTheScenarioHasNoPlaceForItWhateverItsValue() {
    ScenarioChange window = ScenarioChange.set("session.inFlightWindow", 9);
    assertThat(window.uselessFor(BASE, Map.of())).isPresent();
    assertThat(window.and("workload.qos", 1).uselessFor(BASE, Map.of())).isEmpty();
    assertThat(ScenarioChange.set("workload.payload.bytes", 8).uselessFor(BASE, Map.of()))
        .isEmpty();
  }

  @Test
  void aFrontEndsNamesStandInErrors() {
    Map<String, String> names =
        Map.of(
            "workload.load.rate", "--rate",
            "workload.load.window", "--closed",
            "conditions.fault.kind", "--fault");
    ScenarioChange both =
        ScenarioChange.set("workload.load.rate", 5).and("workload.load.window", 6);

    assertThatThrownBy(() -> both.applyTo(BASE, names))
        .hasMessage("--rate 5: not with --closed, whose rate is the broker's");
    assertThatThrownBy(
            () ->
                ScenarioChange.set("conditions.fault.kind", "KILL").applyTo(connectsOnly(), names))
        .hasMessageStartingWith("--fault a load of type none: ");
  }

  @Test
  void aValueThatReadsLikeASettingIsLeftAsItWasWritten() {
    Map<String, String> names =
        Map.of("workload.load.rate", "--rate", "workload.load.window", "--closed");

    assertThatThrownBy(
            () -> ScenarioChange.set("phases.steady", "workload.load.rate").applyTo(BASE, names))
        .hasMessageStartingWith("phases.steady workload.load.rate: ");
    assertThatThrownBy(
            () ->
                ScenarioChange.set("workload.load.rate", "5 % of workload.load.rate")
                    .and("workload.load.window", 6)
                    .applyTo(BASE, names))
        .hasMessage(
            "--rate 5 % of workload.load.rate: not with --closed, whose rate is the broker's");
  }

  @Test
  void aValueThatWasNotChangedKeepsItsNameInErrors() {
    Scenario partitions = ScenarioChange.parse("topology.distribution=PARTITIONS").applyTo(BASE);

    assertThatThrownBy(
            () ->
                ScenarioChange.set("topology.publishers", 5)
                    .applyTo(partitions, Map.of("topology.publishers", "--publishers")))
        .hasMessageStartingWith("consumers 10: the most is 5");
  }

  @Test
  void whereNothingIsSentNoLoadIsChanged() {
    Scenario burst = connectsOnly();

    assertThatThrownBy(() -> ScenarioChange.parse("workload.load.rate=5").applyTo(burst))
        .hasMessage(
            "workload.load.rate 5: not here, where nothing is sent;"
                + " session.connectRate is how fast clients connect");
    assertThatThrownBy(() -> ScenarioChange.parse("workload.payload.bytes=50").applyTo(burst))
        .hasMessage("workload.payload.bytes 50: not here, where nothing is sent");
  }

  private static int batch(Scenario jms, String key, Object value) {
    return ScenarioChange.set("session.jmsConsumers." + key, value)
        .applyTo(jms)
        .session()
        .jmsConsumers()
        .orElseThrow()
        .batch();
  }

  private static LoadModel load(LoadModel before, String key, Object value) {
    return ScenarioChange.set("workload.load." + key, value)
        .applyTo(withLoad(before))
        .workload()
        .load();
  }

  private static Scenario withLoad(LoadModel load) {
    return BASE.withPhases(BASE.phases().withFixedWarmUp())
        .withWorkload(BASE.workload().withLoad(load));
  }

  @Test
  void aWarmUpThatIsGivenDoesNotWaitForTheBrokerToSettle() {
    assertThat(BASE.phases().settles()).isTrue();
    assertThat(ScenarioChange.set("phases.warmUp", "3s").applyTo(BASE).phases().longestWarmUp())
        .isEqualTo(Duration.ofSeconds(3));
    assertThat(
            ScenarioChange.set("phases.warmUp", "3s")
                .and("phases.warmUpLimit", "20s")
                .applyTo(BASE)
                .phases()
                .longestWarmUp())
        .isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void aRampDoesNotWaitForTheBrokerToSettle() {
    ScenarioChange ramp =
        ScenarioChange.set("workload.load.from", 1).and("workload.load.over", "2s");

    Scenario ramped = ramp.and("workload.load.type", "ramp").applyTo(BASE);

    assertThat(ramped.phases().settles()).isFalse();
    assertThatThrownBy(() -> ScenarioChange.set("phases.warmUpLimit", "20s").applyTo(ramped))
        .hasMessageContaining("only with a load that is the same all along");
  }

  private static Scenario connectsOnly() {
    return scenario("name: it\ntopology: {distribution: NONE}\nworkload: {load: {type: none}}");
  }

  private static Scenario scenario(String text) {
    return ScenarioCodec.read(text, ScenarioFormat.YAML, "it.yaml");
  }
}
