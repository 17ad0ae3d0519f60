package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.mqtt5.AnswerPacket;
import io.brokerbench.core.result.Backlog;
import io.brokerbench.core.result.ExampleDrift;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.result.ReasonCodeCount;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.storm.StormKind;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.experiment.group.GroupRun;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.report.group.GroupsReport;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TerminalReportTest {

  @Test
  void aGroupHasTheAccountOfARunByItself() {
    StormOutcome storm =
        new StormOutcome(
            StormKind.WILL,
            10,
            400,
            250,
            150,
            0,
            9,
            OptionalLong.empty(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty());
    List<ReasonCodeCount> codes = List.of(new ReasonCodeCount(AnswerPacket.PUBACK, 0x97, 4));
    RunResult group = new ExampleResult().storm(storm).build().withReasonCodes(Optional.of(codes));
    GroupsResult result =
        new GroupsResult(
            GroupsResult.SCHEMA,
            "FLEET",
            "",
            group.startedAt(),
            group.verdict(),
            List.of(
                new GroupRun("gates", Optional.empty(), group),
                new GroupRun("meters", Optional.empty(), group)));
    TerminalReport terminal = new TerminalReport(false, false);

    String alone = terminal.of(group, Optional.empty(), Optional.empty());
    assertThat(alone).contains("\nstorm       10 clients vanished, ", " 250 of\n");
    String account = alone.substring(alone.indexOf("\nstorm  "), alone.indexOf("\nbroker  "));
    assertThat(account).contains("\nmessages  ", "\nreasons     4 x PUBACK quota exceeded (0x97)");
    assertThat(new GroupsReport(terminal).of(result, Optional.empty(), "again"))
        .containsSubsequence("\ngates  ", account, "\nmeters  ", account, "\nbroker  ");
  }

  @Test
  void aRunOnACalibratedMachineSaysHowMuchOfItWasUsed() {
    String report = plain(new ExampleResult().calibrated(false));
    assertThat(report).contains("healthy, at 23 % of what it can do here").doesNotContain("near");

    assertThat(plain(new ExampleResult().calibrated(true)))
        .contains("service times are near the least that it can measure here, 60 us");
  }

  private static String plain(ExampleResult example) {
    return new TerminalReport(false, false)
        .of(example.build(), Optional.empty(), Optional.empty())
        .replaceAll("\\s+", " ");
  }

  @Test
  void aConnectionBurstThatTheBrokerLimitedSaysWhy() {
    RunResult result =
        new ExampleResult()
            .connectsOnly()
            .withoutBrokerUsage()
            .verdict(Verdict.Status.BROKER_LIMITED, true, "3 of 1000 clients were refused")
            .build();

    assertThat(plain(result).replaceAll("\\s+", " "))
        .startsWith(
            "BROKER_LIMITED the broker did not accept all connections: 3 of 1000 clients were"
                + " refused. ")
        .doesNotContain("per message");
  }

  @Test
  void idleConnectionsThatBrokeHaveNoOutageOfDeliveries() {
    OptionalLong none = OptionalLong.empty();
    Failover broken =
        new Failover(
            Optional.empty(),
            Optional.empty(),
            500,
            none,
            new Failover.Course(
                none,
                none,
                OptionalLong.of(2_000_000),
                OptionalLong.of(40_000_000),
                OptionalLong.of(61_000_000),
                OptionalLong.of(72_000_000),
                none,
                none),
            10,
            12,
            12,
            3,
            1,
            Optional.empty(),
            Optional.empty(),
            none);

    assertThat(
            plain(new ExampleResult().connectsOnly().withoutBrokerUsage().failover(broken))
                .replaceAll("(?s) broker .*", ""))
        .contains(
            ", and the 10 whose connections broke came back within 72 ms",
            "failover connections broke without a fault, 0.5 s into the hold 10 clients"
                + " disconnected, 12 connections broken, 12 reconnects, 3 attempts refused, 1"
                + " attempts unanswered; back: the first one after 2.0 ms, 50 % after 40 ms,"
                + " 95 % after 61 ms, all after 72 ms")
        .doesNotContain("deliver", "lost", "caught up");
  }

  @Test
  void timesOfSeveralClocksAreGivenWithTheirError() {
    Failover failover = new ExampleResult().failover().build().failover().orElseThrow();
    Failover ofAgents =
        new Failover(
            failover.fault(),
            failover.node(),
            failover.atMillis(),
            failover.healedAfterNanos(),
            failover.course(),
            failover.clients(),
            failover.connectionsBroken(),
            failover.reconnects(),
            failover.refusedAttempts(),
            failover.unansweredAttempts(),
            failover.doubts(),
            failover.outages(),
            OptionalLong.of(1_530_000));
    assertThat(plain(new ExampleResult().failover(ofAgents).build()).replaceAll("\\s+", " "))
        .contains("read from the clocks of several agents, and are right to within 1.5 ms");
  }

  @Test
  void aBroadcastTellsOfItsBursts() {
    assertThat(plain(new ExampleResult().broadcast(0).build()).replaceAll("\\s+", " "))
        .contains(
            "bursts 10 bursts, median peak egress 83 000/s, greatest peak egress 91 000/s over 10"
                + " ms; the last consumer has it after 12 ms (median), ");
    assertThat(plain(new ExampleResult().broadcast(2).build()))
        .contains("bursts      10 bursts, 2 bursts not received by all, median peak egress");
  }

  @Test
  void onlyTheFirstMissingMessagesAreNamed() {
    RunResult result =
        new ExampleResult()
            .messages(
                TerminalReportGoldenTest.withMissing(
                    TerminalReportGoldenTest.missing(3, 0, 19), 45))
            .verdict(Verdict.Status.CONTRACT_BROKEN, true, "lost")
            .build();

    assertThat(plain(result)).contains("      publisher 3: 0-19; and 25 more\n");
  }

  @Test
  void aRunWithoutDeliveriesHasNoTable() {
    RunResult result = new ExampleResult().latencyScale(0).verdict(Verdict.Status.OK, true).build();

    assertThat(plain(result)).contains("p99.9");
  }

  @Test
  void aReasonIsShownAsItIsWritten() {
    RunResult result =
        new ExampleResult()
            .verdict(
                Verdict.Status.BROKER_LIMITED,
                true,
                "127.0.0.1:41883 owed 123456, or 98765.5 in 2026")
            .build();

    assertThat(plain(result).replaceAll("\\s+", " "))
        .startsWith(
            "BROKER_LIMITED the broker did not keep up with 10 000 msg/s:"
                + " 127.0.0.1:41883 owed 123456, or 98765.5 in 2026. Lower the rate");
  }

  @Test
  void aStoppedRunDoesNotClaimItsWholeLength() {
    RunResult result =
        new ExampleResult().verdict(Verdict.Status.OK, false).timelineSeconds(2).build();

    assertThat(plain(result))
        .startsWith(
            "INCOMPLETE  the run ended before its steady state: no rates, no latencies.\n"
                + "OK  10 000 msg/s kept until then, nothing lost");
  }

  @Test
  void theWarmUpsBacklogIsToldWhereTheLatenciesHoldIt() {
    RunResult result = new ExampleResult().backlog(new Backlog(8_624, 5_400, 0, false)).build();

    assertThat(plain(result).replaceAll("\\s+", " "))
        .contains(
            "at most 8 624, not growing; 5 400 were left of the warm-up, and the"
                + " latencies hold them: give a longer warm-up");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SETTLED | 10 s, until rates, latencies and CPU had settled
          BEHIND  | 10 s, as the broker fell behind and did not catch up
          LIMIT   | 10 s, after which rates, latencies and CPU had not settled
          """)
  void whatEndedTheWarmUpIsSaid(RunResult.WarmUp.End end, String sentence) {
    assertThat(plain(new ExampleResult().warmUp(end).build()).replaceAll("\\s+", " "))
        .contains(" warm-up " + sentence + " ");
  }

  @Test
  void aWarmUpOfAGivenLengthIsNotSaidToHaveSettled() {
    assertThat(plain(new ExampleResult().warmUp(RunResult.WarmUp.End.GIVEN).build()))
        .doesNotContain("\nwarm-up ");
  }

  @Test
  void whatGrewOverALongRunIsSaidWithItsWeek() {
    assertThat(plain(new ExampleResult().drift(ExampleDrift.leak())))
        .contains(
            " drift broker memory grows by 1.2 MB/h (99.5 % CI 1.0 MB/h .. 1.4 MB/h): about 202 MB"
                + " in a week, 49 % of its mean of 412 MB; falls: end-to-end p99; stepped:");
    assertThat(plain(new ExampleResult())).doesNotContain(" drift ");
  }

  @Test
  void whatTheHandshakesAgreedOnIsSaid() {
    NegotiatedTls tls =
        new NegotiatedTls("TLSv1.2", "TLS_RSA_WITH_AES_256_GCM_SHA384", 2048, "BoringSSL");

    assertThat(plain(new ExampleResult().tls(tls).build()))
        .contains("tls         TLSv1.2, TLS_RSA_WITH_AES_256_GCM_SHA384, key of 2048 bits, by")
        .contains("BoringSSL");
    assertThat(plain(new ExampleResult().build())).doesNotContain("\ntls");
  }

  /** The advice is not below a dozen lines. */
  @Test
  void aDisturbedRunNamesThreeReasonsAndWhereTheOthersAre() {
    ExampleResult result =
        new ExampleResult()
            .verdict(Verdict.Status.DISTURBED, true, "first", "second", "third", "fourth", "fifth");

    assertThat(plain(result))
        .contains(
            "DISTURBED first; second; third; and 2 more findings in the report. The figures say"
                + " nothing about the broker.");
  }

  @Test
  void onlyTheVerdictIsColouredAndOnlyIfAsked() {
    RunResult result = new ExampleResult().build();

    String coloured =
        new TerminalReport(false, true).of(result, Optional.empty(), Optional.empty());
    assertThat(coloured).startsWith("\u001b[32mOK\u001b[0m  10 000 msg/s kept");
    assertThat(coloured.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(plain(result));
    assertThat(plain(result)).doesNotContain("\u001b");
  }

  @Test
  void thousandsHaveThinSpacesWhereTheOutputHasThem() {
    String text =
        new TerminalReport(true, false)
            .of(new ExampleResult().build(), Optional.empty(), Optional.empty());

    assertThat(text).contains("sent 120\u202f000 =");
  }

  @Test
  void eachAgentHasItsLine() {
    assertThat(plain(new ExampleResult().agents(2)))
        .contains(
            "agent a 1 250 publishers, 0 consumers on host0, 0.31 of a core, send loop late by p99"
                + " 410 us, clock known to within 112 us agent b 1 250 publishers, 1 consumer on"
                + " host1, ended before it reported its counts");
    assertThat(plain(new ExampleResult().agents(20))).contains("agent 4 more are in the document");
  }

  static Stream<RunResult> results() {
    return Stream.of(
        new ExampleResult().agents(3).build(),
        new ExampleResult().build(),
        new ExampleResult().latencyScale(0.01).build(),
        new ExampleResult().connectsOnly().latencyScale(1_000).build(),
        new ExampleResult().broadcast(1).latencyScale(100).build(),
        new ExampleResult().latencyScale(1_000).build(),
        new ExampleResult().latencyScale(1_000_000).build(),
        new ExampleResult()
            .messages(
                new Messages(
                    12_345_678,
                    11_345_678,
                    10_345_678,
                    11_345_678,
                    9,
                    11_345_669,
                    7,
                    8,
                    9,
                    TerminalReportGoldenTest.missing(1_234_567, 1_000_000, 1_000_019)))
            .verdict(Verdict.Status.BROKER_LIMITED, false, "a reason ".repeat(20), "another")
            .build());
  }

  @ParameterizedTest
  @MethodSource("results")
  void noLineIsWiderThanEightyColumns(RunResult result) {
    assertThat(plain(result).lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
  }

  private static String plain(RunResult result) {
    return new TerminalReport(false, false).of(result, Optional.empty(), Optional.empty());
  }
}
