package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What the samplers say, against the operating system's own accounting of real processes. */
class ProcessSamplerIT {

  private static final Pattern TIMES = Pattern.compile("(\\d+)m([\\d.]+)s (\\d+)m([\\d.]+)s");
  private static final long MEBIBYTE = 1024 * 1024;

  private final ProcessSampler sampler = ProcessSampler.ofThisMachine();

  @Test
  @EnabledOnOs(OS.LINUX)
  void cpuTimeAgreesWithWhatTheShellsTimesSay() {
    try (Child shell = Child.start("bash", "-c", burnInShell() + "; times; read -r wait")) {
      double expected = seconds(shell.readLine());
      shell.readLine();
      ProcessUsage usage = sampler.sampleAlone(shell.pid()).orElseThrow();

      assertThat(expected).isGreaterThan(0.5);
      assertThat(usage.cpuNanos() / 1e9).isCloseTo(expected, withPercentage(5));
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void childrenThatEndedAndChildrenThatLiveAreBothInIt() {
    String script =
        "("
            + burnInShell()
            + "); times; bash -c '"
            + burnInShell()
            + "; times; read -r wait'; read -r wait";
    try (Child shell = Child.start("bash", "-c", script)) {
      shell.readLine();
      double ended = seconds(shell.readLine());
      double living = seconds(shell.readLine());
      shell.readLine();
      double all = sampler.sample(shell.pid()).orElseThrow().cpuNanos() / 1e9;
      double alone = sampler.sampleAlone(shell.pid()).orElseThrow().cpuNanos() / 1e9;

      assertThat(all).isCloseTo(ended + living, withPercentage(5));
      assertThat(alone).isLessThan(0.1);
    }
  }

  @Test
  void cpuTimeOfAJvmAgreesWithWhatTheSystemTellsOfIt() {
    try (Child jvm = Child.jvm()) {
      ProcessUsage before = sampler.sample(jvm.pid()).orElseThrow();
      Duration systemBefore = jvm.cpuDuration();
      jvm.report("burn 1000");
      ProcessUsage after = sampler.sample(jvm.pid()).orElseThrow();
      Duration systemAfter = jvm.cpuDuration();

      double seconds = CpuUsage.between(before, after, 1, 1).seconds();
      assertThat(seconds)
          .isCloseTo(systemAfter.minus(systemBefore).toNanos() / 1e9, withPercentage(5));
      assertThat(seconds).isGreaterThan(0.3);
    }
  }

  @Test
  void memoryThatIsTouchedIsResident() throws IOException {
    try (Child jvm = Child.jvm()) {
      ProcessUsage before = sampler.sample(jvm.pid()).orElseThrow();
      jvm.report("hold 200");
      ProcessUsage after = sampler.sample(jvm.pid()).orElseThrow();

      assertThat((double) (after.rssBytes() - before.rssBytes()))
          .isCloseTo(200.0 * MEBIBYTE, withPercentage(5));
      Path exact = Path.of("/proc", Long.toString(jvm.pid()), "smaps_rollup");
      if (Files.isReadable(exact)) {
        assertThat((double) after.rssBytes()).isCloseTo(rollupRss(exact), withPercentage(1));
      }
    }
  }

  @Test
  void oshiSaysTheSame() {
    OshiProcessSampler oshi = new OshiProcessSampler();
    try (Child jvm = Child.jvm()) {
      jvm.report("burn 500");
      jvm.report("hold 50");
      ProcessUsage ours = sampler.sample(jvm.pid()).orElseThrow();
      ProcessUsage theirs = oshi.sample(jvm.pid()).orElseThrow();

      assertThat((double) theirs.cpuNanos()).isCloseTo((double) ours.cpuNanos(), withPercentage(5));
      assertThat((double) theirs.rssBytes()).isCloseTo((double) ours.rssBytes(), withPercentage(5));
    }
  }

  @Test
  void aProcessThatEndsWhileItIsWatchedIsEmptyFromThenOn() {
    Child jvm = Child.jvm();
    assertThat(sampler.sample(jvm.pid())).isPresent();
    jvm.close();

    assertThat(sampler.sample(jvm.pid())).isEmpty();
    assertThat(sampler.sampleAlone(jvm.pid())).isEmpty();
  }

  /** Shell code that burns about a second of one core. */
  private static String burnInShell() {
    return "end=$((SECONDS + 2)); while ((SECONDS < end)); do :; done";
  }

  private static double seconds(String times) {
    Matcher matcher = TIMES.matcher(times);
    assertThat(matcher.matches()).as(times).isTrue();
    double seconds = 0;
    for (int i = 1; i <= 3; i += 2) {
      seconds +=
          60 * Double.parseDouble(matcher.group(i)) + Double.parseDouble(matcher.group(i + 1));
    }
    return seconds;
  }

  private static double rollupRss(Path rollup) throws IOException {
    String line =
        Files.readAllLines(rollup).stream()
            .filter(text -> text.startsWith("Rss:"))
            .findFirst()
            .orElseThrow();
    return Double.parseDouble(line.replaceAll("[^0-9]", "")) * 1024;
  }

  /** A process of ours, ended with the test. */
  private record Child(Process process, BufferedReader out, Writer in) implements AutoCloseable {

    static Child start(String... command) {
      try {
        Process process =
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        return new Child(
            process,
            process.inputReader(StandardCharsets.UTF_8),
            process.outputWriter(StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    static Child jvm() {
      Path java = Path.of(System.getProperty("java.home"), "bin", "java");
      Child child =
          start(
              java.toString(),
              "-cp",
              System.getProperty("java.class.path"),
              "-Xmx64m",
              "-XX:MaxDirectMemorySize=300m",
              Burner.class.getName());
      assertThat(child.readLine()).isEqualTo("ready");
      return child;
    }

    long pid() {
      return process.pid();
    }

    Duration cpuDuration() {
      return process.info().totalCpuDuration().orElseThrow();
    }

    String readLine() {
      try {
        return out.readLine();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void report(String line) {
      try {
        in.write(line + "\n");
        in.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      assertThat(readLine()).startsWith("done");
    }

    @Override
    public void close() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      boolean interrupted = false;
      while (process.isAlive()) {
        try {
          process.waitFor();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
