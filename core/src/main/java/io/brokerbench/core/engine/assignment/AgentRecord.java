package io.brokerbench.core.engine.assignment;

import io.brokerbench.core.telemetry.CpuUsage;
import java.util.Optional;

/**
 * What one agent had to do with a run.
 *
 * @param member which one
 * @param slice its clients
 * @param lanes threads that carried them
 * @param counted what it counted; empty where it ended before it could report
 * @param steady CPU that its worker used over the steady state
 * @param before its clock before the run
 * @param after its clock after the run
 */
public record AgentRecord(
    PooledAgent member,
    Assignment.Slice slice,
    int lanes,
    Optional<AgentCounts> counted,
    Optional<CpuUsage> steady,
    ClockReading before,
    Optional<ClockReading> after) {

  /** By how much its clock may have been wrong; where it cannot be asked any more, at the start. */
  public long clockErrorNanos() {
    return after.map(before::boundUntil).orElse(before.errorNanos());
  }

  /** By how much a reading of its clock may have been wrong. */
  public long readingErrorNanos() {
    return Math.max(before.errorNanos(), after.map(ClockReading::errorNanos).orElse(0L));
  }

  /** By how much its clock has moved against this process's; 0 where that is not known. */
  public long driftNanos() {
    return after.map(later -> later.offsetNanos() - before.offsetNanos()).orElse(0L);
  }

  /** Whether it reported its counts, but its clock could not be read any more. */
  public boolean wasNotReadAgain() {
    return counted.isPresent() && after.isEmpty();
  }

  public double steadyCores() {
    return steady.map(CpuUsage::cores).orElse(0.0);
  }
}
