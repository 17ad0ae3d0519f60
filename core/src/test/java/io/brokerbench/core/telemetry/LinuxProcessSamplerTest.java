package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The sampler, on a folder that looks like {@code /proc}. */
class LinuxProcessSamplerTest {

  private static final long TICK = 10_000_000;

  @TempDir Path proc;

  private final AtomicLong now = new AtomicLong();
  private LinuxProcessSampler sampler;

  @BeforeEach
  void makeSampler() {
    sampler =
        new LinuxProcessSampler(proc, now::get, Duration.ofSeconds(5), ProcessCpuClock.none());
  }

  @Test
  void aProcessAloneIsItsUserAndSystemTimeAndItsResidentMemory() {
    process(100, 1).times(7, 3, 50, 20).rssKib(2_048).write();

    assertThat(sampler.sampleAlone(100))
        .contains(new ProcessUsage(10 * TICK, 2_048 * 1_024, 2 * TICK));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aProcessOfThisMachineIsCountedFinerThanInTicks() {
    ProcessUsage own =
        new LinuxProcessSampler().sampleAlone(ProcessHandle.current().pid()).orElseThrow();

    assertThat(own.errorNanos()).isZero();
    assertThat(own.cpuNanos() % TICK).isPositive();
  }

  @Test
  void withItsChildrenCountThoseThatLiveAndThoseThatWereWaitedForEachOnce() {
    process(100, 1).times(1, 2, 10, 20).rssKib(100).write();
    process(101, 100).times(100, 0, 5, 0).rssKib(10).write();
    process(102, 101).times(1_000, 0, 0, 0).rssKib(1).write();
    process(200, 1).times(50_000, 0, 0, 0).rssKib(5_000).write();

    assertThat(sampler.sample(100))
        .contains(
            new ProcessUsage(
                1_138 * TICK, 111 * 1_024, 6 * TICK, new ProcessUsage.Ended(3 * 9, 6 * TICK)));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void childrenThatEndedBeforeMakeTheTimeBetweenTwoSamplesNoCoarser() {
    long pid = ProcessHandle.current().pid(); // whose clock is read, beside a file of our own
    sampler =
        new LinuxProcessSampler(
            proc, now::get, Duration.ofSeconds(5), ProcessCpuClock.ofThisMachine());
    process(pid, 1).times(0, 0, 30, 20).faults(700).write();
    ProcessUsage first = sampler.sample(pid).orElseThrow();
    ProcessUsage second = sampler.sample(pid).orElseThrow();
    process(pid, 1).times(0, 0, 30, 20).faults(701).write();
    ProcessUsage third = sampler.sample(pid).orElseThrow();

    assertThat(CpuUsage.between(first, second, 1, 1).errorNanos()).isZero();
    assertThat(CpuUsage.between(second, third, 1, 1).errorNanos()).isEqualTo(2 * TICK);
  }

  @Test
  void aChildThatEndsAndIsWaitedForLeavesTheSumAsItWas() {
    process(100, 1).times(5, 5, 0, 0).write();
    process(101, 100).times(40, 2, 3, 0).write();
    ProcessUsage before = sampler.sample(100).orElseThrow();

    remove(101);
    process(100, 1).times(5, 5, 42, 3).write();

    assertThat(sampler.sample(100).orElseThrow().cpuNanos()).isEqualTo(before.cpuNanos());
  }

  @Test
  void aChildThatEndedAndWaitsForItsParentStillCounts() {
    process(100, 1).times(1, 0, 0, 0).write();
    process(101, 100).times(8, 0, 0, 0).state('Z').rssKib(0).write();

    assertThat(sampler.sample(100).orElseThrow().cpuNanos()).isEqualTo(9 * TICK);
  }

  @Test
  void whatProcessesHoldAddsUpOverThoseThatRun() {
    process(100, 1).threads(5).descriptors(3).write();
    process(101, 100).threads(2).descriptors(10).write();
    process(102, 100).state('Z').threads(1).descriptors(1).write();

    assertThat(sampler.holdings(List.of(100L, 101L, 102L, 999L)))
        .isEqualTo(new ProcessHoldings(OptionalLong.of(7), OptionalLong.of(13)));
  }

  @Test
  void descriptorsThatCannotBeReadOfOneAreNotKnownOfAll() {
    process(100, 1).threads(5).descriptors(3).write();
    process(101, 100).threads(2).write();

    assertThat(sampler.holdings(List.of(100L, 101L)))
        .isEqualTo(new ProcessHoldings(OptionalLong.of(7), OptionalLong.empty()));
    assertThat(sampler.holdings(List.of())).isEqualTo(ProcessHoldings.UNKNOWN);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aProcessOfThisMachineHoldsWhatItOpens() throws IOException {
    LinuxProcessSampler real = new LinuxProcessSampler();
    List<Long> self = List.of(ProcessHandle.current().pid());
    ProcessHoldings before = real.holdings(self);
    List<InputStream> open = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      open.add(Files.newInputStream(Path.of("/dev/null")));
    }
    long after = real.holdings(self).descriptors().orElseThrow();
    for (InputStream each : open) {
      each.close();
    }

    assertThat(after - before.descriptors().orElseThrow()).isBetween(190L, 210L);
    assertThat(before.threads().orElseThrow()).isBetween(2L, 1_000L);
  }

  @Test
  void aNewChildIsSeenAtTheNextScan() {
    process(100, 1).times(1, 0, 0, 0).write();
    assertThat(sampler.sample(100).orElseThrow().cpuNanos()).isEqualTo(TICK);
    process(101, 100).times(8, 0, 0, 0).write();

    now.addAndGet(Duration.ofSeconds(4).toNanos());
    assertThat(sampler.sample(100).orElseThrow().cpuNanos()).isEqualTo(TICK);
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(sampler.sample(100).orElseThrow().cpuNanos()).isEqualTo(9 * TICK);
  }

  @Test
  void aNameOfSpacesAndParenthesesIsNoTrap() {
    process(100, 1).name("a) S 1 (b) c)").times(7, 3, 0, 0).write();
    process(101, 100).name(") Z 999 1 1 1 1").times(1, 1, 0, 0).write();
    process(102, 100).name("\u00e4\n)(").times(1, 0, 0, 0).write();

    assertThat(sampler.sample(100).orElseThrow().cpuNanos()).isEqualTo(13 * TICK);
  }

  @Test
  void aProcessThatIsGoneIsEmpty() {
    process(100, 1).times(7, 3, 0, 0).write();
    assertThat(sampler.sample(100)).isPresent();

    remove(100);

    assertThat(sampler.sample(100)).isEmpty();
    assertThat(sampler.sampleAlone(100)).isEmpty();
    assertThat(sampler.sample(-1)).isEmpty();
  }

  @Test
  void aProcessThatHasEndedIsEmptyBeforeItsParentWaitsForIt() {
    process(100, 1).times(7, 3, 0, 0).state('Z').write();

    assertThat(sampler.sample(100)).isEmpty();
  }

  @Test
  void anotherProcessOfTheSamePidIsEmpty() {
    process(100, 1).times(7, 3, 0, 0).started(500).write();
    assertThat(sampler.sample(100)).isPresent();

    process(100, 1).times(1, 0, 0, 0).started(900).write();

    assertThat(sampler.sample(100)).isEmpty();
    assertThat(sampler.sampleAlone(100)).isEmpty();
  }

  @Test
  void aChildsPidThatAnotherProcessGotIsNotAChild() {
    process(100, 1).times(1, 0, 0, 0).write();
    process(101, 100).times(8, 0, 0, 0).started(500).write();
    assertThat(sampler.sample(100).orElseThrow().cpuNanos()).isEqualTo(9 * TICK);

    process(101, 1).times(70_000, 0, 0, 0).started(900).write();

    assertThat(sampler.sample(100).orElseThrow().cpuNanos()).isEqualTo(TICK);
  }

  @Test
  void aProcessThatCallsItselfItsParentIsCountedOnce() {
    process(100, 101).times(1, 0, 0, 0).write();
    process(101, 100).times(2, 0, 0, 0).write();

    assertThat(sampler.sample(100).orElseThrow().cpuNanos()).isEqualTo(3 * TICK);
  }

  @Test
  void filesThatAreNotWhatTheyShouldBeAreEmpty() throws Exception {
    for (String content : new String[] {"", "100", "100 (x)", "100 (x) S", "100 (x) S a b c"}) {
      Files.createDirectories(proc.resolve("100"));
      Files.writeString(proc.resolve("100/stat"), content);
      assertThat(sampler.sample(100)).isEmpty();
    }
    assertThat(
            new LinuxProcessSampler(
                    proc.resolve("none"), now::get, Duration.ZERO, ProcessCpuClock.none())
                .sample(1))
        .isEmpty();
  }

  private FakeProcess process(long pid, long parent) {
    return new FakeProcess(pid, parent);
  }

  private void remove(long pid) {
    try (Stream<Path> files = Files.list(proc.resolve(Long.toString(pid)))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(proc.resolve(Long.toString(pid)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class FakeProcess {
    private final long pid;
    private final long parent;
    private String name = "broker";
    private char state = 'S';
    private String times = "0 0 0 0";
    private long faults = 9;
    private long started = 1;
    private long rssKib = 4;
    private int threads = 1;
    private int descriptors = -1;

    FakeProcess(long pid, long parent) {
      this.pid = pid;
      this.parent = parent;
    }

    FakeProcess name(String value) {
      name = value;
      return this;
    }

    FakeProcess state(char value) {
      state = value;
      return this;
    }

    FakeProcess times(long user, long system, long childrenUser, long childrenSystem) {
      times = user + " " + system + " " + childrenUser + " " + childrenSystem;
      return this;
    }

    /** Of its children that have ended. */
    FakeProcess faults(long count) {
      faults = count;
      return this;
    }

    FakeProcess started(long ticks) {
      started = ticks;
      return this;
    }

    FakeProcess rssKib(long value) {
      rssKib = value;
      return this;
    }

    FakeProcess threads(int value) {
      threads = value;
      return this;
    }

    FakeProcess descriptors(int value) {
      descriptors = value;
      return this;
    }

    void write() {
      String stat =
          pid
              + " ("
              + name
              + ") "
              + state
              + " "
              + parent
              + " 1 1 0 -1 4194560 9 "
              + faults
              + " 9 9 "
              + times
              + " 20 0 12 0 "
              + started
              + " 3133440 390 18446744073709551615 1 1\n";
      String status =
          "Name:\t"
              + name
              + "\nVmHWM:\t 99999 kB\n"
              + (rssKib == 0 ? "" : "VmRSS:\t    " + rssKib + " kB\n")
              + "RssAnon:\t 112 kB\nThreads:\t"
              + threads
              + "\n";
      Path folder = proc.resolve(Long.toString(pid));
      try {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("stat"), stat, StandardCharsets.UTF_8);
        Files.writeString(folder.resolve("status"), status, StandardCharsets.UTF_8);
        for (int i = 0; i < descriptors; i++) {
          Files.createDirectories(folder.resolve("fd"));
          Files.createFile(folder.resolve("fd").resolve(Integer.toString(i)));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
