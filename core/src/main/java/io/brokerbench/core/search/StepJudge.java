package io.brokerbench.core.search;

import io.brokerbench.core.measure.GeneratorHealth;
import io.brokerbench.core.result.AgentUsage;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.DeliveryContract;
import io.brokerbench.core.search.StepVerdict.Outcome;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Judges a step against a profile.
 *
 * <p>First it asks whether the generator kept its schedule, as nothing else means anything if it
 * didn't; then whether the broker kept up, then what was lost, and at last the limits of latency
 * and CPU.
 *
 * <p>CPU limits are in percent of what the broker could use: of all cores of the machine, or of one
 * for a broker whose work is done by one thread. A limit in percent of the machine would never be
 * reached by the latter on a machine of several cores.
 *
 * @param profile the criterion
 * @param usableCores cores that the broker can use
 */
public record StepJudge(SustainProfile profile, int usableCores) {

  /** Share of its threads' time beyond which a generator may be what was slow. */
  private static final double BUSY = 0.9;

  /** Share of a link's speed beyond which it is full: headers and gaps take the rest. */
  private static final double FULL = 0.9;

  /** Below this CPU a projection says nothing. */
  private static final double LEAST_PERCENT = 5;

  /**
   * The step.
   *
   * @param watch that looked on
   * @param interrupted whether somebody stopped the search
   */
  SearchStep judge(
      StepRequest request, RunResult result, OverloadWatch watch, boolean interrupted) {
    StepFigures figures = figures(result, watch);
    StepVerdict verdict =
        interrupted
            ? StepVerdict.of(Outcome.INTERRUPTED, "stopped")
            : unlessTheLinkWasFull(verdict(request, result, figures, watch), watch);
    return new SearchStep(
        request.number(),
        request.kind(),
        request.perSecond(),
        figures,
        verdict,
        guess(request, figures, verdict),
        Optional.empty());
  }

  private static StepVerdict unlessTheLinkWasFull(StepVerdict verdict, OverloadWatch watch) {
    return switch (verdict.outcome()) {
      case BROKER_LIMITED, LOSS, LATENCY ->
          watch.linkShare() < FULL
              ? verdict
              : new StepVerdict(
                  Outcome.NETWORK_LIMITED,
                  text("the link to the broker was %.0f %% full", watch.linkShare() * 100),
                  verdict.stoppedAfter());
      default -> verdict;
    };
  }

  private static StepFigures figures(RunResult result, OverloadWatch watch) {
    boolean cut = watch.stoppedAfter().isPresent();
    double received = cut ? watch.receivedPerSecond() : result.throughput().receivedPerSecond();
    LatencySummary latency = result.latency().endToEnd();
    boolean unsteady = latency.count() == 0;
    Optional<BrokerUsage> broker = cut ? Optional.empty() : result.brokerUsage();
    OptionalDouble cutCpu = watch.brokerCores();
    OptionalDouble ofCore =
        broker.isPresent() ? OptionalDouble.of(broker.get().cpuPercentOfCore()) : percent(cutCpu);
    int cores = result.environment().cores();
    return new StepFigures(
        cut ? watch.sentPerSecond() : result.throughput().sentPerSecond(),
        received,
        received / result.scenario().topology().fanOut(),
        latency.meanNanos(),
        latency.p50Nanos(),
        unsteady ? watch.p99Nanos() : latency.p99Nanos(),
        result.backlog().highWaterMark(),
        ofCore,
        ofCore.isPresent()
            ? OptionalDouble.of(ofCore.getAsDouble() / Math.max(1, cores))
            : OptionalDouble.empty(),
        cut ? watch.generatorCores() * 100 : result.generator().cpuPercentOfCore());
  }

  private static OptionalDouble percent(OptionalDouble cores) {
    return cores.isPresent()
        ? OptionalDouble.of(cores.getAsDouble() * 100)
        : OptionalDouble.empty();
  }

  private StepVerdict verdict(
      StepRequest request, RunResult result, StepFigures figures, OverloadWatch watch) {
    Optional<Duration> cut = watch.stoppedAfter();
    Verdict.Status status = result.verdict().status();
    if (status == Verdict.Status.FAILED || (!result.verdict().complete() && cut.isEmpty())) {
      return StepVerdict.of(Outcome.FAILED, first(result));
    }
    if (!result.generator().healthy() || (cut.isPresent() && isBusy(result, figures))) {
      return new StepVerdict(Outcome.GENERATOR_LIMITED, generator(result, figures), cut);
    }
    if (cut.isPresent()) {
      return new StepVerdict(Outcome.BROKER_LIMITED, overload(request, result, figures), cut);
    }
    if (fellBehind(result)) {
      return StepVerdict.of(Outcome.BROKER_LIMITED, overload(request, result, figures));
    }
    Optional<String> loss = loss(result);
    if (loss.isPresent()) {
      return StepVerdict.of(Outcome.LOSS, loss.get());
    }
    return limits(result, figures);
  }

