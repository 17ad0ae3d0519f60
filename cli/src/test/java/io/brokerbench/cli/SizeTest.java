package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** Another machine repeats so what {@code here} was on the first. */
  @Test
  void aNumberIsThatOfDevices() {
    session.runScenario("FANIN.Q0.SHARED", "--size", "4k", "--dry-run");
    assertThat(session.out()).contains("4 000 publishers -> 100 consumers", "5 min");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5", "3999901", "5000000000", "1.5", "Small", "huge", ""})
  void whatIsNoSizeIsRefusedInOneLine(String size) {
    assertThat(session.runScenario("FANIN.Q0.SHARED", "--size", size, "--dry-run"))
        .isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err())
        .startsWith("brokerbench: ")
        .contains("--size")
        .contains("small, medium, large, here, or a number of devices up to 3 999 900");
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

  /** No limit stops it, and how much a client takes depends on the broker. */
  @Test
  void memoryThatMayBeTooLittleIsNamedOnce() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("both.yaml"),
            "name: both\nscenarios: [FANIN.Q0.SINGLE, FANIN.Q0.SHARED]\n");
    session.activemq.memory = OptionalLong.of(1_000_000_000);

    session.run(
        "study",
        file.toString(),
        "--size",
        "5000",
        "--dry-run",
        "--brokers",
        "embedded:artemis,embedded:activemq");
    assertThat(session.err())
        .isEqualTo(
            "brokerbench: warning: memory may be too little for 5 001 clients, and enough for"
                + " 4 000: the broker has 1.0 GB of memory, and a client is given 250 kB\n");

    Session enough = new Session(folder);
    assertThat(enough.runScenario("FANIN.Q0.SHARED", "--size", "5000", "--dry-run")).isZero();
    assertThat(enough.err()).as("10 GB of memory").doesNotContain("memory");
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

  /** All of its brokers have the same clients, or they could not be compared. */
  @Test
  void aStudyHasTheSizeThatEachOfItsBrokersCarries() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("both.yaml"), "name: both\nscenarios: [FANIN.Q2.SINGLE]\n");
    session.activemq.memory = OptionalLong.of(1_000_000_000);

    int code = here(session, file, "--brokers", "embedded:artemis,embedded:activemq");

    assertThat(code).as(session.err()).isZero();
    assertThat(folder.resolve("study-both/devices.txt"))
        .content()
        .as("4 000 for its GB, consumers included")
        .isEqualToIgnoringNewLines("3900");
  }

  /** How much memory is free changes from call to call; its cells must not. */
  @Test
  void aStudyGoesOnAtTheSizeThatItBeganWith() throws Exception {
    Path file =
        Files.writeString(folder.resolve("two.yaml"), "name: two\nscenarios: [FANIN.Q0.SHARED]\n");
    Session before = new Session(folder).withOpenFilesLimit(20_000);
    assertThat(here(before, file)).as(before.err()).isZero();

    Session now = new Session(folder);
    assertThat(here(now, file, "--repetitions", "2")).as(now.err()).isZero();
    assertThat(now.err()).doesNotContain("other settings");
  }

  /** Nor is it another one than was asked for. */
  @Test
  void aStudyIsRefusedAtAnotherNumberOfDevices() throws Exception {
    Path file =
        Files.writeString(folder.resolve("two.yaml"), "name: two\nscenarios: [FANIN.Q0.SHARED]\n");
    assertThat(here(session, file)).as(session.err()).isZero();

    Session now = new Session(folder);
    assertThat(now.run("study", file.toString(), "--size", "1000", "--out", folder.toString()))
        .isEqualTo(ExitCode.BAD_USAGE);
    assertThat(now.err()).contains("was measured there with other settings");
    Session after = new Session(folder);
    assertThat(here(after, file)).as("it goes on as it began: " + after.err()).isZero();
  }

  private int here(Session one, Path study, String... further) {
    Stream<String> words =
        Stream.of("study", study.toString(), "--size", "here", "--out", folder.toString());
    return one.run(Stream.concat(words, Stream.of(further)).toArray(String[]::new));
  }
}
