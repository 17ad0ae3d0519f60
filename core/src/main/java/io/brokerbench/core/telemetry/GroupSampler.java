package io.brokerbench.core.telemetry;

import io.brokerbench.core.telemetry.GroupReading.ThreadTimes;
import io.brokerbench.core.telemetry.GroupReading.Traffic;
import io.brokerbench.core.telemetry.MachineReading.Stalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Follows a set of processes, such as a broker's or the tool's, by way of {@code /proc}: how long
 * their threads waited for a CPU, and what they read and wrote.
 *
 * <p>A thread that ends takes with it what it had since the last sample; one that has begun since
 * then counts from its start. A process that is seen for the first time counts from then on. Never
 * throws. Instances belong to one thread.
 */
public final class GroupSampler {

  /** Sleep that no signal ends: of a program, it is the wait for a disk or a file system. */
  private static final char DISK_SLEEP = 'D';

  private final Path root;
  private final ProcFiles files;

  /** Run-queue wait and run time of each thread when it was last looked at. */
  private Map<Long, ThreadTimes> threads = new HashMap<>();

  private Set<Long> known = new HashSet<>();
  private Optional<Traffic> lastDisk = Optional.empty();
  private Traffic disk = new Traffic(0, 0);
  private long runNanos;
  private long waitNanos;

  /** For processes of this machine. */
  public GroupSampler() {
    this(Path.of("/"));
  }

  GroupSampler(Path root) {
    this.root = root;
    this.files = new ProcFiles(root.resolve("proc"));
  }

  /**
   * Looks at the processes.
   *
   * @param pids those that belong to the set now; its members may change
   */
  public GroupReading read(Collection<Long> pids) {
    if (pids.isEmpty()) {
      return GroupReading.UNKNOWN;
    }
    boolean timed = readThreads(pids);
    Optional<Traffic> bytes = readDisk(pids);
    known = new HashSet<>(pids);
    long first = pids.iterator().next();
    return new GroupReading(
        timed ? Optional.of(new ThreadTimes(runNanos, waitNanos)) : Optional.empty(),
        bytes,
        network(first),
        pressure(first));
  }

  private boolean readThreads(Collection<Long> pids) {
    Map<Long, ThreadTimes> now = new HashMap<>();
    for (long pid : pids) {
      boolean isNew = !known.contains(pid);
      for (long thread : files.threads(pid)) {
        Optional<ThreadTimes> times = files.threadTimes(pid, thread);
        if (times.isPresent()) {
          now.put(thread, times.get());
          if (!isNew) {
            add(threads.get(thread), times.get());
          }
        }
      }
    }
    threads = now;
    return !now.isEmpty();
  }

  /** A thread whose times have fallen is another one that got its number. */
  private void add(ThreadTimes before, ThreadTimes now) {
    boolean another =
        before == null
            || now.runNanos() < before.runNanos()
            || now.waitNanos() < before.waitNanos();
    runNanos += now.runNanos() - (another ? 0 : before.runNanos());
    waitNanos += now.waitNanos() - (another ? 0 : before.waitNanos());
  }

  /** The sum stays when a child ends and its parent waits for it: the parent then has its bytes. */
  private Optional<Traffic> readDisk(Collection<Long> pids) {
    Optional<Traffic> sum =
        pids.stream().map(files::diskBytes).flatMap(Optional::stream).reduce(Traffic::plus);
    if (sum.isPresent() && lastDisk.isPresent()) {
      disk =
          disk.plus(
              new Traffic(
                  Math.max(0, sum.get().inBytes() - lastDisk.get().inBytes()),
                  Math.max(0, sum.get().outBytes() - lastDisk.get().outBytes())));
    }
    lastDisk = sum.or(() -> lastDisk);
    return sum.isPresent() ? Optional.of(disk) : Optional.empty();
  }

  /** In our own namespace the interfaces count the bytes of all processes. */
  private Optional<Traffic> network(long pid) {
    try {
      Path own = Files.readSymbolicLink(root.resolve("proc/self/ns/net"));
      Path theirs = Files.readSymbolicLink(root.resolve("proc/" + pid + "/ns/net"));
      return own.equals(theirs) ? Optional.empty() : files.networkBytes(pid);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Optional<Stalls> pressure(long pid) {
    boolean shared =
        PressureFiles.group(root, pid)
            .equals(PressureFiles.group(root, ProcessHandle.current().pid()));
    return shared ? Optional.empty() : PressureFiles.ofGroup(root, pid);
  }

  /** Whether a thread of the processes waits for a disk at this moment. */
  public boolean waitsForDisk(Collection<Long> pids) {
    return pids.stream()
        .anyMatch(
            pid ->
                files.threads(pid).stream()
                    .flatMap(thread -> files.threadState(pid, thread).stream())
                    .anyMatch(state -> state == DISK_SLEEP));
  }

  /**
   * Bytes that all other processes of the machine have read from and written to disks.
   *
   * @param bytes of those that may be looked at, as far as they still live or were waited for
   * @param complete whether all of them may be looked at
   */
  public record OtherDiskTraffic(long bytes, boolean complete) {}

  /**
   * Looks at all processes of the machine but some. Threads of the kernel are left out: what they
   * write is the data of others, and the journal of the file system for it. Not for every second.
   */
  public Optional<OtherDiskTraffic> otherDiskTraffic(Collection<Long> without) {
    List<Long> pids = files.pids();
    Set<Long> left = new HashSet<>(without);
    long bytes = 0;
    boolean complete = true;
    for (long pid : pids) {
      if (!left.contains(pid) && !files.isOfKernel(pid)) {
        Optional<Traffic> found = files.diskBytes(pid);
        bytes += found.map(t -> t.inBytes() + t.outBytes()).orElse(0L);
        complete &= found.isPresent() || files.stat(pid).isEmpty();
      }
    }
    return pids.isEmpty() ? Optional.empty() : Optional.of(new OtherDiskTraffic(bytes, complete));
  }
}
