package io.brokerbench.core.telemetry;

import io.brokerbench.core.telemetry.GroupReading.ThreadTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** How long a thread of this process has waited for a CPU, although it had work. */
public final class ThreadCpuWait {

  private static final Path PROC = Path.of("/proc");

  private ThreadCpuWait() {}

  /**
   * Of the calling thread.
   *
   * @return reads it from any thread, in nanoseconds since the thread began; always 0 where the
   *     kernel does not report it
   */
  public static LongSupplier ofThisThread() {
    long thread;
    try {
      Path task = Files.readSymbolicLink(PROC.resolve("thread-self")); // <pid>/task/<thread>
      thread = Long.parseLong(task.getFileName().toString());
    } catch (IOException | NumberFormatException | UnsupportedOperationException e) {
      return () -> 0;
    }
    ProcFiles files = new ProcFiles(PROC);
    long pid = ProcessHandle.current().pid();
    return () -> files.threadTimes(pid, thread).map(ThreadTimes::waitNanos).orElse(0L);
  }
}
