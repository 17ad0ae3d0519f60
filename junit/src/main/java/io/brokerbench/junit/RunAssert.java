package io.brokerbench.junit;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.Statistic;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.LoadModel;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Workload;
import io.brokerbench.report.text.FigureText;
import io.brokerbench.report.text.MissingRanges;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.assertj.core.api.AbstractAssert;
import org.opentest4j.TestAbortedException;

/**
 * What has to come of a run. A run that broke off fails whatever is asked of it: its figures are
 * those of another, shorter run.
 */
public final class RunAssert extends AbstractAssert<RunAssert, MeasuredRun> {

  RunAssert(MeasuredRun run) {
    super(run, RunAssert.class);
    if (run != null) {
      InvalidRuns.abort(run);
    }
  }

  /** Its verdict is OK: the load was kept, the contract of its QoS, and all thresholds. */
  public RunAssert isOk() {
    RunResult result = whole();
    if (result.verdict().status() != Verdict.Status.OK) {
      fail("is %s: %s".formatted(result.verdict().status(), reasons(result)));
    }
    String crossed = AssertionText.crossed(ThresholdCheck.of(result));
    if (!crossed.isEmpty()) {
      fail("crosses a threshold: " + crossed);
    }
    return this;
  }

  /** Every message that was sent has arrived, whatever the QoS allows. */
  public RunAssert losesNothing() {
    Messages messages = whole().messages();
    long missing = messages.notReceived();
    if (missing != 0) {
      boolean fanOut = actual.result().scenario().topology().fanOut() > 1;
      fail(
          (missing == messages.lost() ? "lost " : "did not deliver ")
              + NumberText.count(missing)
              + text(" of {messages.expected} messages, and should lose none: ")
              + MissingRanges.of(messages.missing(), fanOut)
              + (missing > messages.missing().size() ? ", ..." : ""));
    }
    return this;
  }

  /** No message came twice, whatever the QoS allows. */
  public RunAssert duplicatesNothing() {
    return hasNone(
        "messages.duplicated",
        "delivered {messages.duplicated} of {messages.received} messages again, and should deliver"
            + " each once");
  }

  /** No message came after a later one of the same publisher. */
  public RunAssert reordersNothing() {
    return hasNone(
        "messages.reordered",
        "delivered {messages.reordered} of {messages.received} messages out of order, and should"
            + " keep each publisher's order");
  }

  private RunAssert hasNone(String path, String otherwise) {
    if (FigureCatalogue.find(path).in(whole()).orElse(0) != 0) {
      fail(text(otherwise));
    }
    return this;
  }

  /** The run offered this rate or more, and the broker kept it to the end. */
  public RunAssert sustainsAtLeast(Rate rate) {
    RunResult result = whole();
    double offered = offeredPerSecond(result);
    String wanted = "at least " + AssertionText.exactRate(rate.perSecond());
    if (result.verdict().status() != Verdict.Status.OK) {
      fail(
          "is %s at %s, and should sustain %s: %s"
              .formatted(
                  result.verdict().status(), AssertionText.rate(offered), wanted, reasons(result)));
    }
    if (offered < rate.perSecond()) {
      fail(
          result.scenario().workload().load() instanceof ClosedLoad
              ? "carried %s, and should carry %s".formatted(AssertionText.rate(offered), wanted)
              : "was offered %s and kept it, which does not show that it sustains %s: give it that"
                      .formatted(AssertionText.rate(offered), wanted)
                  + " rate");
    }
    return this;
  }

  /** The rate that was asked for, where there is one: arrivals may be random. */
  private static double offeredPerSecond(RunResult result) {
    Workload workload = result.scenario().workload();
    LoadModel load = workload.load();
    if (load instanceof OpenLoad open && workload.isSteady()) {
      return open.peakRate().perSecond();
    }
    return load instanceof ClosedLoad
        ? result.throughput().sentPerSecond()
        : result.throughput().offeredPerSecond();
  }

  /** Most deliveries owed and not made at any time of the run. */
  public RunAssert keepsBacklogAtMost(long messages) {
    return figure("backlog.highWaterMark").isAtMost((double) messages);
  }

