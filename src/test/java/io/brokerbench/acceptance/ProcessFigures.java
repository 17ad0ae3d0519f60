package io.brokerbench.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What Linux says of a process, read without the product's help.
 *
 * @param nanos when it was read
 * @param cpuSeconds user and system time of the process, fields 14 and 15 of {@code stat}
 * @param peakRssBytes {@code VmHWM}: the most it ever had resident, kept by the kernel
 */
record ProcessFigures(long nanos, double cpuSeconds, long peakRssBytes) {

  /** {@code USER_HZ}, which is 100 on every architecture that Java runs on. */
  static final double TICK_SECONDS = 0.01;

  static ProcessFigures of(long pid) {
    Path files = Path.of("/proc", Long.toString(pid));
    try {
      String stat = Files.readString(files.resolve("stat"));
      long nanos = System.nanoTime();
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
      long peak =
          Files.readAllLines(files.resolve("status")).stream()
              .filter(line -> line.startsWith("VmHWM:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
              .findFirst()
              .orElseThrow();
      return new ProcessFigures(nanos, ticks * TICK_SECONDS, peak);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** CPU seconds per second since then. */
  double coresSince(ProcessFigures before) {
    return (cpuSeconds - before.cpuSeconds) / (nanos - before.nanos) * 1e9;
  }
}
