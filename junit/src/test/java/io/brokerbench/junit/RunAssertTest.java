package io.brokerbench.junit;

import static io.brokerbench.junit.BenchAssertions.assertThat;
import static io.brokerbench.junit.BenchAssertions.ofMicros;
import static io.brokerbench.junit.ExampleRun.at;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.load.Rate;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** Assertions on the document of a real run, with figures put in its place. */
class RunAssertTest {

  private static final String SUBJECT = "FANIN.Q1.SINGLE on FaultyBroker 1 ";
  private static final String DISTRIBUTION =
      "mean 700 us, p50 610 us, p95 1.3 ms, p99 7.3 ms, p99.9 9.1 ms, p99.99 9.5 ms, max 9.7 ms,"
          + " stdev 1.1 ms of 10 000";
  private static final String RESULTS = "; results in " + ExampleRun.FOLDER;

  private static MeasuredRun run(Consumer<ObjectNode> change) {
    return ExampleRun.with(change);
  }

  private static void fails(Consumer<RunAssert> assertion, MeasuredRun run, String what) {
    assertThatThrownBy(() -> assertion.accept(assertThat(run)))
        .isInstanceOf(AssertionError.class)
        .hasMessage(SUBJECT + what + RESULTS);
  }

  @Test
  void whatHoldsPasses() {
    assertThatNoException()
        .isThrownBy(
            () ->
                assertThat(run(result -> {}))
                    .isOk()
                    .losesNothing()
                    .duplicatesNothing()
                    .reordersNothing()
                    .sustainsAtLeast(Rate.perSecond(1_000))
                    .keepsBacklogAtMost(41)
                    .costsAtMost(ofMicros(61))
                    .takesAtMostBytes(412_000_000)
                    .endToEnd()
                    .p99()
                    .isAtMost(ofMillis(8))
                    .endToEnd()
                    .p50()
                    .isAbove(ofMicros(600))
                    .endToEnd()
                    .mean()
                    .isBelow(ofMillis(1)));
  }

  @Test
  void aLatencyIsToldWithItsWholeDistribution() {
    fails(
        run -> run.endToEnd().p99().isBelow(ofMillis(5)),
        run(result -> {}),
        "fails: latency.endToEnd.p99 is 7.3 ms, and should be below 5 ms (" + DISTRIBUTION + ")");
    fails(
        run -> run.endToEnd().max().isAtMost(ofMicros(9_699)),
        run(result -> {}),
        "fails: latency.endToEnd.max is 9.7 ms, and should be at most 9.699 ms ("
            + DISTRIBUTION
            + ")");
  }

