package io.brokerbench.mqtt.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Threshold;
import io.brokerbench.experiment.cell.BridgePlan;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.ConnectionMemoryPlan;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyCatalog;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyVariant;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each study measures is what docs/studies.md says that it does. */
class EmbeddedStudiesTest {

  private static final StudySize SMALL = new StudySize(true, OptionalInt.empty());

  private static Study study(String name, StudySize size) {
    return new EmbeddedStudies().find("EMBEDDED." + name, size).orElseThrow();
  }

  private static List<StudyVariant> rows(String name) {
    return study(name, StudySize.USUAL).variants();
  }

  private static double perSecond(CellPlan plan) {
    return perSecond(plan.load().orElseThrow());
  }

  private static double perSecond(Scenario scenario) {
    return ((ConstantLoad) scenario.workload().load()).rate().perSecond();
  }

  private static int bytes(CellPlan plan) {
    return plan.load().orElseThrow().workload().payload().bytes();
  }

  /** It would be accepted, and never looked at. */
  @Test
  void aThresholdOfAStudyWithoutALoadIsRefused() {
    List<Threshold> some = List.of(Threshold.parse("p99>1ms"));
    assertThatThrownBy(() -> study("HEAP", StudySize.USUAL).withThresholds(some))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("thresholds p99>1ms: none, as no row of EMBEDDED.HEAP has a load");
    assertThat(study("QOS", SMALL).withThresholds(some).variants()).isNotEmpty();
  }

  @Test
  void thereAreEight() {
    assertThat(new EmbeddedStudies().items().stream().map(StudyCatalog.Item::name))
        .containsExactly(
            "EMBEDDED.LOAD",
            "EMBEDDED.QOS",
            "EMBEDDED.STORED",
            "EMBEDDED.VANISHED",
            "EMBEDDED.BRIDGE",
            "EMBEDDED.TOPICS",
            "EMBEDDED.HEAP",
            "EMBEDDED.SUBSCRIBERS");
  }

