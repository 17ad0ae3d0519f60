package io.brokerbench.core.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.mqtt5.AnswerPacket;
import io.brokerbench.core.result.ExampleMachine;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.GeneratorUsage;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.ReasonCodeCount;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Threshold;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class FigureCatalogueTest {

  private static double value(RunResult run, String path) {
    return FigureCatalogue.find(path).in(run).orElseThrow();
  }

  @Test
  void eachFigureOfBeforeHasItsPath() throws IOException {
    List<String> names = namesOfBefore();

    assertThat(names).hasSizeGreaterThan(100);
    assertThat(names)
        .allSatisfy(line -> FigureCatalogue.find(line.substring(line.indexOf(' ') + 1)));
  }

  private static List<String> namesOfBefore() throws IOException {
    try (InputStream in = FigureCatalogueTest.class.getResourceAsStream("names-of-before.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    }
  }

  @Test
  void pathsAreWordsAndTitlesToldApartWithinAGroup() {
    assertThat(FigureCatalogue.all())
        .allSatisfy(figure -> assertThat(figure.path()).matches("[a-z]+(\\.[a-z][A-Za-z0-9]*)+"));
    assertThat(FigureCatalogue.all())
        .extracting(figure -> figure.group() + " " + figure.title())
        .doesNotHaveDuplicates();
    assertThat(FigureCatalogue.all())
        .filteredOn(figure -> figure.tolerance().isPresent())
        .allMatch(figure -> figure.better() != Better.NEITHER);
  }

  @Test
  void valuesAreInBaseUnits() {
    RunResult run = new ExampleResult().calibrated(false).build();

    assertThat(value(run, "broker.cpu")).isCloseTo(0.61, within(1e-9));
    assertThat(value(run, "broker.cpuPerMessage")).isEqualTo(61_000);
    assertThat(value(run, "generator.gcPause")).isEqualTo(3_500_000);
    assertThat(value(run, "generator.cpuOfCeiling")).isEqualTo(0.225);
    assertThat(value(run, "latency.endToEnd.p99"))
        .isEqualTo((double) run.latency().of(LatencyKind.END_TO_END).p99Nanos());
    assertThat(value(run, "connections.time")).isCloseTo(0.412e9, within(1.0));
  }

  @Test
  void whatWasNotMeasuredHasNoValue() {
    RunResult run = new ExampleResult().withoutBrokerUsage().withoutMachine().build();

    assertThat(FigureCatalogue.values(run).keySet())
        .extracting(Figure::group)
        .contains("messages", "generator")
        .doesNotContain("broker", "machine", "failover", "broadcast");
    assertThat(FigureCatalogue.find("messages.redelivered").in(run)).isEmpty();
    assertThat(FigureCatalogue.find("latency.commit.p50").in(run)).isEmpty();
  }

  @Test
  void aCountOfTheAccountIsAFigure() {
    Messages of = new ExampleResult().build().messages();
    Messages redelivered =
        new Messages(
            of.scheduled(),
            of.sent(),
            of.acknowledged(),
            0,
            of.expected(),
            of.received(),
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            List.of(),
            OptionalLong.of(12),
            OptionalLong.empty(),
            Optional.empty(),
            OptionalLong.of(13),
            OptionalLong.of(14),
            OptionalLong.of(15),
            OptionalLong.of(16));
    RunResult run = new ExampleResult().messages(redelivered).build();

    assertThat(value(run, "messages.redelivered")).isEqualTo(12);
    assertThat(FigureCatalogue.find("messages.redelivered").text(12))
        .isEqualTo("12 marked as redelivered");
  }

  @Test
  void aDeliveryHasACostOfItsOwnOnlyWithAFanOut() {
    RunResult fanOut = new ExampleResult().distribution(Distribution.ALL).build();
    Figure perDelivery = FigureCatalogue.find("broker.cpuPerDelivery");

    assertThat(perDelivery.in(fanOut)).isPresent();
    assertThat(perDelivery.in(new ExampleResult().build())).isEmpty();
  }

  @Test
  void whatTheBrokerWritesIsSharedOutOverTheMessagesReceived() {
    RunResult run =
        new ExampleResult()
            .throughput(new Throughput(10_000, 10_000, 5_000))
            .machine(new ExampleMachine().diskBytes(60_000_000, 0, 0).build())
            .build();

    assertThat(value(run, "broker.diskPerMessage")).isCloseTo(1_200, within(1e-6));
    assertThat(FigureCatalogue.find("broker.diskPerMessage").text(1_200))
        .isEqualTo("written per message 1.2 kB");
    assertThat(
            FigureCatalogue.find("broker.diskPerMessage")
                .in(new ExampleResult().withoutMachine().build()))
        .isEmpty();
  }

  /** All groups write, and all groups connect. */
  @Test
  void whatSeveralGroupsCostHasNoShareOfOneGroup() {
    RunResult alone =
        new ExampleResult()
            .machine(new ExampleMachine().diskBytes(60_000_000, 0, 0).build())
            .build();
    Figure written = FigureCatalogue.find("broker.diskPerMessage");

    assertThat(written.in(alone)).isPresent();
    assertThat(written.in(alone.withSharesBroker(Optional.of(true)))).isEmpty();
  }

  /** Documents of earlier builds have 0 for it. */
  @Test
  void aCostThatIsNotKnownIsNotZero() {
    RunResult run = new ExampleResult().build();
    GeneratorUsage own = run.generator();
    Figure cost = FigureCatalogue.find("generator.cpuPerMessage");

    assertThat(cost.in(run)).isPresent();
    for (OptionalDouble unknown : List.of(OptionalDouble.empty(), OptionalDouble.of(0))) {
      GeneratorUsage usage =
          new GeneratorUsage(
              own.cpuSeconds(),
              own.cpuPercentOfCore(),
              own.cpuPercentOfSystem(),
              unknown,
              own.peakRssBytes(),
              own.gcPauseMillis(),
              own.backPressured(),
              own.healthy(),
              own.headroom(),
              own.agents());
      assertThat(cost.in(run.withGenerator(usage))).isEmpty();
    }
  }

  @Test
  void reasonCodesOfFailureAreAFigureOfMqtt5() {
    Figure failures = FigureCatalogue.named("reasons.failures");
    RunResult old = new ExampleResult().build();
    RunResult none = old.withScenario(speaking("mqtt5"));
    RunResult some =
        none.withReasonCodes(
            Optional.of(
                List.of(
                    new ReasonCodeCount(AnswerPacket.PUBACK, 0x10, 100),
                    new ReasonCodeCount(AnswerPacket.PUBACK, 0x97, 3),
                    new ReasonCodeCount(AnswerPacket.DISCONNECT, 0x80, 4))));

    assertThat(failures.in(old)).isEmpty();
    assertThat(failures.in(none)).hasValue(0);
    assertThat(failures.in(some)).hasValue(7);
    ThresholdCheck threshold = ThresholdCheck.of(Threshold.parse("reasons.failures>0"));
    assertThat(threshold.in(none).isCrossed()).isFalse();
    assertThat(threshold.in(some).isCrossed()).isTrue();
    assertThat(FigureCatalogue.comparable(some)).containsKey(failures);
  }

  private static Scenario speaking(String protocol) {
    return ScenarioChange.set("session.protocol", protocol)
        .applyTo(new ExampleResult().build().scenario());
  }

  /** With a fault and in a storm, a broker may have good reasons. */
  @Test
  void reasonCodesOfFailureGuardRunsThatGiveNoReasonForThem() {
    Guard guard = FigureCatalogue.find("reasons.failures").guard().orElseThrow();
    Scenario plain = speaking("mqtt5");
    Fault fault = new Fault(FaultKind.KILL, Duration.ofSeconds(1), Optional.empty());
    Scenario storm =
        ScenarioChange.set("topology.distribution", "PARTITIONS")
            .and("topology.consumers", 1_000)
            .and("session.persistent", false)
            .and("conditions.storm.kind", "CHURN")
            .and("conditions.storm.every", "10ms")
            .applyTo(plain);

    assertThat(guard.grade().apply(plain)).contains(GuardGrade.PACE);
    assertThat(guard.grade().apply(speaking("mqtt3.1.1"))).isEmpty();
    assertThat(guard.grade().apply(plain.withConditions(Conditions.NONE.withFault(fault))))
        .isEmpty();
    assertThat(guard.grade().apply(storm)).isEmpty();
    assertThat(guard.text(3)).isEqualTo("gave 3 reason codes of failure");
  }

  @Test
  void aLowerBoundIsOneOfTheDeclaredLatenciesAndNoneOfAnotherTool() {
    RunResult run = new ExampleResult().overdue(200).build();

    assertThat(FigureCatalogue.find("latency.endToEnd.p99").isLowerBound(run)).isTrue();
    assertThat(FigureCatalogue.find("latency.endToEnd.p50").isLowerBound(run)).isFalse();
    assertThat(FigureCatalogue.find("latency.service.p99").isLowerBound(run)).isFalse();
    Figure ofAnotherTool =
        Figure.of(
            "latency.endToEnd.jmh.p99", "p99", Unit.NANOS, Better.LOWER, OptionalDouble.empty());
    assertThat(ofAnotherTool.isLowerBound(run)).isFalse();
  }

  @Test
  void connectsAreComparedOnlyWhereNothingElseIsDone() {
    assertThat(FigureCatalogue.comparable(new ExampleResult().build()).keySet())
        .noneMatch(Figure::ofConnecting)
        .contains(FigureCatalogue.find("latency.endToEnd.p99"))
        .doesNotContain(FigureCatalogue.find("machine.otherCpu"));
    assertThat(FigureCatalogue.comparable(new ExampleResult().connectsOnly().build()).keySet())
        .contains(
            FigureCatalogue.find("latency.connect.p99"),
            FigureCatalogue.find("connections.perSecond"));
  }

  @Test
  void anUnknownPathIsRefused() {
    assertThatThrownBy(() -> FigureCatalogue.find("broker.peakRs"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("did you mean broker.peakRss?");
  }
}