  /** What is missing may be later than any limit, and is later than what came at least. */
  @Test
  void aLowerBoundIsNotBelowAnythingAndMayBeAbove() {
    MeasuredRun lossy =
        run(
            result ->
                at(result, "latency", "endToEnd")
                    .putObject("overdue")
                    .put("count", 3)
                    .put("leastNanos", 7_000_000));
    assertThatThrownBy(() -> assertThat(lossy).endToEnd().p99().isBelow(ofMillis(50)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(
            "latency.endToEnd.p99 is 7.3 ms or more, as messages are missing, and should be below"
                + " 50 ms");
    assertThatThrownBy(() -> assertThat(lossy).endToEnd().mean().isAtMost(ofMillis(50)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("latency.endToEnd.mean is 700 us or more, as messages are missing");
    assertThatNoException()
        .isThrownBy(
            () ->
                assertThat(lossy)
                    .endToEnd()
                    .p50()
                    .isBelow(ofMillis(1))
                    .endToEnd()
                    .p99()
                    .isAbove(ofMillis(7)));
  }

  @Test
  void aLatencyThatWasNotMeasuredIsNotBelowAnything() {
    fails(
        run -> run.endToEnd().p99().isBelow(ofMillis(5)),
        run(result -> at(result, "latency", "endToEnd").put("count", 0)),
        "has no latency.endToEnd.p99: it was not measured");
    fails(
        run -> run.acknowledge().p99().isBelow(ofMillis(5)),
        run(result -> at(result, "latency").remove("acknowledge")),
        "has no latency.acknowledge.p99: it was not measured");
  }

  @Test
  void theAccountIsToldInNumbers() {
    MeasuredRun run =
        run(
            result -> {
              at(result, "messages")
                  .put("expected", 120_000)
                  .put("received", 119_983)
                  .put("lost", 17)
                  .put("duplicated", 3)
                  .put("reordered", 2)
                  .putArray("missing")
                  .addObject()
                  .put("publisher", 12)
                  .put("sequence", 4_411)
                  .put("subscriber", -1);
            });
    fails(
        RunAssert::losesNothing,
        run,
        "lost 17 of 120 000 messages, and should lose none: publisher 12: 4 411, ...");
    fails(
        RunAssert::duplicatesNothing,
        run,
        "delivered 3 of 119 983 messages again, and should deliver each once");
    fails(
        RunAssert::reordersNothing,
        run,
        "delivered 2 of 119 983 messages out of order, and should keep each publisher's order");
  }

  @Test
  void aRateIsSustainedOnlyIfItWasOfferedAndKept() {
    fails(
        run -> run.sustainsAtLeast(Rate.perSecond(20_000)),
        run(result -> {}),
        "was offered 1 000 msg/s and kept it, which does not show that it sustains at least 20 000"
            + " msg/s: give it that rate");
    fails(
        run -> run.sustainsAtLeast(Rate.perSecond(1_000)),
        run(
            result ->
                at(result, "verdict")
                    .put("status", "BROKER_LIMITED")
                    .putArray("reasons")
                    .add("the backlog grew")),
        "is BROKER_LIMITED at 1 000 msg/s, and should sustain at least 1 000 msg/s: the backlog"
            + " grew");
  }

  @Test
  void whatTheBrokerUsesIsToldWithItsShare() {
    fails(
        run -> run.costsAtMost(ofMicros(60)),
        run(result -> {}),
        "fails: broker.cpuPerMessage is 61 us, and should be at most 60 us (broker.cpu 0.61"
            + " cores)");
    fails(
        run -> run.takesAtMostBytes(400_000_000),
        run(result -> {}),
        "fails: broker.peakRss is 412 MB, and should be at most 400 MB");
    fails(
        run -> run.keepsBacklogAtMost(40),
        run(result -> {}),
        "fails: backlog.highWaterMark is 41, and should be at most 40");
    fails(
        run -> run.costsAtMost(ofMicros(60)),
        run(result -> result.remove("brokerUsage")),
        "has a broker whose process is not known, and so neither its CPU nor its memory; a broker"
            + " of this machine has pid= in its address");
  }

  @Test
  void anyFigureOfTheCatalogueIsAskedForByItsPath() {
    assertThatNoException()
        .isThrownBy(
            () ->
                assertThat(run(result -> {}))
                    .figure("broker.cpuPerMessage")
                    .isAtMost(ofMicros(61))
                    .figure("messages.lost")
                    .isBelow(1)
                    .figure("broker.peakRss")
                    .isAbove(411e6)
                    .figure("backlog.highWaterMark")
                    .isAtLeast(41));
    fails(
        run -> run.figure("broker.peakRss").isAtMost(400e6),
        run(result -> {}),
        "fails: broker.peakRss is 412 MB, and should be at most 400 MB");
    fails(
        run -> run.figure("latency.commit.p99").isBelow(ofMillis(5)),
        run(result -> {}),
        "has no latency.commit.p99: it was not measured");
    assertThatThrownBy(() -> assertThat(run(result -> {})).figure("messages.losst"))
        .hasMessageContaining("did you mean messages.lost?");
    assertThatThrownBy(
            () -> assertThat(run(result -> {})).figure("broker.peakRss").isBelow(ofMillis(1)))
        .hasMessage("broker.peakRss is not a time; use a number");
  }

  @Test
  void aRunThatBrokeOffFailsWhateverIsAsked() {
    MeasuredRun broken =
        run(
            result ->
                at(result, "verdict")
                    .put("status", "FAILED")
                    .put("complete", false)
                    .putArray("reasons")
                    .add("the broker died"));
    String what = "broke off, so its figures are of another run: the broker died";
    fails(RunAssert::losesNothing, broken, what);
    fails(run -> run.endToEnd().p99().isBelow(ofMillis(50)), broken, what);
    fails(run -> run.costsAtMost(ofMillis(1)), broken, what);
  }

  @Test
  void anInvalidRunAbortsWhateverIsAsked() {
    MeasuredRun invalid = run(result -> at(result, "verdict").put("status", "GENERATOR_LIMITED"));

    assertThatThrownBy(() -> assertThat(invalid)).isInstanceOf(TestAbortedException.class);
  }
}
