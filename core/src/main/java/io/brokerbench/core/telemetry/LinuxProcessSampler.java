package io.brokerbench.core.telemetry;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.telemetry.ProcessUsage.Ended;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Processes by way of {@code /proc}.
 *
 * <p>CPU time comes from the clock that the kernel keeps for each process, in nanoseconds. Where
 * that cannot be read, and for children that have ended, it counts in ticks of 10 ms: {@code /proc}
 * has it in units of USER_HZ, which is 100 on every Linux that runs a JVM, whatever its own tick
 * is. User and system time are each rounded down, so the difference of two samples may be wrong by
 * two ticks for each process, and the samples say so. Where no child ended between them, the ticks
 * of those that ended before are in both and add no error.
 *
 * <p>To find children, all processes have to be looked at. That is done at most once in a rescan
 * interval; a child that came since then is missing from the memory until the next one, and its CPU
 * time, which counts from its start, is then made up.
 */
final class LinuxProcessSampler implements ProcessSampler {

  private static final long NANOS_PER_TICK = 10_000_000;

  /** Of user and of system time a tick each. */
  private static final long ERROR_NANOS = 2 * NANOS_PER_TICK;

  private static final Duration RESCAN = Duration.ofSeconds(5);

  private final ProcFiles files;
  private final NanoClock clock;
  private final ProcessCpuClock cpuClock;
  private final long rescanNanos;
  private final Map<Long, Long> startTicks = new HashMap<>();
  private final Map<Long, Family> families = new HashMap<>();

  LinuxProcessSampler() {
    this(Path.of("/proc"), NanoClock.SYSTEM, RESCAN, ProcessCpuClock.ofThisMachine());
  }

  LinuxProcessSampler(
      Path procRoot, NanoClock clock, Duration rescanInterval, ProcessCpuClock cpuClock) {
    this.cpuClock = cpuClock;
    this.files = new ProcFiles(procRoot);
    this.clock = clock;
    this.rescanNanos = rescanInterval.toNanos();
  }

  @Override
  public Optional<ProcessUsage> sample(long pid) {
    return root(pid).map(root -> usageOf(pid, root, true).plus(usageOfDescendants(pid)));
  }

  @Override
  public Optional<ProcessUsage> sampleAlone(long pid) {
    return root(pid).map(root -> usageOf(pid, root, false));
  }

  @Override
  public List<Long> family(long pid) {
    List<Long> pids = new ArrayList<>(List.of(pid));
    familyOf(pid).members().forEach(member -> pids.add(member.pid()));
    return pids;
  }

  @Override
  public ProcessHoldings holdings(List<Long> pids) {
    return pids.stream()
        .filter(pid -> files.stat(pid).filter(found -> !found.ended()).isPresent())
        .map(pid -> new ProcessHoldings(files.threadCount(pid), files.descriptorCount(pid)))
        .reduce(ProcessHoldings::plus)
        .orElse(ProcessHoldings.UNKNOWN);
  }

  private Optional<ProcStat> root(long pid) {
    Optional<ProcStat> stat = files.stat(pid).filter(found -> !found.ended());
    if (stat.isEmpty()) {
      return stat;
    }
    Long known = startTicks.putIfAbsent(pid, stat.get().startTicks());
    return known == null || known == stat.get().startTicks() ? stat : Optional.empty();
  }

  /** Alone, or with what children that have ended had, which is in ticks in any case. */
  private ProcessUsage usageOf(long pid, ProcStat stat, boolean withEnded) {
    long own = stat.ownTicks() * NANOS_PER_TICK;
    OptionalLong exact = cpuClock.nanos(pid);
    boolean isExact = exact.isPresent() && exact.getAsLong() >= own;
    return new ProcessUsage(
        (isExact ? exact.getAsLong() : own) + (withEnded ? stat.reapedTicks() * NANOS_PER_TICK : 0),
        files.residentBytes(pid).orElse(0),
        isExact ? 0 : ERROR_NANOS,
        withEnded ? new Ended(stat.reapedFaults(), ERROR_NANOS) : Ended.NONE);
  }

  private ProcessUsage usageOfDescendants(long pid) {
    ProcessUsage sum = new ProcessUsage(0, 0);
    for (Member member : familyOf(pid).members()) {
      Optional<ProcStat> stat = files.stat(member.pid());
      if (stat.isPresent() && stat.get().startTicks() == member.startTicks()) {
        sum = sum.plus(usageOf(member.pid(), stat.get(), true));
      }
    }
    return sum;
  }

  private Family familyOf(long pid) {
    long now = clock.nanoTime();
    Family family = families.get(pid);
    if (family == null || now - family.scannedNanos() >= rescanNanos) {
      family = new Family(descendantsOf(pid), now);
      families.put(pid, family);
    }
    return family;
  }

  private List<Member> descendantsOf(long pid) {
    Map<Long, List<Member>> childrenByParent = new HashMap<>();
    for (long other : files.pids()) {
      files
          .stat(other)
          .ifPresent(
              stat ->
                  childrenByParent
                      .computeIfAbsent(stat.parent(), parent -> new ArrayList<>())
                      .add(new Member(other, stat.startTicks())));
    }
    List<Member> found = new ArrayList<>();
    Set<Long> seen = new HashSet<>(Set.of(pid));
    List<Long> open = new ArrayList<>(List.of(pid));
    while (!open.isEmpty()) {
      long parent = open.remove(open.size() - 1);
      for (Member child : childrenByParent.getOrDefault(parent, List.of())) {
        if (seen.add(child.pid())) {
          found.add(child);
          open.add(child.pid());
        }
      }
    }
    return found;
  }

  private record Member(long pid, long startTicks) {}

  private record Family(List<Member> members, long scannedNanos) {}
}
