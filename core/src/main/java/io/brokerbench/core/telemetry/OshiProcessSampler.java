package io.brokerbench.core.telemetry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * Processes by way of OSHI, for systems other than Linux.
 *
 * <p>CPU time has a resolution of a millisecond, or the system's own where that is coarser. Time of
 * children that have ended is not in it. Where OSHI cannot load its native library, every answer is
 * empty.
 */
final class OshiProcessSampler implements ProcessSampler {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Windows counts in units of 15.6 ms, of user and of system time each. */
  private static final long ERROR_NANOS = 32 * NANOS_PER_MILLI;

  private final Optional<OperatingSystem> system;
  private final Map<Long, Long> startTimes = new HashMap<>();

  OshiProcessSampler() {
    this.system = load();
  }

  @Override
  public Optional<ProcessUsage> sample(long pid) {
    return guarded(pid, true);
  }

  @Override
  public Optional<ProcessUsage> sampleAlone(long pid) {
    return guarded(pid, false);
  }

  @Override
  public ProcessHoldings holdings(List<Long> pids) {
    try {
      return system.stream()
          .flatMap(
              os ->
                  os
                      .getProcesses(
                          process -> pids.contains((long) process.getProcessID()), null, 0)
                      .stream())
          .map(
              process ->
                  new ProcessHoldings(
                      known(process.getThreadCount()), known(process.getOpenFiles())))
          .reduce(ProcessHoldings::plus)
          .orElse(ProcessHoldings.UNKNOWN);
    } catch (RuntimeException | LinkageError e) {
      return ProcessHoldings.UNKNOWN;
    }
  }

  private static OptionalLong known(long count) {
    return count > 0 ? OptionalLong.of(count) : OptionalLong.empty();
  }

  private static Optional<OperatingSystem> load() {
    try {
      return Optional.of(new SystemInfo().getOperatingSystem());
    } catch (RuntimeException | LinkageError e) {
      return Optional.empty();
    }
  }

  private Optional<ProcessUsage> guarded(long pid, boolean withDescendants) {
    try {
      return system.flatMap(os -> usage(os, pid, withDescendants));
    } catch (RuntimeException | LinkageError e) {
      return Optional.empty();
    }
  }

  private Optional<ProcessUsage> usage(OperatingSystem os, long pid, boolean withDescendants) {
    if (pid < 1 || pid > Integer.MAX_VALUE) {
      return Optional.empty();
    }
    OSProcess root = os.getProcess((int) pid);
    if (root == null || root.getState() == OSProcess.State.ZOMBIE || isAnother(pid, root)) {
      return Optional.empty();
    }
    ProcessUsage sum = usageOf(root);
    if (withDescendants) {
      for (OSProcess process : os.getDescendantProcesses((int) pid, null, null, 0)) {
        sum = sum.plus(usageOf(process));
      }
    }
    return Optional.of(sum);
  }

  private boolean isAnother(long pid, OSProcess process) {
    Long known = startTimes.putIfAbsent(pid, process.getStartTime());
    return known != null && known != process.getStartTime();
  }

  private static ProcessUsage usageOf(OSProcess process) {
    return new ProcessUsage(
        (process.getKernelTime() + process.getUserTime()) * NANOS_PER_MILLI,
        process.getResidentMemory(),
        ERROR_NANOS);
  }
}
