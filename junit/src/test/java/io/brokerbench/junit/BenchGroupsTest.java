package io.brokerbench.junit;

import static io.brokerbench.junit.BenchAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.result.Verdict.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EventType;

/** Groups of clients in test classes as users write them. */
class BenchGroupsTest {

  @TempDir private Path results;

  private static String fleet(Path folder) throws Exception {
    return Files.writeString(
            folder.resolve("fleet.yaml"),
            """
            name: FLEET
            phases: {warmUp: 0s, steady: 300ms, drainLimit: 10s, quietPeriod: 300ms}
            workload: {qos: 1}
            groups:
              telemetry:
                session: {clientIdPrefix: telemetry-}
                topology: {publishers: 4, consumers: 1}
                workload: {load: {rate: 200}}
              commands:
                start: 100ms
                session: {clientIdPrefix: commands-}
                topology: {publishers: 2, consumers: 2, distribution: ALL}
                workload: {load: {rate: 50}}
            """)
        .toString();
  }

  private static Overrides often() {
    return Overrides.with().attempts(10);
  }

  @BrokerBench(broker = "test:faulty")
  static class Fleet {
    @Test
    void eachGroupIsKept(Bench bench, BenchResults seen, @TempDir Path folder) throws Exception {
      MeasuredGroups fleet =
          bench.groups(fleet(folder), often().set("groups.commands.workload.load.rate", 100));
      assertThat(fleet)
          .isOk()
          .losesNothing()
          .duplicatesNothing()
          .group("telemetry")
          .losesNothing()
          .figure("messages.sent")
          .isAtLeast(60)
          .figure("messages.sent")
          .isAtMost(60);
      // Each of the 30 messages is for both consumers.
      assertThat(fleet).group("commands").figure("messages.received").isAtLeast(60);
      assertThat(fleet.group("telemetry")).isOk().reordersNothing();
      assertThat(seen.runsOf("telemetry")).containsExactly(fleet.group("telemetry"));
      assertThat(seen.runs()).isEmpty();
      assertThat(fleet.folder().resolve("groups.json")).exists();
      assertThat(fleet.folder().resolve("report.html")).content().contains("commands");
      assertThat(fleet.group("commands").folder().resolve("result.json")).exists();
      assertThatThrownBy(() -> fleet.group("none"))
          .isInstanceOf(DefinitionException.class)
          .hasMessage("group none: one of telemetry, commands");
    }
  }

  @BrokerBench(broker = "test:drops:commands-")
  static class Losing {
    @Test
    void aGroupLoses(Bench bench, @TempDir Path folder) throws Exception {
      MeasuredGroups fleet = bench.groups(fleet(folder), often());
      assertThat(fleet.result().verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
      assertThat(fleet.group("telemetry")).losesNothing();
      assertThat(fleet).losesNothing();
    }

    @Test
    void theVerdictNamesIt(Bench bench, @TempDir Path folder) throws Exception {
      assertThat(bench.groups(fleet(folder), often())).isOk();
    }
  }

  @BrokerBench(broker = "test:faulty")
  static class Slow {
    @Test
    void isNamed(Bench bench, @TempDir Path folder) throws Exception {
      assertThat(bench.groups(fleet(folder), often().failIf("commands: p99>1ns"))).isOk();
    }
  }

  @BrokerBench(broker = "test:faulty")
  static class Wrong {
    @Test
    void mistakesAreRefused(Bench bench, @TempDir Path folder) throws Exception {
      String fleet = fleet(folder);
      assertThatThrownBy(() -> bench.groups(fleet, Overrides.with().failIf("none: p99>1ns")))
          .hasMessage("failIf none: p99>1ns: no group of that name; there are telemetry, commands");
      assertThatThrownBy(
              () -> bench.run("FANIN.Q1.SINGLE", Overrides.with().failIf("none: p99>1ns")))
          .hasMessage("failIf none: p99>1ns: only with a scenario that has groups");
      assertThatThrownBy(() -> bench.groups("FANIN.Q1.SINGLE"))
          .hasMessage("scenario FANIN.Q1.SINGLE: one with groups; else run it");
      assertThatThrownBy(() -> bench.run(fleet)).hasMessageContaining("Bench.groups");
      assertThat(FaultyBrokers.STARTED).isEmpty();
    }
  }

  @Test
  void eachGroupHasItsAccountFiguresAndFolder() {
    BrokerBenchTest.succeeds(Fleet.class, results);
  }

  @Test
  void figuresHaveTheNamesOfTheirGroups() {
    EngineExecutionResults executed = BrokerBenchTest.measured(Fleet.class, results);
    BrokerBenchTest.ended(executed);
    List<Map<String, String>> reported =
        executed
            .testEvents()
            .filter(event -> event.getType() == EventType.REPORTING_ENTRY_PUBLISHED)
            .map(event -> event.getRequiredPayload(ReportEntry.class).getKeyValuePairs())
            .collect(Collectors.toList());
    assertThat(reported.get(reported.size() - 1))
        .containsEntry("scenario", "FLEET")
        .containsEntry("telemetry.messages.sent", "60")
        .containsEntry("commands.messages.received", "60")
        .containsEntry("commands.verdict", "OK");
  }

  @Test
  void aGroupThatLosesMessagesFailsTheTestAndIsNamed() {
    EngineExecutionResults executed = BrokerBenchTest.measured(Losing.class, results);
    assertThat(BrokerBenchTest.ended(executed)).hasSize(2);
    // 30 deliveries to two consumers, of which each 7th is dropped.
    failed(executed, "aGroupLoses", "FLEET\\.commands on FaultyBroker 1 lost 4 of 30 messages");
    failed(
        executed,
        "theVerdictNamesIt",
        "FLEET on FaultyBroker 1 is CONTRACT_BROKEN: commands: .*; results in ");
  }

  @Test
  void aThresholdOfOneGroupFailsTheTestAndNamesIt() {
    EngineExecutionResults executed = BrokerBenchTest.measured(Slow.class, results);
    BrokerBenchTest.ended(executed);
    failed(
        executed,
        "isNamed",
        "FLEET on FaultyBroker 1 crosses a threshold: commands: p99 .*, fails above 0.001 us");
  }

  @Test
  void mistakesAreRefusedBeforeABrokerStarts() {
    BrokerBenchTest.succeeds(Wrong.class, results);
  }

  private static void failed(EngineExecutionResults executed, String test, String reason) {
    executed
        .testEvents()
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                test(test),
                finishedWithFailure(
                    instanceOf(AssertionError.class),
                    message(text -> Pattern.compile(reason).matcher(text).lookingAt()))));
  }
}
