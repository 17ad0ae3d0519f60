package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that cannot start, or runs out of memory, ends the tool with one line and code 3. */
class FailedStartIT {

  private static final int ENVIRONMENT_CANNOT = 3;

  @TempDir Path folder;

  @Test
  void tooFewFilesForTheToolItself() {
    Tool tool = new Tool(folder).after("ulimit -n 60");
    tool.run("run", "FANIN.Q0.SHARED")
        .isRefused(ENVIRONMENT_CANNOT, "the limit of open files is 60", "ulimit -n");
  }

  /** Others than root cannot even try: their shell could not start a process. */
  @Test
  void tooFewProcessesForTheToolItself() {
    assumeTrue(System.getProperty("user.name").equals("root"), "root, whom no limit holds");
    Tool tool = new Tool(folder).after("ulimit -u 50");
    assertThat(tool.run("list").exitCode()).isZero();
    tool.after(
            "mkdir bin && printf '#!/bin/sh\necho 1000\n' >bin/id && chmod +x bin/id"
                + " && PATH=$PWD/bin:$PATH && ulimit -u 50")
        .run("list")
        .complains(ENVIRONMENT_CANNOT, "the limit of processes is 50", "ulimit -u");
  }

  @Test
  void tooLittleMemoryForTheToolItself() {
    Tool tool = new Tool(folder).after("ulimit -v 900000");
    tool.run("run", "FANIN.Q0.SHARED")
        .isRefused(ENVIRONMENT_CANNOT, "the JVM does not start: Could not ");
  }

  @Test
  void anOptionThatTheJvmDoesNotKnow() {
    Tool tool = new Tool(folder).with("BROKERBENCH_JAVA_OPTS", "-XX:+NoSuchThing");
    tool.run("list").isRefused(ENVIRONMENT_CANNOT, "Unrecognized VM option 'NoSuchThing'");
  }

  @Test
  void aWorkingDirectoryThatIsGone() {
    Tool tool = new Tool(folder).after("mkdir gone && cd gone && rmdir ../gone");
    tool.run("list").complains(ENVIRONMENT_CANNOT, "the working directory does not exist any more");
  }

  /** Java would not find such a folder in a locale that has no UTF-8. */
  @Test
  void aFolderWhoseNameTheLocaleDoesNotHave() {
    Tool tool =
        new Tool(folder)
            .after("mkdir -p d\u00e9p\u00f4t && cd d\u00e9p\u00f4t")
            .with("LC_ALL", "C");
    assertThat(tool.run("run", "FANIN.Q0.SHARED", "--broker", "null", "--dry-run").exitCode())
        .isZero();
  }

  @Test
  void aHeapThatIsTooSmallForTheClients() {
    Tool tool =
        new Tool(folder)
            .with(
                "BROKERBENCH_JAVA_OPTS",
                "-Xms8m -Xmn4m -Xmx16m -Djava.io.tmpdir=" + folder.resolve("tmp"));
    Outcome outcome =
        tool.run("run", "FANIN.Q0.SHARED", "--broker", "null", "--publishers", "12000");
    outcome.complains(ENVIRONMENT_CANNOT, "out of memory: ");
    assertThat(outcome.err())
        .noneMatch(line -> line.text().startsWith("\tat ") || line.text().contains("Exception"));
    tool.leftNothing(outcome);
  }

  @Test
  void anEmbeddedBrokerWhoseJvmDoesNotStart() {
    Tool tool = new Tool(folder);
    Outcome outcome = tool.run("run", "FANIN.Q0.SHARED", "--broker", "embedded:artemis?jvm=-Xmx8m");
    outcome.complains(
        ENVIRONMENT_CANNOT,
        "Artemis did not start (exit code 1): \"the JVM does not start: Initial heap" + " size");
    tool.leftNothing(outcome);
    assertThat(tool.resultFolder().resolve("broker.log")).exists();
  }

  @Test
  void anEmbeddedBrokerThatRunsOutOfMemoryWhileItStarts() {
    Tool tool = new Tool(folder);
    Outcome outcome =
        tool.run("run", "FANIN.Q0.SHARED", "--broker", "embedded:artemis?jvm=-Xms8m -Xmx8m");
    outcome.complains(ENVIRONMENT_CANNOT, "Artemis did not start (exit code 3): \"out of memory: ");
    tool.leftNothing(outcome);
  }

  @Test
  void theTerminalGoesAndTheRunIsKept() {
    Tool tool = new Tool(folder);
    try (Call call = tool.start("run", "FANIN.Q0.SHARED", "--broker", "null")) {
      assumeFalse(call.ignoresHangUp(), "SIGHUP is ignored here");
      call.awaitLine("steady ");
      call.signal("HUP");
      Outcome outcome = call.end();
      assertThat(outcome.exitCode()).isEqualTo(129);
      assertThat(outcome.out()).startsWith("INCOMPLETE");
      assertThat(tool.resultFolder().resolve("result.json")).exists();
      tool.leftNothing(outcome);
    }
  }
}