  /** One more than a test needs; what has no samples has no tests. */
  @ParameterizedTest
  @CsvSource({
    "LOAD, 6",
    "QOS, 6",
    "STORED, 6",
    "BRIDGE, 6",
    "TOPICS, 6",
    "SUBSCRIBERS, 6",
    "HEAP, 1",
    "VANISHED, 1"
  })
  void repetitionsMakeTestsPossible(String name, int repetitions) {
    assertThat(study(name, StudySize.USUAL).repetitions()).isEqualTo(repetitions);
    assertThat(study(name, SMALL).repetitions()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HEAP", "VANISHED"})
  void samplesAreRefusedWhereThereAreNone(String name) {
    assertThatThrownBy(() -> study(name, new StudySize(false, OptionalInt.of(30))))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("samples 30: not in EMBEDDED." + name + ", which has no sample a second");
  }

  /**
   * One sample of each second, on a topic that no load uses; the repetitions together have as many
   * as the thesis.
   */
  @ParameterizedTest
  @CsvSource({
    "LOAD, 120",
    "QOS, 300",
    "STORED, 300",
    "BRIDGE, 120",
    "TOPICS, 120",
    "SUBSCRIBERS, 120"
  })
  void latenciesAreThoseOfAProbeOfOneMessageEachSecond(String name, int samples) {
    for (StudyVariant row : rows(name)) {
      if (row.plan().probe().isEmpty()) {
        assertThat(name).as("CPU alone").isEqualTo("BRIDGE");
        continue;
      }
      Scenario probe = row.plan().probe().orElseThrow();
      assertThat(perSecond(probe)).isEqualTo(1);
      assertThat(probe.phases().steady().multipliedBy(study(name, StudySize.USUAL).repetitions()))
          .isEqualTo(Duration.ofSeconds(samples));
      assertThat(probe.topology().topics().orElseThrow().publish()).isEqualTo("probe/latency");
      row.plan()
          .load()
          .ifPresent(
              load -> {
                assertThat(load.topology().topics().orElseThrow().publish()).startsWith("load/");
                assertThat(load.workload().qos()).isEqualTo(probe.workload().qos());
                assertThat(load.phases()).isEqualTo(probe.phases());
              });
    }
    StudySize asked = new StudySize(false, OptionalInt.of(30));
    assertThat(study(name, asked).variants())
        .flatExtracting(row -> row.plan().scenarios().toList())
        .allMatch(run -> run.phases().steady().toSeconds() == 30);
  }

  @Test
  void loadsOfEqualBytesPerSecondHaveSmallOrLargeMessages() {
    List<StudyVariant> rows = rows("LOAD");
    assertThat(rows).hasSize(18);
    for (StudyVariant row : rows) {
      assertThat(bytes(row.plan())).isEqualTo(row.variant().equals("1 KB") ? 1_000 : 50_000);
      assertThat(perSecond(row.plan()) * bytes(row.plan()))
          .isEqualTo(row.x().orElseThrow() * 1_000);
    }
    assertThat(rows.stream().map(StudyVariant::scenario).distinct()).hasSize(9);
    assertThat(rows.stream().filter(row -> row.variant().equals("50 KB")))
        .extracting(row -> perSecond(row.plan()))
        .as("beyond the thesis' peak near 200")
        .contains(100.0, 150.0, 200.0, 300.0);
  }

  @Test
  void eachQosHasFewLargeMessagesAndManySmallOnes() {
    List<StudyVariant> rows = rows("QOS");
    assertThat(rows.stream().map(row -> row.plan().load().orElseThrow().workload().qos()))
        .containsExactly(
            Qos.AT_MOST_ONCE,
            Qos.AT_LEAST_ONCE,
            Qos.EXACTLY_ONCE,
            Qos.AT_MOST_ONCE,
            Qos.AT_LEAST_ONCE,
            Qos.EXACTLY_ONCE);
    assertThat(rows.subList(0, 3))
        .allMatch(row -> perSecond(row.plan()) == 10 && bytes(row.plan()) == 50_000);
    assertThat(rows.subList(3, 6))
        .allMatch(row -> perSecond(row.plan()) == 500 && bytes(row.plan()) == 1_000);
  }

  @Test
  void nothingOr500MegabytesAreStoredWithLoadAndWithout() {
    List<StudyVariant> rows = rows("STORED");
    assertThat(rows.stream().map(row -> row.plan().stored().orElseThrow().bytes()))
        .containsExactly(0L, 500_000_000L, 0L, 500_000_000L);
    assertThat(rows.stream().map(row -> row.plan().load().isPresent()))
        .containsExactly(false, false, true, true);
    assertThat(perSecond(rows.get(3).plan())).isEqualTo(20);
    assertThat(bytes(rows.get(3).plan())).isEqualTo(50_000);
    assertThat(study("STORED", SMALL).variants())
        .allMatch(row -> row.plan().stored().orElseThrow().bytes() <= 20_000_000);
  }

  @Test
  void aHundredMegabytesFollowASubscriberThatVanishes() {
    CellPlan plan = rows("VANISHED").get(0).plan();
    assertThat(plan.stored().orElseThrow().bytes()).isEqualTo(100_000_000);
    assertThat(plan.stored().orElseThrow().vanish().orElseThrow().keepAlive())
        .isEqualTo(Duration.ofMinutes(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 message/s", "500 x 1 KB/s"})
  void aBridgeIsUsedByPublishersOrBySubscribersMappedOrNotOrNotAtAll(String scenario) {
    List<StudyVariant> rows =
        rows("BRIDGE").stream().filter(row -> row.scenario().equals(scenario)).toList();
    assertThat(rows).hasSize(6);
    assertThat(rows.get(0).plan().bridge()).isEmpty();
    BridgePlan unused = rows.get(1).plan().bridge().orElseThrow();
    assertThat(unused.publishOnBridge() || unused.subscribeOnBridge()).isFalse();
    assertThat(unused.rules()).extracting(BridgePlan.Rule::pattern).containsExactly("unused/#");
    for (StudyVariant row : rows.subList(2, 6)) {
      BridgePlan bridge = row.plan().bridge().orElseThrow();
      boolean subscribes = row.variant().startsWith("subscribe");
      assertThat(bridge.subscribeOnBridge()).isEqualTo(subscribes);
      assertThat(bridge.publishOnBridge()).isEqualTo(!subscribes);
      assertThat(bridge.rules()).allMatch(rule -> rule.toBridge() == subscribes);
      boolean mapped = row.variant().endsWith(", mapped");
      assertThat(row.plan().scenarios())
          .flatExtracting(run -> run.topology().topics().orElseThrow().subscribe())
          .allMatch(filter -> filter.startsWith("mapped/") == mapped);
    }
  }

  @Test
  void theLatencyOfABridgeIsMeasuredApartFromTheLoad() {
    for (StudyVariant row : rows("BRIDGE")) {
      boolean latency = row.scenario().equals("1 message/s");
      assertThat(row.plan().probe().isPresent()).isEqualTo(latency);
      assertThat(row.plan().load().isPresent()).isNotEqualTo(latency);
      row.plan().load().ifPresent(load -> assertThat(perSecond(load)).isEqualTo(500));
    }
  }

  @Test
  void topicsOfABridgeAreListedOrOneWildcardOrOne() {
    List<StudyVariant> rows = rows("TOPICS");
    assertThat(rows.stream().map(row -> row.plan().bridge().orElseThrow().rules().size()))
        .as("and the probe's")
        .containsExactly(101, 2, 2);
    assertThat(rows)
        .allMatch(row -> perSecond(row.plan()) == 500 && bytes(row.plan()) == 1_000)
        .allMatch(row -> row.plan().bridge().orElseThrow().subscribeOnBridge());
    assertThat(rows.stream().map(r -> r.plan().load().orElseThrow().topology().publishers()))
        .containsExactly(100, 100, 1);
  }

  @Test
  void clientsAndSubscriptionsComeInSteps() {
    ConnectionMemoryPlan memory = rows("HEAP").get(0).plan().connectionMemory().orElseThrow();
    assertThat(memory.steps()).isEqualTo(10);
    assertThat(memory.clientsPerStep()).isEqualTo(500);
  }

  @Test
  void oneTopicHasMoreAndMoreSubscribers() {
    List<StudyVariant> rows = rows("SUBSCRIBERS");
    assertThat(rows.stream().map(row -> row.plan().load().orElseThrow().topology().consumers()))
        .containsExactly(1, 10, 25, 50, 60, 70, 80, 90, 100, 150, 200);
    assertThat(rows)
        .allMatch(row -> perSecond(row.plan()) == 10 && bytes(row.plan()) == 10_000)
        .allMatch(
            row -> row.plan().load().orElseThrow().topology().distribution() == Distribution.ALL);
  }
}
