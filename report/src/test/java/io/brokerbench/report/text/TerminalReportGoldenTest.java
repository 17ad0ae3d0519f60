package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.MissingMessage;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whole reports, as they are stored. */
class TerminalReportGoldenTest {

  private static final Messages LOSSY =
      new Messages(
          120_000, 120_000, 120_000, 120_000, 119_983, 17, 0, 0, 0, missing(12, 4_411, 4_420));

  @Test
  void aFineRun() {
    assertGolden("ok", new ExampleResult().build());
  }

  @Test
  void aRunThatTheGeneratorLimited() {
    RunResult result =
        new ExampleResult()
            .verdict(
                Verdict.Status.GENERATOR_LIMITED,
                true,
                "send delay p99 212 ms (limit 10 ms)",
                "generator at 1.9 of 2 cores")
            .unhealthy()
            .latencyScale(100)
            .build();

    assertGolden("generator-limited", result);
  }

  @Test
  void aRunWithLossNamesWhatIsMissing() {
    List<MissingMessage> missing = new ArrayList<>(LOSSY.missing());
    missing.addAll(missing(801, 96, 96));
    missing.addAll(missing(801, 99, 104));
    RunResult result =
        new ExampleResult()
            .messages(withMissing(missing, 17))
            .verdict(
                Verdict.Status.CONTRACT_BROKEN,
                true,
                "17 of 120\u202f000 deliveries were lost, and QoS 1 guarantees them")
            .build();

    assertGolden("loss", result);
  }

  @Test
  void anIncompleteRunSaysSoFirst() {
    RunResult result =
        new ExampleResult()
            .verdict(Verdict.Status.FAILED, false, "the broker ended during the run: exit code 137")
            .timelineSeconds(6)
            .withoutBrokerUsage()
            .qos(Qos.AT_MOST_ONCE)
            .distribution(Distribution.SINGLE)
            .build();

    assertGolden("incomplete", result);
  }

  @Test
  void aConnectionBurstHasItsOwnTableAndNoMessages() {
    RunResult result = new ExampleResult().connectsOnly().build();

    assertGolden("connections", result);
  }

  @Test
  void aFaultHasItsTimelineInWordsAndABar() {
    assertGolden("failover", new ExampleResult().failover().build());
  }

  private static void assertGolden(String name, RunResult result) {
    String text =
        new TerminalReport(false, false)
            .of(
                result,
                Optional.of("results/2026-11-21T100211-FANIN.Q1.PERSISTENT.SHARED-artemis/"),
                Optional.of("./brokerbench run FANIN.Q1.PERSISTENT.SHARED --seed 42"));

    assertThat(text).isEqualTo(golden(name));
  }

  private static String golden(String name) {
    try (InputStream in = TerminalReportGoldenTest.class.getResourceAsStream(name + ".txt")) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Messages withMissing(List<MissingMessage> missing, long lost) {
    return new Messages(120_000, 120_000, 120_000, 120_000, 120_000 - lost, lost, 0, 0, 0, missing);
  }

  static List<MissingMessage> missing(int publisher, int first, int last) {
    List<MissingMessage> missing = new ArrayList<>();
    for (int sequence = first; sequence <= last; sequence++) {
      missing.add(new MissingMessage(publisher, sequence, -1));
    }
    return missing;
  }
}