  /** CPU time of the broker for each message sent. */
  public RunAssert costsAtMost(Duration cpu) {
    Figure figure = FigureCatalogue.find("broker.cpuPerMessage");
    if (figure.in(withUsage()).isEmpty()) {
      throw new TestAbortedException(
          "the broker's CPU is not known well enough: give the run more time");
    }
    return figure(figure, text("broker.cpu {broker.cpu}")).isAtMost(cpu);
  }

  /** Most resident memory of the broker at any time of the run. */
  public RunAssert takesAtMostBytes(long bytes) {
    withUsage();
    return figure("broker.peakRss").isAtMost((double) bytes);
  }

  /**
   * It is not worse than a stored baseline by more than is tolerated. One run alone never shows
   * that: the runs of a {@link RepeatedBench} do, of which {@link
   * BenchAssertions#assertThat(BenchResults)} speaks.
   *
   * @param baseline its file, or a folder of results
   * @param tolerance such as {@code received=5%,p50=5%,peakRss=off}
   */
  public RunAssert isNotWorseThan(Path baseline, String tolerance) {
    whole();
    RunsAssert.of(List.of(actual)).isNotWorseThan(baseline, tolerance);
    return this;
  }

  /** Delivery - intended send time. */
  public LatencyAssert endToEnd() {
    return new LatencyAssert(this, LatencyKind.END_TO_END);
  }

  /** Delivery - actual send time. */
  public LatencyAssert service() {
    return new LatencyAssert(this, LatencyKind.SERVICE);
  }

  /** Acknowledgement - intended send time; there is none with QoS 0. */
  public LatencyAssert acknowledge() {
    return new LatencyAssert(this, LatencyKind.ACKNOWLEDGE);
  }

  /** Of each client, from when it was due to connect until it was accepted. */
  public LatencyAssert connect() {
    return new LatencyAssert(this, LatencyKind.CONNECT);
  }

  /** Of each consumer, from the request to the grant. */
  public LatencyAssert subscribe() {
    return new LatencyAssert(this, LatencyKind.SUBSCRIBE);
  }

  /**
   * Any figure of the run, by its path in docs/figures.md.
   *
   * @param path such as {@code broker.peakRss}
   * @throws io.brokerbench.core.base.DefinitionException if there is no such figure
   */
  public FigureAssert figure(String path) {
    return figure(FigureCatalogue.find(path), "");
  }

  FigureAssert latency(LatencyKind kind, Statistic statistic) {
    String all = whole().latency().find(kind).map(AssertionText::distribution).orElse("");
    return figure(FigureCatalogue.find("latency." + kind.key() + "." + statistic.key()), all);
  }

  private FigureAssert figure(Figure figure, String detail) {
    OptionalDouble value = figure.in(whole());
    if (value.isEmpty()) {
      fail("has no " + figure.path() + ": it was not measured");
    }
    return new FigureAssert(
        this, figure, value.orElseThrow(), figure.isLowerBound(whole()), detail);
  }

  private RunResult withUsage() {
    RunResult result = whole();
    if (result.brokerUsage().isEmpty()) {
      fail(
          "has a broker whose process is not known, and so neither its CPU nor its memory; a broker"
              + " of this machine has pid= in its address");
    }
    return result;
  }

  /** The run, which went to its end. */
  private RunResult whole() {
    isNotNull();
    RunResult result = actual.result();
    if (result.verdict().status() == Verdict.Status.FAILED || !result.verdict().complete()) {
      fail("broke off, so its figures are of another run: " + reasons(result));
    }
    return result;
  }

  private String text(String sentence) {
    return new FigureText(actual.result()).fill(sentence);
  }

  private static String reasons(RunResult result) {
    return String.join("; ", result.verdict().reasons());
  }

  /** Fails the test. */
  void fail(String what) {
    failWithMessage(
        "%s",
        AssertionText.subject(actual.result())
            + " "
            + NumberText.plain(what)
            + "; results in "
            + actual.folder());
  }
}
