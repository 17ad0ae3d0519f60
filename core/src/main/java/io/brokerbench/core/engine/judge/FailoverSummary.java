package io.brokerbench.core.engine.judge;

import io.brokerbench.core.driver.ConnectionLossEffect;
import io.brokerbench.core.engine.measure.FailoverReport;
import io.brokerbench.core.engine.measure.FailoverReport.Absence;
import io.brokerbench.core.engine.measure.OutageMeter;
import io.brokerbench.core.engine.stage.FaultStage;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;

/**
 * Makes the part of the result about faults and broken connections.
 *
 * <p>Without a fault, an outage begins when a connection breaks while no client is away, or the
 * last one has been back for a second.
 *
 * @param run that is over
 * @param ofJms whether consumers speak JMS
 * @param loadedTime for how long deliveries were due, of nanoseconds after the start of sending
 * @param clockErrorNanos by how much two clocks that instants were read from may differ; empty
 *     where there was one
 */
record FailoverSummary(
    RunRecord run, boolean ofJms, LongUnaryOperator loadedTime, OptionalLong clockErrorNanos) {

  private static final long APART_NANOS = 1_000_000_000;

  /** An outage that lasts longer may not be seen to end within what is followed. */
  private static final long LONGEST_NANOS = 600_000_000_000L;

  /** When an outage began, and by what. */
  private record Cause(long nanos, Optional<FaultStage.Done> fault) {}

  /** Of deliveries: they are due when messages are sent, or so much later as is asked for. */
  static LongUnaryOperator loadedTime(Scenario scenario) {
    LongUnaryOperator sent = scenario.workload().loadedTime();
    long delay = scenario.session().deliveryDelay().toNanos();
    return nanos -> sent.applyAsLong(nanos - delay);
  }

  /**
   * Empty where there was no fault, and no connection broke; and where not all deliveries are
   * known.
   */
  Optional<Failover> failover() {
    FailoverReport report = run.result().report().failover();
    boolean followed =
        !report.deliveries().equals(FailoverReport.Deliveries.NONE)
            && report.deliveries().originNanos() - run.times().steadyEnd() < 0;
    List<Failover.Outage> outages = followed ? outages(report) : List.of();
    if (outages.isEmpty()) {
      return Optional.empty();
    }
    Failover.Outage longest = outages.stream().max(Comparator.comparing(this::length)).get();
    FailoverReport.Clients clients = report.clients();
    Optional<FaultKind> kind = run.faults().stream().map(FaultStage.Done::kind).findFirst();
    return Optional.of(
        new Failover(
            kind,
            longest.node(),
            longest.atMillis(),
            longest.healedAfterNanos(),
            longest.course(),
            clients.count(),
            clients.broken(),
            clients.reconnects(),
            clients.refused(),
            clients.unanswered(),
            ofJms ? Optional.of(unresolved(report.connectionLosses())) : Optional.empty(),
            outages.size() == 1 ? Optional.empty() : Optional.of(kept(outages)),
            clockErrorNanos));
  }

  /** The first ones and the last: where an outage did not end, it is that. */
  static List<Failover.Outage> kept(List<Failover.Outage> outages) {
    if (outages.size() <= Failover.MAX_OUTAGES) {
      return outages;
    }
    List<Failover.Outage> kept = new ArrayList<>(outages.subList(0, Failover.MAX_OUTAGES - 1));
    kept.add(outages.get(outages.size() - 1));
    return kept;
  }

  /**
   * One that did not end is longer than all others. Where nothing is delivered, one lasts until all
   * clients are back.
   */
  private long length(Failover.Outage outage) {
    boolean delivers = !run.result().report().failover().deliveries().millis().isEmpty();
    Failover.Course course = outage.course();
    return (delivers ? course.outageNanos() : course.allBackNanos()).orElse(Long.MAX_VALUE);
  }

  private List<Failover.Outage> outages(FailoverReport report) {
    List<Cause> causes = run.faults().isEmpty() ? broken(report) : faults();
    List<Failover.Outage> outages = new ArrayList<>();
    for (int i = 0; i < causes.size(); i++) {
      Cause cause = causes.get(i);
      OptionalLong next =
          i + 1 < causes.size() ? OptionalLong.of(causes.get(i + 1).nanos()) : unfollowed(report);
      OutageAnalysis analysis =
          new OutageAnalysis(report, cause.nanos(), next, run.times().steadyEnd(), this::loaded);
      outages.add(
          new Failover.Outage(
              cause.fault().map(FaultStage.Done::node),
              (cause.nanos() - run.times().start()) / 1_000_000,
              healedAfter(cause),
              analysis.clients(),
              analysis.course()));
    }
    return outages;
  }

  private long loaded(long nanos) {
    return loadedTime.applyAsLong(nanos - run.times().start());
  }

  private static OptionalLong healedAfter(Cause cause) {
    return cause.fault().stream()
        .flatMapToLong(fault -> fault.healedNanos().stream())
        .map(healed -> healed - cause.nanos())
        .findFirst();
  }

  private List<Cause> faults() {
    return run.faults().stream()
        .map(fault -> new Cause(fault.nanos(), Optional.of(fault)))
        .toList();
  }

  /**
   * When an outage begins that may not be seen to end: those that lose their connection from then
   * on belong to no other one. Empty after a fault, and where nothing is delivered.
   */
  private OptionalLong unfollowed(FailoverReport report) {
    return run.faults().isEmpty() && !report.deliveries().millis().isEmpty()
        ? OptionalLong.of(until(report))
        : OptionalLong.empty();
  }

  private static long until(FailoverReport report) {
    return report.deliveries().originNanos() + OutageMeter.FOLLOWED_NANOS - LONGEST_NANOS;
  }

  /**
   * Those whose beginning and end are followed: of what came earlier or later it is not known what
   * was delivered. Where nothing is delivered, all of them.
   */
  private static List<Cause> broken(FailoverReport report) {
    FailoverReport.Deliveries deliveries = report.deliveries();
    long until = until(report);
    List<Absence> all =
        report.clients().absences().stream()
            .flatMap(List::stream)
            .filter(
                absence ->
                    deliveries.millis().isEmpty()
                        || (absence.lostNanos() - until < 0
                            && absence.lostNanos() - deliveries.originNanos() >= 0))
            .sorted(Comparator.comparingLong(Absence::lostNanos))
            .toList();
    List<Cause> causes = new ArrayList<>();
    long end = 0;
    for (Absence absence : all) {
      if (causes.isEmpty() || absence.lostNanos() - end > APART_NANOS) {
        causes.add(new Cause(absence.lostNanos(), Optional.empty()));
        end = absence.lostNanos();
      }
      if (absence.backNanos().isEmpty()) {
        break; // nothing ends before this one does
      }
      end = Math.max(end, absence.backNanos().getAsLong());
    }
    return causes;
  }

  private static Failover.Unresolved unresolved(FailoverReport.ConnectionLossCounts counts) {
    return new Failover.Unresolved(
        counts.of(ConnectionLossEffect.TRANSACTION_UNDONE),
        counts.of(ConnectionLossEffect.TRANSACTION_IN_DOUBT),
        counts.of(ConnectionLossEffect.ACKNOWLEDGEMENT_IN_DOUBT),
        counts.of(ConnectionLossEffect.UNACKNOWLEDGED_DELIVERY));
  }
}
