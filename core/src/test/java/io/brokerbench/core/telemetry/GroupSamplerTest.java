package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.telemetry.GroupReading.ThreadTimes;
import io.brokerbench.core.telemetry.GroupReading.Traffic;
import io.brokerbench.core.telemetry.GroupSampler.OtherDiskTraffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sampler, on a folder that looks like the root of a Linux system. */
class GroupSamplerTest {

  @TempDir Path root;

  private GroupSampler sampler;

  @BeforeEach
  void makeSampler() {
    sampler = new GroupSampler(root);
  }

  @Test
  void timesOfAllThreadsOfAllProcessesAddUpFromTheFirstLookOn() {
    thread(100, 100, 1_000, 500);
    thread(100, 101, 2_000, 700);
    thread(200, 200, 9_000, 900);
    assertThat(read(100, 200).threads()).contains(new ThreadTimes(0, 0));

    thread(100, 100, 1_010, 501);
    thread(100, 101, 2_200, 720);
    thread(200, 200, 9_003, 1_900);

    assertThat(read(100, 200).threads()).contains(new ThreadTimes(213, 1_021));
  }

  @Test
  void aThreadThatEndsTakesOnlyItsLastPartWithIt() {
    thread(100, 100, 1_000, 500);
    thread(100, 101, 2_000, 700);
    read(100);
    thread(100, 101, 2_100, 710);
    read(100);

    end(100, 101);
    thread(100, 100, 1_001, 502);

    assertThat(read(100).threads()).contains(new ThreadTimes(101, 12));
  }

  @Test
  void aThreadThatHasBegunCountsFromItsStart() {
    thread(100, 100, 1_000, 500);
    read(100);

    thread(100, 102, 30, 40);

    assertThat(read(100).threads()).contains(new ThreadTimes(30, 40));
  }

  @Test
  void anotherThreadOfTheSameNumberCountsFromItsStart() {
    thread(100, 101, 1_000, 500);
    read(100);

    thread(100, 101, 20, 600);

    assertThat(read(100).threads()).contains(new ThreadTimes(20, 600));
  }

  @Test
  void aThreadThatWaitsForADiskIsSeen() {
    state(100, 100, 'S');
    state(100, 101, 'R');
    assertThat(sampler.waitsForDisk(List.of(100L))).isFalse();

    state(100, 101, 'D');

    assertThat(sampler.waitsForDisk(List.of(100L))).isTrue();
    assertThat(sampler.waitsForDisk(List.of(200L))).isFalse();
    assertThat(sampler.waitsForDisk(List.of())).isFalse();
  }

  @Test
  void aProcessThatJoinsCountsFromThenOn() {
    thread(100, 100, 1_000, 500);
    read(100);
    thread(200, 200, 9_000, 900);
    read(100, 200);

    thread(200, 200, 9_001, 902);

    assertThat(read(100, 200).threads()).contains(new ThreadTimes(1, 2));
  }

  @Test
  void processesThatAreGoneOrHaveNoSuchFilesAreUnknown() {
    assertThat(read(100)).isEqualTo(GroupReading.UNKNOWN);
    assertThat(sampler.read(List.of())).isEqualTo(GroupReading.UNKNOWN);

    write("proc/100/task/100/schedstat", "garbage");
    assertThat(read(100)).isEqualTo(GroupReading.UNKNOWN);
  }

  @Test
  void diskBytesAreThoseSinceTheFirstLookAndNeverFall() {
    io(100, 1_000, 2_000);
    assertThat(read(100).disk()).contains(new Traffic(0, 0));
    io(100, 1_100, 2_500);
    assertThat(read(100).disk()).contains(new Traffic(100, 500));

    io(100, 0, 0);
    assertThat(read(100).disk()).contains(new Traffic(100, 500));
    io(100, 10, 20);
    assertThat(read(100).disk()).contains(new Traffic(110, 520));
  }

  @Test
  void aChildThatEndsLeavesItsBytesToItsParent() {
    io(100, 0, 1_000);
    io(101, 0, 400);
    read(100, 101);

    io(100, 0, 1_450);

    assertThat(read(100).disk()).contains(new Traffic(0, 50));
  }

