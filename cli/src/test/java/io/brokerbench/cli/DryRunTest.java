package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.ExitCode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A dry run says what would be done and does nothing; a quiet one says only what came out. */
class DryRunTest {

  @TempDir Path folder;
  private Session session;

  @BeforeEach
  void start() {
    session = new Session(folder);
  }

  @AfterEach
  void noBrokerIsLeft() {
    assertThat(session.artemis.open).hasValue(0);
  }

  @Test
  void aRunSaysBrokerScenarioClientsAndTime() throws Exception {
    assertThat(session.runScenario("FANIN.Q0.SHARED", "--dry-run", "-d", "30s", "--warmup", "5s"))
        .as(session.err())
        .isZero();

    assertThat(session.out())
        .startsWith("dry run     nothing is started\nbroker      embedded, would be started: ")
        .contains("\nscenario    ", "\nclients     ", " by the driver swarm, in this process\n")
        .contains("\ntime        about 35 s, besides starting, connecting and draining\n")
        .contains("\nresults     a folder in " + folder);
    assertThat(session.err()).isEmpty();
    nothingIsWritten();
  }

  @Test
  void portsThatCannotBeHadAreNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      for (String option : List.of("--prometheus", "--watch")) {
        Session tried = new Session(folder);
        assertThat(tried.runScenario("FANIN.Q0.SHARED", "--dry-run", option, port))
            .isEqualTo(ExitCode.ENVIRONMENT_CANNOT);
        assertThat(tried.err())
            .startsWith("brokerbench: " + option + ": port " + port + " cannot be had (");
      }
    }
    assertThat(session.runScenario("FANIN.Q0.SHARED", "--dry-run", "--watch", "0")).isZero();
  }

  @Test
  void aSearchAndAComparisonSayTheirLimits() throws Exception {
    assertThat(session.run("search", "FANIN.Q0.SHARED", "--dry-run", "--max-steps", "6")).isZero();
    assertThat(session.out()).contains("\ntime        at most ");

    Session ab = new Session(folder);
    assertThat(
            ab.run(
                "ab",
                "FANIN.Q0.SINGLE",
                "--baseline",
                "embedded:artemis",
                "--candidate",
                "embedded:activemq",
                "--dry-run",
                "--budget",
                "12m"))
        .as(ab.err())
        .isZero();
    assertThat(ab.out())
        .contains("\nbaseline    embedded:artemis, ", "\ncandidate   embedded:activemq, ")
        .contains("\ntime        at most 12 min, ");
    nothingIsWritten();
  }

  @Test
  void aStudySaysItsCellsAndACalibrationItsConnections() throws Exception {
    Path study =
        Files.writeString(
            folder.resolve("study.yaml"),
            "name: s\nscenarios: [FANIN.Q0.SINGLE]\nrepetitions: 4\n");
    assertThat(session.run("study", study.toString(), "--dry-run")).as(session.err()).isZero();
    assertThat(session.out())
        .contains(
            "\ncells       4 (variants: 1, brokers: 1, repetitions: 4); finished ones are kept");

    Session calibrate = new Session(folder);
    assertThat(calibrate.run("calibrate", "--dry-run", "--quick")).isZero();
    assertThat(calibrate.out()).contains("\nclients     up to 4 000, by the driver swarm");
    Files.delete(study);
    nothingIsWritten();
  }

  /** Also where agents would carry the clients. */
  @ParameterizedTest
  @CsvSource({
    "--broker=embedded:activemq, FANIN.Q0.SHARED needs shared subscriptions",
    "--broker=embedded:activemq --agents=2, FANIN.Q0.SHARED needs shared subscriptions",
    "--agents=-3, '--agents -3: between 1 and 10000'",
    "--agents=2 --join=a --dns=b, '--join: not with --dns, which finds members as well'",
  })
  void whatCannotBeRunIsRefusedAsInARun(String options, String why) {
    List<String> words = new ArrayList<>(List.of("FANIN.Q0.SHARED", "--dry-run"));
    words.addAll(List.of(options.split(" ", -1)));
    assertThat(session.runScenario(words.toArray(String[]::new))).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err()).startsWith("brokerbench: " + why);
  }

  @Test
  void keysOfDevicesWithoutTlsAreRefusedWithFileAndLineBeforeABrokerStarts() throws Exception {
    Files.writeString(folder.resolve("keys.csv"), "id,pskIdentity,psk\na,,\nb,gate,00ff\n");
    Files.writeString(
        folder.resolve("fleet.yaml"),
        "name: MY\ntopology: {publishers: 2, consumers: 1}\ndevices: {publishers: keys.csv}\n");
    for (List<String> more : List.of(List.of("--dry-run"), List.<String>of())) {
      Session tried = new Session(folder);
      List<String> line = new ArrayList<>(List.of("run", folder.resolve("fleet.yaml").toString()));
      line.addAll(more);
      assertThat(tried.run(line.toArray(String[]::new))).isEqualTo(ExitCode.BAD_USAGE);
      assertThat(tried.err())
          .endsWith(
              "keys.csv:3: psk is given: only over TLS with pre-shared keys, and these clients"
                  + " connect without TLS; see security.clients\n");
      assertThat(tried.out()).doesNotContain("starting");
      assertThat(tried.artemis.open).hasValue(0);
    }
  }

  @Test
  void aFolderThatCannotHoldResultsIsRefusedAsInARun() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");

    assertThat(session.run("run", "FANIN.Q0.SHARED", "--dry-run", "--out", file.resolve("a") + ""))
        .isEqualTo(ExitCode.ENVIRONMENT_CANNOT);

    assertThat(session.err())
        .isEqualTo(
            "brokerbench: cannot create the results folder %s/a: %s is not a folder; use --out\n"
                .formatted(file, file));
  }

  @Test
  void aQuietRunPrintsItsResultAlone() {
    assertThat(session.runScenario("FANIN.Q0.SHARED", "-q")).isZero();

    assertThat(session.err()).isEmpty();
    assertThat(session.out()).contains("messages ").contains("again ");
  }

  @Test
  void aQuietRunOnATerminalDrawsNothing() {
    session.onATerminal();

    assertThat(session.runScenario("FANIN.Q0.SHARED", "--quiet")).isZero();

    assertThat(session.err()).isEmpty();
  }

  @Test
  void aQuietRunStillSaysWhatIsWrong() {
    assertThat(session.runScenario("FANIN.Q0.SHARED", "-q", "--broker", "process:mosquitto"))
        .isEqualTo(ExitCode.ENVIRONMENT_CANNOT);

    assertThat(session.err()).startsWith("brokerbench: mosquitto did not start");
  }

  private void nothingIsWritten() throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }
}
