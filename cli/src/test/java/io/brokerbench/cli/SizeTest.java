package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --size}, on a stand-in for a machine with 1 000 000 files, 28 232 ports and 10 GB. */
class SizeTest {

  @TempDir Path folder;
  private Session session;

  @BeforeEach
  void start() {
    session = new Session(folder);
  }

  @Test
  void aRunHasThePublishedSize() {
    assertThat(session.runScenario("FANIN.Q0.SHARED", "--size", "small", "--dry-run"))
        .as(session.err())
        .isZero();

    assertThat(session.out())
        .contains("128 000 publishers -> 100 consumers", "5 min")
        .contains("\nclients     128 100, by the driver swarm");
  }

  @Test
  void otherOptionsWinOverTheSize() {
    session.runScenario(
        "FANIN.Q0.SHARED", "-d", "7s", "--size", "medium", "--consumers", "20", "--dry-run");

    assertThat(session.out()).contains("256 000 publishers -> 20 consumers", " 7 s\n");
  }

  @Test
  void aSearchHasItToo() {
    assertThat(session.run("search", "FANIN.Q0.SHARED", "--size", "large", "--dry-run"))
        .as(session.err())
        .isZero();
    assertThat(session.out()).contains("512 000 publishers -> 100 consumers");
  }

  @Test
  void hereIsWhatTheMachineCarries() {
    session.runScenario("FANIN.Q0.SHARED", "--size", "here", "--dry-run");

    assertThat(session.out())
        .as("4 000 for each GB, consumers included")
        .contains("39 900 publishers -> 100 consumers", "\nclients     40 000");
  }

  @Test
  void whatTheMachineDoesNotCarryIsRefusedInOneLine() {
    session.withOpenFilesLimit(20_000);

    assertThat(session.runScenario("FANIN.Q0.SHARED", "--size", "small"))
        .isEqualTo(ExitCode.ENVIRONMENT_CANNOT);
    assertThat(session.err())
        .isEqualTo(
            "brokerbench: 128 100 clients are more than this machine carries, 19 800: a process may"
                + " open 20 000 files; 7 machines like it could, with a broker elsewhere (--agents"
                + " 7 --broker ADDRESS)\n");
    assertThat(session.artemis.open).as("brokers left open").hasValue(0);
  }

  @Test
  void theScenariosOfAStudyHaveIt() throws Exception {
    Path file =
        Files.writeString(folder.resolve("one.yaml"), "name: one\nscenarios: [FANIN.Q0.SHARED]\n");

    assertThat(session.run("study", file.toString(), "--size", "small", "--dry-run"))
        .as(session.err())
        .isZero();
    assertThat(session.out()).as("five minutes instead of ten seconds").contains("about 5.2 min");

    Session few = new Session(folder).withOpenFilesLimit(20_000);
    assertThat(few.run("study", file.toString(), "--size", "small"))
        .isEqualTo(ExitCode.ENVIRONMENT_CANNOT);
    assertThat(few.err()).startsWith("brokerbench: 128 100 clients are more than this machine");
  }

  /** How much memory is free changes from call to call; its cells must not. */
  @Test
  void aStudyGoesOnAtTheSizeThatItBeganWith() throws Exception {
    Path file =
        Files.writeString(folder.resolve("two.yaml"), "name: two\nscenarios: [FANIN.Q0.SHARED]\n");
    Session before = new Session(folder).withOpenFilesLimit(20_000);
    assertThat(before.run("study", file.toString(), "--size", "here")).as(before.err()).isZero();

    Session now = new Session(folder);
    assertThat(now.run("study", file.toString(), "--size", "here", "--repetitions", "2"))
        .as(now.err())
        .isZero();
    assertThat(now.err()).doesNotContain("other settings");
  }
}