  private StepVerdict limits(RunResult result, StepFigures figures) {
    Optional<String> late = latency(result.latency().endToEnd());
    if (late.isPresent()) {
      return StepVerdict.of(Outcome.LATENCY, late.get());
    }
    OptionalDouble used = usedPercent(figures);
    OptionalDouble limit = profile.cpuBelowPercent();
    if (limit.isPresent() && used.isPresent() && used.getAsDouble() >= limit.getAsDouble()) {
      return StepVerdict.of(
          Outcome.BROKER_CPU,
          text(
              "the broker used %.0f %% of the %s that it can use (limit %.0f %%)",
              used.getAsDouble(),
              usableCores == 1 ? "core" : usableCores + " cores",
              limit.getAsDouble()));
    }
    return StepVerdict.sustained();
  }

  /** Its threads had no time left, so that it may have read late what the broker delivered. */
  private static boolean isBusy(RunResult result, StepFigures figures) {
    return result
        .generator()
        .agents()
        .map(agents -> agents.stream().anyMatch(StepJudge::isBusy))
        .orElseGet(
            () ->
                isBusy(
                    figures.generatorCpuPercentOfCore(),
                    result.driver().lanes(),
                    result.environment().cores()));
  }

  /** Each agent by itself: a full one would be lost among those with time to spare. */
  private static boolean isBusy(AgentUsage agent) {
    return isBusy(agent.cpuPercentOfCore().orElse(0), agent.lanes(), agent.cores());
  }

  private static boolean isBusy(double percentOfCore, int lanes, int cores) {
    return percentOfCore > 100 * BUSY * Math.max(1, Math.min(lanes, cores));
  }

  private static boolean fellBehind(RunResult result) {
    Messages messages = result.messages();
    boolean late =
        result.latency().sendDelay().p99Nanos() > GeneratorHealth.SEND_DELAY_P99_LIMIT_NANOS;
    return result.backlog().growing()
        || messages.sent() < messages.scheduled()
        || (late && result.generator().backPressured() > 0);
  }

  private Optional<String> loss(RunResult result) {
    Messages messages = result.messages();
    DeliveryContract contract = DeliveryContract.of(result.scenario());
    long notReceived = messages.notReceived();
    double percent = messages.expected() == 0 ? 0 : 100.0 * notReceived / messages.expected();
    if (percent > profile.mostLostPercent()) {
      return Optional.of(
          text(
              "%d of %d deliveries had not arrived, of which %d are lost",
              notReceived, messages.expected(), messages.lost()));
    }
    if (messages.duplicated() > 0 && !contract.mayDuplicate()) {
      return Optional.of(
          text(
              "%d deliveries came twice, and %s guarantees that none does",
              messages.duplicated(), contract.title()));
    }
    return Optional.empty();
  }

  private Optional<String> latency(LatencySummary latency) {
    return above("mean", latency.meanNanos(), profile.meanBelow())
        .or(() -> above("p50", (double) latency.p50Nanos(), profile.p50Below()))
        .or(() -> above("p99", (double) latency.p99Nanos(), profile.p99Below()));
  }

  private static Optional<String> above(String what, double nanos, Optional<Duration> limit) {
    return limit
        .filter(most -> nanos >= most.toNanos())
        .map(most -> text("%s %.3g ms (limit %.3g ms)", what, nanos / 1e6, most.toNanos() / 1e6));
  }

  private OptionalDouble guess(StepRequest request, StepFigures figures, StepVerdict verdict) {
    OptionalDouble used = usedPercent(figures);
    return switch (verdict.outcome()) {
      case BROKER_LIMITED, LOSS, GENERATOR_LIMITED, NETWORK_LIMITED ->
          figures.carriedPerSecond() > 0
              ? OptionalDouble.of(figures.carriedPerSecond())
              : OptionalDouble.empty();
      case BROKER_CPU ->
          OptionalDouble.of(
              request.perSecond() * profile.cpuBelowPercent().orElseThrow() / used.orElseThrow());
      case SUSTAINED ->
          used.isPresent() && used.getAsDouble() >= LEAST_PERCENT
              ? OptionalDouble.of(
                  request.perSecond() * profile.cpuBelowPercent().orElse(100) / used.getAsDouble())
              : OptionalDouble.empty();
      case LATENCY, FAILED, INTERRUPTED -> OptionalDouble.empty();
    };
  }

  private OptionalDouble usedPercent(StepFigures figures) {
    OptionalDouble ofCore = figures.brokerCpuPercentOfCore();
    return ofCore.isPresent()
        ? OptionalDouble.of(ofCore.getAsDouble() / usableCores)
        : OptionalDouble.empty();
  }

  private static String overload(StepRequest request, RunResult result, StepFigures figures) {
    double owed = request.perSecond() * result.scenario().topology().fanOut();
    return text(
        "%.0f msg/s delivered of %.0f offered, the backlog at %d",
        figures.receivedPerSecond(), owed, figures.backlogHighWaterMark());
  }

  private static String generator(RunResult result, StepFigures figures) {
    return result.generator().healthy()
        ? text(
            "the generator's threads had no time left: %.2f cores",
            figures.generatorCpuPercentOfCore() / 100)
        : first(result);
  }

  private static String first(RunResult result) {
    return result.verdict().reasons().stream().findFirst().orElse("no reason is known");
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