  @Test
  void networkBytesAreKnownInANamespaceOfTheirOwnOnlyAndWithoutTheLoopbackInterface()
      throws IOException {
    write(
        "proc/100/net/dev",
        """
        Inter-|   Receive                                                |  Transmit
         face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets
            lo:    3193      29    0    0    0     0          0         0     3193      29    0
          eth0: 475982735   13348    0    0    0     0          0         0  1658184    9469    0
        """);
    io(100, 0, 0);
    assertThat(read(100).network()).isEmpty();

    namespace("self", "net:[1]");
    namespace("100", "net:[1]");
    assertThat(read(100).network()).isEmpty();

    Files.delete(root.resolve("proc/100/ns/net"));
    namespace("100", "net:[2]");
    assertThat(read(100).network()).contains(new Traffic(475_982_735, 1_658_184));
  }

  @Test
  void pressureIsThatOfTheControlGroupOfVersion2() {
    io(100, 0, 0);
    write("proc/100/cgroup", "4:memory:/other\n0::/system.slice/docker-1.scope\n");
    for (String resource : List.of("cpu", "io", "memory")) {
      write(
          "sys/fs/cgroup/system.slice/docker-1.scope/" + resource + ".pressure",
          "some avg10=0.00 avg60=0.00 avg300=0.00 total=7\nfull avg10=0.00 avg60=0.00"
              + " avg300=0.00 total=5\n");
    }

    assertThat(read(100).pressure())
        .hasValueSatisfying(stalls -> assertThat(stalls.ioFull()).hasValue(5));
  }

  @Test
  void theRootGroupAndGroupsOfVersion1HaveNoPressureOfTheirOwn() {
    io(100, 0, 0);
    write("proc/100/cgroup", "4:memory:/docker/1\n0::/\n");
    assertThat(read(100).pressure()).isEmpty();

    write("proc/100/cgroup", "4:memory:/docker/1\n");
    assertThat(read(100).pressure()).isEmpty();
  }

  @Test
  void bytesOfOthersAreThoseOfAllProcessesButOursAndTheKernels() {
    process(2, 0);
    process(50, 2);
    process(60, 1);
    process(100, 1);
    io(2, 0, 100_000);
    io(50, 0, 100_000);
    io(60, 3, 40);
    io(100, 1_000, 1_000);

    assertThat(sampler.otherDiskTraffic(List.of(100L))).contains(new OtherDiskTraffic(43, true));
  }

  @Test
  void aProcessThatMayNotBeLookedAtMakesThemIncomplete() {
    process(60, 1);
    process(61, 1);
    io(60, 3, 40);

    assertThat(sampler.otherDiskTraffic(List.of())).contains(new OtherDiskTraffic(43, false));
  }

  private GroupReading read(long... pids) {
    return sampler.read(Arrays.stream(pids).boxed().toList());
  }

  private void thread(long pid, long tid, long run, long wait) {
    write("proc/" + pid + "/task/" + tid + "/schedstat", run + " " + wait + " 12\n");
  }

  private void state(long pid, long tid, char state) {
    write(
        "proc/" + pid + "/task/" + tid + "/stat",
        tid + " (java) " + state + " 1" + " 0".repeat(20) + "\n");
  }

  private void end(long pid, long tid) {
    try {
      Files.delete(root.resolve("proc/" + pid + "/task/" + tid + "/schedstat"));
      Files.delete(root.resolve("proc/" + pid + "/task/" + tid));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void io(long pid, long read, long written) {
    write(
        "proc/" + pid + "/io",
        "rchar: 6990\nwchar: 77\nsyscr: 12\nsyscw: 5\nread_bytes: %d\nwrite_bytes: %d\ncancelled_write_bytes: 0\n"
            .formatted(read, written));
  }

  private void process(long pid, long parent) {
    write(
        "proc/" + pid + "/stat",
        pid + " (name) S " + parent + " 1 1 0 -1 0 0 0 0 0 7 3 50 20 20 0 1 0 4711 0 0\n");
  }

  private void namespace(String process, String name) throws IOException {
    Path folder = Files.createDirectories(root.resolve("proc/" + process + "/ns"));
    Files.createSymbolicLink(folder.resolve("net"), Path.of(name));
  }

  private void write(String file, String text) {
    try {
      Path path = root.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
