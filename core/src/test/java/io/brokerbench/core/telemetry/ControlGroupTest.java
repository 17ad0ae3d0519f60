package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupTest {

  @TempDir private Path root;

  @Test
  void version2CountsMicrosecondsAndResidentPages() throws IOException {
    write("proc/7/cgroup", "0::/system.slice/docker-abc.scope\n");
    write("sys/system.slice/docker-abc.scope/cpu.stat", "usage_usec 1234\nuser_usec 1000\n");
    write(
        "sys/system.slice/docker-abc.scope/memory.stat",
        "anon 4096\nfile 999999\nkernel 5\nfile_mapped 8192\n");

    assertThat(group(7, "abc").usage()).contains(new ProcessUsage(1_234_000, 12_288));
  }

  @Test
  void version1HasAFolderForEachController() throws IOException {
    write("proc/7/cgroup", "9:memory:/docker/abc\n4:cpu,cpuacct:/docker/abc\n0::/\n");
    write("sys/cpuacct/docker/abc/cpuacct.usage", "1234567\n");
    write(
        "sys/memory/docker/abc/memory.stat",
        "cache 5\nrss 1\nmapped_file 1\ntotal_rss 4096\ntotal_mapped_file 8192\n");

    assertThat(group(7, "abc").usage()).contains(new ProcessUsage(1_234_567, 12_288));
  }

  /** Whole files, as kernels write them: names that begin alike are not mistaken for each other. */
  @Test
  void recordedFilesOfBothVersionsAreRead() throws IOException {
    write("proc/7/cgroup", "0::/system.slice/docker-abc.scope\n");
    write("sys/system.slice/docker-abc.scope/cpu.stat", recorded("cpu-v2.stat"));
    write("sys/system.slice/docker-abc.scope/memory.stat", recorded("memory-v2.stat"));
    assertThat(group(7, "abc").usage())
        .contains(new ProcessUsage(14_682_391_000L, 211_750_912 + 30_142_464));

    write("proc/8/cgroup", "12:memory:/docker/def\n3:cpuacct:/docker/def\n2:cpu:/docker/def\n");
    write("sys/cpuacct/docker/def/cpuacct.usage", "14682391000\n");
    write("sys/memory/docker/def/memory.stat", recorded("memory-v1.stat"));
    assertThat(group(8, "def").usage())
        .contains(new ProcessUsage(14_682_391_000L, 1_775_771_648L + 134_209_536));
  }

  @Test
  void aProcessThatIsInAnotherGroupIsNotTheOneMeant() throws IOException {
    write("proc/7/cgroup", "0::/user.slice\n");
    write("sys/user.slice/cpu.stat", "usage_usec 1234\n");
    write("sys/user.slice/memory.stat", "anon 1\n");

    assertThat(ControlGroup.of(root.resolve("proc"), root.resolve("sys"), 7, "abc")).isEmpty();
    assertThat(ControlGroup.of(root.resolve("proc"), root.resolve("sys"), 8, "abc")).isEmpty();
  }

  @Test
  void nothingIsToldOfAGroupThatIsGone() throws IOException {
    version2CountsMicrosecondsAndResidentPages();
    ControlGroup group = group(7, "abc");
    Files.delete(group.cpu());

    assertThat(group.usage()).isEmpty();
  }

  private ControlGroup group(long pid, String part) {
    return ControlGroup.of(root.resolve("proc"), root.resolve("sys"), pid, part).orElseThrow();
  }

  private static String recorded(String name) throws IOException {
    try (InputStream in = ControlGroupTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void write(String name, String content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
