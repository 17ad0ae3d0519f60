package io.brokerbench.containers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class ChildProcessLauncherTest {

  private static final Path OWN_GROUP = Path.of("/proc/self/autogroup");
  private static final Path ENABLED = Path.of("/proc/sys/kernel/sched_autogroup_enabled");

  /** Repeated, as setting it from outside did it for our own session when the child was slow. */
  @RepeatedTest(10)
  void theProcessYieldsAsAGroupAndWeDoNot() throws Exception {
    assumeThat(ENABLED).as("a kernel with autogroups").isReadable();
    assumeThat(Files.readString(ENABLED)).as("autogroups switched on").startsWith("1");
    String ours = Files.readString(OWN_GROUP);

    String theirs = outputOf("cat", OWN_GROUP.toString());

    assertThat(theirs).endsWith("nice 10\n");
    assertThat(name(theirs)).isNotEqualTo(name(ours));
    assertThat(Files.readString(OWN_GROUP)).isEqualTo(ours);
  }

  @Test
  void theProcessKeepsItsPriorityWhereItWouldYieldToOtherWork() throws Exception {
    assumeThat(ENABLED).as("a kernel with autogroups").isReadable();
    Process process =
        ChildProcessLauncher.start(
            new ProcessBuilder("sh", "-c", "cat /proc/self/autogroup; nice"), 0);
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isZero();
    assertThat(output).endsWith("nice 0\n" + ourNiceness());
  }

  @Test
  void theProcessKeepsItsPriorityWhereItIsAskedFor() throws Exception {
    String before = System.setProperty(ChildProcessLauncher.PRIORITY, "normal");
    try {
      Process process = ChildProcessLauncher.start(new ProcessBuilder("nice"));
      assertThat(process.getInputStream().readAllBytes()).asString().isEqualTo(ourNiceness());
      assertThat(process.waitFor()).isZero();
    } finally {
      if (before == null) {
        System.clearProperty(ChildProcessLauncher.PRIORITY);
      }
    }
  }

  @Test
  void argumentsReachTheProgramAsTheyAre() throws Exception {
    assertThat(outputOf("printf", "%s|", "a b", "$HOME", "'\"")).isEqualTo("a b|$HOME|'\"|");
  }

  private static String ourNiceness() throws IOException {
    Process process = new ProcessBuilder("nice").start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Empty for a process that never got a group: one of a session that is as old as the system. */
  private static String name(String autogroup) {
    return autogroup.split(" ", 2)[0];
  }

  private static String outputOf(String... command) throws IOException, InterruptedException {
    Process process =
        ChildProcessLauncher.start(
            new ProcessBuilder(Arrays.asList(command)), ChildProcessLauncher.YIELDING);
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output;
  }
}
