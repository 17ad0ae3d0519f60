package io.brokerbench.experiment.search;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.measure.GeneratorHealth;
import io.brokerbench.core.figure.ContractCount;
import io.brokerbench.core.result.AgentUsage;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.Machine;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.DeliveryContract;
import io.brokerbench.experiment.search.StepVerdict.StepOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Judges a step against a profile.
 *
 * <p>A broken contract is a fact, whatever was slow, so it comes first. Then come the generator's
 * schedule, as no other figure means anything without it, whether the broker kept up, and at last
 * the limits of latency and CPU. A step that was late while other work held up the broker or the
 * tool is disturbed, and says nothing about the broker.
 *
 * <p>The broker is the limit only where something shows it: it used up its CPU, or it fell behind
 * on a machine whose other work is known and held up nothing. That machine is known to be the
 * broker's where the broker's CPU is measured. Of a step that was cut in the warm-up nothing is
 * known of the machine, nor of how the generator kept its schedule.
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

  /** Share of what the broker can use beyond which its CPU is used up. */
  private static final double USED_UP_PERCENT = 85;

  /**
   * Share of the deliveries owed in the steady window that are made in it, at least. A pause of the
   * broker at the very end costs 1 % of 5 s in 50 ms.
   */
  private static final double LEAST_RECEIVED = 0.97;

  /** Messages that may be under way at the end of a window, however few it holds. */
  private static final int UNDER_WAY = 2;

  /** Below this CPU a projection says nothing. */
  private static final double LEAST_PERCENT = 5;

  /**
   * The step.
   *
   * @param watch that looked on
   * @param interrupted whether the search was stopped
   */
  SearchStep judge(
      StepRequest request, RunResult result, OverloadWatch watch, boolean interrupted) {
    StepFigures figures = figures(result, watch);
    StepVerdict verdict =
        interrupted
            ? StepVerdict.of(StepOutcome.INTERRUPTED, "stopped")
            : unlessTheLinkWasFull(
                shown(
                    unlessDisturbed(verdict(request, result, figures, watch), result, watch),
                    result,
                    figures,
                    watch),
                watch);
    return new SearchStep(
        request.number(),
        request.kind(),
        request.perSecond(),
        figures,
        verdict,
        guess(request, figures, verdict),
        Optional.empty(),
        Optional.of(ContractCount.promises(result)));
  }

  private static StepVerdict unlessTheLinkWasFull(StepVerdict verdict, OverloadWatch watch) {
    return switch (verdict.outcome()) {
      case BROKER_LIMITED, LATENCY ->
          watch.linkShare() < FULL
              ? verdict
              : new StepVerdict(
                  StepOutcome.NETWORK_LIMITED,
                  NumberText.sentence(
                      "the link to the broker was %.0f %% full", watch.linkShare() * 100),
                  verdict.stoppedAfter());
      default -> verdict;
    };
  }

  /** Lateness is not the broker's fault while other work holds up the machine. */
  private static StepVerdict unlessDisturbed(
      StepVerdict verdict, RunResult result, OverloadWatch watch) {
    Optional<String> disturbed =
        machine(result, watch)
            .filter(Machine::disturbed)
            .map(machine -> machine.disturbedBy().get(0).text() + "; " + verdict.reason());
    return switch (verdict.outcome()) {
      case BROKER_LIMITED, LATENCY, GENERATOR_LIMITED ->
          disturbed
              .map(reason -> new StepVerdict(StepOutcome.DISTURBED, reason, verdict.stoppedAfter()))
              .orElse(verdict);
      default -> verdict;
    };
  }

  /** Over the steady state, where there was one. */
  private static Optional<Machine> machine(RunResult result, OverloadWatch watch) {
    return watch.stoppedInWarmUp() ? Optional.empty() : result.machine();
  }

  /** With what shows that it was the broker. */
  private StepVerdict shown(
      StepVerdict verdict, RunResult result, StepFigures figures, OverloadWatch watch) {
    return switch (verdict.outcome()) {
      case CONTRACT_BROKEN -> verdict.shownBy(Optional.of("no load excuses it"));
      case BROKER_LIMITED -> verdict.shownBy(evidence(result, figures, watch));
      default -> verdict;
    };
  }

  private Optional<String> evidence(RunResult result, StepFigures figures, OverloadWatch watch) {
    OptionalDouble used = usedPercent(figures);
    if (used.isPresent() && used.getAsDouble() >= USED_UP_PERCENT) {
      return Optional.of(
          NumberText.sentence(
              "it used %.0f %% of the %s that it can use", used.getAsDouble(), usable()));
    }
    return machine(result, watch)
        .filter(machine -> used.isPresent())
        .filter(machine -> machine.otherCpuCores().isPresent() && !machine.disturbed())
        .map(machine -> "no other work on the machine held it up");
  }

  private String usable() {
    return usableCores == 1 ? "core" : usableCores + " cores";
  }

  private static StepFigures figures(RunResult result, OverloadWatch watch) {
    boolean cut = watch.stoppedAfter().isPresent();
    double received = cut ? watch.receivedPerSecond() : result.throughput().receivedPerSecond();
    LatencySummary latency = result.latency().of(LatencyKind.END_TO_END);
    boolean unsteady = latency.count() == 0;
    Optional<BrokerUsage> broker = cut ? Optional.empty() : result.brokerUsage();
    OptionalDouble cutCpu = watch.brokerCores();
    OptionalDouble ofCore =
        broker.isPresent() ? OptionalDouble.of(broker.get().cpuPercentOfCore()) : percent(cutCpu);
    int cores = result.environment().cores();
    return new StepFigures(
        cut ? 0 : result.scenario().phases().steady().toNanos() / 1e9,
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
      return StepVerdict.of(StepOutcome.FAILED, first(result));
    }
    Optional<String> broken = broken(result);
    if (broken.isPresent()) {
      return new StepVerdict(StepOutcome.CONTRACT_BROKEN, broken.get(), cut);
    }
    boolean steady = !watch.stoppedInWarmUp();
    if (steady && status == Verdict.Status.DISTURBED) {
      return new StepVerdict(StepOutcome.DISTURBED, first(result), cut);
    }
    if (steady && !result.generator().healthy()) {
      return new StepVerdict(StepOutcome.GENERATOR_LIMITED, first(result), cut);
    }
    if (cut.isPresent() && isBusy(result, figures)) {
      return new StepVerdict(StepOutcome.GENERATOR_LIMITED, busy(figures), cut);
    }
    if (cut.isPresent()) {
      return new StepVerdict(StepOutcome.BROKER_LIMITED, overload(request, result, figures), cut);
    }
    boolean tolerant = profile.mostLostPercent() > 0 && result.messages().lost() > 0;
    if (fellBehind(result) || receivedTooLittle(result, tolerant ? result.messages().lost() : 0)) {
      return StepVerdict.of(StepOutcome.BROKER_LIMITED, overload(request, result, figures));
    }
    if (status == Verdict.Status.BROKER_LIMITED && !tolerant) {
      return StepVerdict.of(StepOutcome.BROKER_LIMITED, first(result));
    }
    Optional<String> missing = missing(result);
    if (missing.isPresent()) {
      return StepVerdict.of(StepOutcome.BROKER_LIMITED, missing.get());
    }
    return limits(result, figures);
  }

  private StepVerdict limits(RunResult result, StepFigures figures) {
    Optional<String> late = latency(result.latency().of(LatencyKind.END_TO_END));
    if (late.isPresent()) {
      return StepVerdict.of(StepOutcome.LATENCY, late.get());
    }
    OptionalDouble used = usedPercent(figures);
    OptionalDouble limit = profile.cpuBelowPercent();
    if (limit.isPresent() && used.isEmpty()) {
      throw new DefinitionException(
          "cpuBelow",
          "only where the CPU of the broker is known, which of one by address takes ?pid=",
          limit.getAsDouble());
    }
    if (limit.isPresent() && used.getAsDouble() >= limit.getAsDouble()) {
      return StepVerdict.of(
          StepOutcome.BROKER_CPU,
          NumberText.sentence(
              "the broker used %.0f %% of the %s that it can use (limit %.0f %%)",
              used.getAsDouble(), usable(), limit.getAsDouble()));
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
    return result.backlog().growing()
        || messages.sent() < messages.scheduled()
        || GeneratorHealth.isHeldBack(result.latency(), result.generator());
  }

  /**
   * Fewer deliveries were made in the steady window than were owed in it.
   *
   * @param lost that do not count
   */
  private static boolean receivedTooLittle(RunResult result, long lost) {
    double seconds = result.scenario().phases().steady().toNanos() / 1e9;
    int fanOut = result.scenario().topology().fanOut();
    double owed = result.throughput().sentPerSecond() * fanOut * seconds;
    double missing = owed - result.throughput().receivedPerSecond() * seconds - lost;
    return missing > Math.max((1 - LEAST_RECEIVED) * owed, (double) UNDER_WAY * fanOut);
  }

  /** How the broker provably broke its contract, by more than the criterion allows. */
  private Optional<String> broken(RunResult result) {
    Messages messages = result.messages();
    DeliveryContract contract = DeliveryContract.of(result.scenario());
    if (!contract.mayLose() && percent(messages, messages.lost()) > profile.mostLostPercent()) {
      return Optional.of(
          NumberText.sentence(
              "%s of %s deliveries were lost, and %s guarantees them",
              messages.lost(), messages.expected(), contract.title()));
    }
    if (messages.duplicated() > 0 && !contract.mayDuplicate()) {
      return Optional.of(
          NumberText.sentence(
              "%s deliveries came twice, and %s guarantees that none does",
              messages.duplicated(), contract.title()));
    }
    boolean lossAlone =
        messages.lost() > 0
            && messages.misdelivered()
                    + messages.damaged()
                    + messages.unacknowledgedDelivered()
                    + messages.unreleased().orElse(0)
                    + messages.early().orElse(0)
                == 0;
    return result.verdict().status() == Verdict.Status.CONTRACT_BROKEN && !lossAlone
        ? Optional.of(first(result))
        : Optional.empty();
  }

  /** What was owed and did not arrive, where that breaks no contract. */
  private Optional<String> missing(RunResult result) {
    Messages messages = result.messages();
    long missing = messages.notReceived();
    return percent(messages, missing) > profile.mostLostPercent()
        ? Optional.of(
            NumberText.sentence(
                "%s of %s deliveries had not arrived by the end of the drain",
                missing, messages.expected()))
        : Optional.empty();
  }

  private static double percent(Messages messages, long deliveries) {
    return messages.expected() == 0 ? 0 : 100.0 * deliveries / messages.expected();
  }

  private Optional<String> latency(LatencySummary latency) {
    return above("mean", latency.meanNanos(), profile.meanBelow())
        .or(() -> above("p50", (double) latency.p50Nanos(), profile.p50Below()))
        .or(() -> above("p99", (double) latency.p99Nanos(), profile.p99Below()));
  }

  private static Optional<String> above(String what, double nanos, Optional<Duration> limit) {
    return limit
        .filter(most -> nanos >= most.toNanos())
        .map(
            most ->
                NumberText.sentence(
                    "%s %s (limit %s)",
                    what,
                    NumberText.latency(Math.round(nanos)),
                    NumberText.latency(most.toNanos())));
  }

  private OptionalDouble guess(StepRequest request, StepFigures figures, StepVerdict verdict) {
    OptionalDouble used = usedPercent(figures);
    return switch (verdict.outcome()) {
      case BROKER_LIMITED, CONTRACT_BROKEN, GENERATOR_LIMITED, NETWORK_LIMITED ->
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
      case LATENCY, DISTURBED, FAILED, INTERRUPTED -> OptionalDouble.empty();
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
    return NumberText.sentence(
        "%s msg/s delivered of %s offered, the backlog at %s",
        Math.round(figures.receivedPerSecond()), Math.round(owed), figures.backlogHighWaterMark());
  }

  private static String busy(StepFigures figures) {
    return NumberText.sentence(
        "the generator's threads had no time left: %.2f cores",
        figures.generatorCpuPercentOfCore() / 100);
  }

  private static String first(RunResult result) {
    return result.verdict().reasons().stream().findFirst().orElse("no reason is known");
  }
}
