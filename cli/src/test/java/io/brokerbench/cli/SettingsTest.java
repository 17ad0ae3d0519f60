package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.settings.OptionEnvironment;
import io.brokerbench.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options from the environment and from files: the nearer one wins, and errors name the place. */
class SettingsTest {

  private static final String SCENARIO = "FANIN.Q0.SHARED";

  @TempDir Path results;
  @TempDir Path directory;
  private Session session;

  @BeforeEach
  void start() {
    session = new Session(results);
  }

  @Test
  void theCommandLinePrecedesTheEnvironmentWhichPrecedesTheFile() throws Exception {
    file("rate: 1k\npublishers: 20\nconsumers: 3\n");
    in(Map.of("BROKERBENCH_RATE", "2k", "BROKERBENCH_PUBLISHERS", "30"));

    assertThat(session.runScenario(SCENARIO, "-n", "40")).as(session.err()).isZero();

    assertThat(session.err()).contains("40 publishers").contains(" 3 consumers").contains("2 000");
  }

  @Test
  void aFileThatIsNamedReplacesThatOfTheDirectory() throws Exception {
    file("rate: 1k\n");
    Path other = Files.writeString(directory.resolve("other.yaml"), "publishers: 30\n");
    in(Map.of());

    assertThat(session.runScenario(SCENARIO, "--config", other.toString())).isZero();

    assertThat(session.err()).contains("30 publishers").doesNotContain(" 1 000 msg/s");
  }

  @Test
  void listsFlagsAndSettingsByPathMayBeInTheFile() throws Exception {
    file(
        """
        strict: true
        plain: true
        fail-if: [p99>1ns, lost>0]
        set:
          session.keepAlive: 30s
          workload.payload.bytes: 64
        """);
    in(Map.of());

    assertThat(session.runScenario(SCENARIO)).isEqualTo(ExitCode.VERDICT_SAYS_NO);

    assertThat(session.err()).contains("64 B");
    assertThat(session.out()).contains("p99>1ns");
  }

  /** Others may have written the file. */
  @Test
  void commandsAreReadFromTheCommandLineAlone() throws Exception {
    in(Map.of("BROKERBENCH_FAULT_COMMAND", "touch harm"));
    assertThat(session.runScenario(SCENARIO)).isZero();

    file("fault-command: touch harm\n");
    in(Map.of());
    assertThat(session.runScenario(SCENARIO)).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).contains("fault-command stands on the command line only");
  }

  @Test
  void aFileThatOnlyLiesThereStartsNothingOfItsOwn() throws Exception {
    for (String broker :
        new String[] {
          "recipe:evil.yaml",
          "'recipe:/tmp/evil'",
          "'embedded:artemis?lib=evil'",
          "'process:mosquitto?command=evil'",
          "'recipe:moquette?lib=evil'",
          "[embedded:artemis, 'recipe:evil.yaml']"
        }) {
      Path file = file("brokers: " + broker + "\n");
      session = new Session(results);
      in(Map.of());
      assertThat(session.run("study", "stress")).as(broker).isEqualTo(ExitCode.BAD_USAGE);
      assertThat(session.err())
          .isEqualTo(
              "brokerbench: "
                  + file
                  + ":1:1: brokers: what names a file of its own to start or to load stands on the"
                  + " command line, or in a file that --config names\n");
    }
    Path file = file("driver: 'jms:evil.yaml'\n");
    session = new Session(results);
    in(Map.of());
    assertThat(session.runScenario(SCENARIO)).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).contains(file + ":1:1: driver: what names a file of its own");
    session = new Session(results);
    in(Map.of());
    assertThat(session.runScenario(SCENARIO, "--config", file.toString()))
        .isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).doesNotContain("driver: what names a file");
  }

  /** Picocli knows variables such as these in what it is given for defaults. */
  @Test
  void whatLooksLikeAVariableIsText() throws Exception {
    Path out = results.resolve("${sys:user.name}-${x:-y}-$$-$${env:PATH}");
    file("out: '" + out + "'\n");
    in(Map.of());

    assertThat(session.run("run", SCENARIO)).as(session.err()).isZero();

    assertThat(out).isDirectory();
  }

  @Test
  void aFlagThatIsSetTwiceIsSet() throws Exception {
    file("strict: true\nquiet: true\n");
    in(Map.of("BROKERBENCH_DRY_RUN", "true"));

    assertThat(session.runScenario(SCENARIO, "--dry-run", "-qv")).isZero();

    assertThat(session.out()).contains("nothing is started");
  }

  @Test
  void whatContradictsTheCommandLineIsLeftOutAndNamed() throws Exception {
    Path file = file("quiet: true\n");
    in(Map.of("BROKERBENCH_FROM", "20000"));

    assertThat(session.run("search", SCENARIO, "--rate", "5000", "--plain", "--dry-run")).isZero();

    assertThat(session.err())
        .contains("unused      --quiet (from " + file + ":1:1), as --plain is given\n")
        .contains("unused      --from (from BROKERBENCH_FROM), as --rate is given\n");
  }

  @Test
  void agentsAreAskedForOnTheCommandLineAlone() throws Exception {
    file("agents: 2\n");
    in(Map.of("BROKERBENCH_AGENTS", "2"));
    assertThat(session.runScenario(SCENARIO)).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).endsWith(":1:1: agents stands on the command line only\n");
  }

  @Test
  void aWrongValueOfTheCommandLineIsNotThatOfTheFile() throws Exception {
    file("rate: 5\n");
    in(Map.of());
    assertThat(session.runScenario(SCENARIO, "--rate", "x")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).isEqualTo("brokerbench: --rate x: a number, such as 500 or 10k\n");
  }

  @Test
  void thresholdsOfTheEnvironmentAreLines() throws Exception {
    in(Map.of("BROKERBENCH_FAIL_IF", "lost>0\np99>1ns\n"));

    assertThat(session.runScenario(SCENARIO)).isEqualTo(ExitCode.VERDICT_SAYS_NO);
  }

  @Test
  void whatIsRequiredMayComeFromThere() throws Exception {
    file("baseline: embedded:artemis\ncandidate: embedded:nothing\n");
    in(Map.of());

    assertThat(session.run("ab", SCENARIO)).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err()).startsWith("brokerbench: no broker embedded:nothing");
  }

  @Test
  void optionsOfOtherCommandsAndEmptyVariablesChangeNothing() throws Exception {
    file("rounds: 9\nsmall: true\ncluster: lab\n");
    in(Map.of("BROKERBENCH_RATE", "", "BROKERBENCH_COMMAND", "ab"));

    assertThat(session.runScenario(SCENARIO)).as(session.err()).isZero();
  }

  @Test
  void everyMistakeOfTheFileIsSaidWithItsPlace() throws Exception {
    Path file = file("rat: 5\nduration: 5s\nrate: [1, 2]\n\nbroker: {a: [b]}\n");
    in(Map.of());

    assertThat(session.runScenario(SCENARIO)).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err())
        .isEqualTo(
            """
            brokerbench: FILE:1:1: unknown option rat; did you mean rate?
            brokerbench: FILE:3:1: rate accepts one value only
            brokerbench: FILE:5:1: broker requires a value
            """
                .replace("FILE", file.toString()));
    assertThat(session.artemis.open).hasValue(0);
  }

  @Test
  void unknownKeysDoNotHideWrongValues() throws Exception {
    Path file = file("rat: 5\nduration: abc\nfail-if: [p99>500ms, lst>0, lsst>1]\n");
    in(Map.of());

    assertThat(session.runScenario(SCENARIO)).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err().lines())
        .hasSize(4)
        .anyMatch(line -> line.contains(file + ":1:1: unknown option rat;"))
        .anyMatch(line -> line.contains("--duration abc: ") && line.endsWith(file + ":2:1)"))
        .anyMatch(line -> line.contains("lst>0") && line.endsWith(file + ":3:1)"))
        .anyMatch(line -> line.contains("lsst>1") && line.endsWith(file + ":3:1)"));
  }

  @Test
  void aPathOfTheFileThatIsWrongNamesItsPlace() throws Exception {
    Path file = file("set:\n  session.keepAliv: 30s\n");
    in(Map.of());

    assertThat(session.runScenario(SCENARIO)).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err())
        .isEqualTo(
            "brokerbench: session has no key keepAliv; did you mean keepAlive? (from "
                + file
                + ":1:1)\n");

    session = new Session(results);
    in(Map.of());
    file("rate: 100\n");
    assertThat(session.runScenario(SCENARIO, "--set", "session.keepAliv=30s"))
        .isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).endsWith("did you mean keepAlive?\n");
  }

  @Test
  void everyWrongValueOfTheFileIsSaid() throws Exception {
    Path file = file("rate: fast\npayload: 2z\nduration: abc\n");
    in(Map.of("BROKERBENCH_PUBLISHERS", "many"));

    assertThat(session.runScenario(SCENARIO)).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err().lines())
        .hasSize(4)
        .allMatch(line -> line.startsWith("brokerbench: --"))
        .anyMatch(line -> line.contains("--rate fast: ") && line.endsWith(file + ":1:1)"))
        .anyMatch(line -> line.contains("--payload 2z: ") && line.endsWith(file + ":2:1)"))
        .anyMatch(line -> line.contains("--duration abc: ") && line.endsWith(file + ":3:1)"))
        .anyMatch(line -> line.endsWith("(from BROKERBENCH_PUBLISHERS)"));
    assertThat(session.artemis.open).hasValue(0);
  }

  @Test
  void aWrongValueNamesWhereItWasSet() throws Exception {
    Path file = file("duration: 5s\nrate: fast\n");
    in(Map.of());
    assertThat(session.runScenario(SCENARIO)).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err())
        .isEqualTo(
            "brokerbench: --rate fast: a number, such as 500 or 10k (from " + file + ":2:1)\n");

    session = new Session(results);
    in(Map.of("BROKERBENCH_RATE", "0"));
    assertThat(session.runScenario(SCENARIO)).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err())
        .isEqualTo(
            "brokerbench: --rate 0: more than 0 and at most 100 000 000 per second"
                + " (from BROKERBENCH_RATE)\n");

    session = new Session(results);
    in(Map.of());
    assertThat(session.runScenario(SCENARIO, "--rate", "0")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).endsWith(" per second\n");
  }

  /** They are for all runs; on the command line such an option is refused. */
  @Test
  void aValueThatThisScenarioHasNoUseForIsLeftOutAndNamed() throws Exception {
    Path file = file("inflight: 5\nclosed: 3\nconsumers: 3\n");
    in(Map.of());

    assertThat(session.runScenario(SCENARIO, "--rate", "1k")).as(session.err()).isZero();

    assertThat(session.err())
        .contains("unused      --inflight (from " + file + ":1:1), for which this scenario has no")
        .contains("unused      --closed (from " + file + ":2:1), for which this scenario has no")
        .contains(" 3 consumers")
        .contains("1 000 msg/s open load");

    session = new Session(results);
    in(Map.of());
    assertThat(session.runScenario(SCENARIO, "--inflight", "5")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err())
        .isEqualTo(
            "brokerbench: --inflight 5: only with QoS 1 and 2, which acknowledge messages\n");
  }

  @Test
  void everyValueOutOfItsRangeIsSaidWithItsPlace() throws Exception {
    Path file = file("payload: 8\npublishers: 0\nrate: 100\nduration: 0s\n");
    in(Map.of("BROKERBENCH_CONSUMERS", "0"));

    assertThat(session.runScenario(SCENARIO)).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err().lines())
        .hasSize(4)
        .anyMatch(line -> line.contains("--payload 8: ") && line.endsWith(file + ":1:1)"))
        .anyMatch(line -> line.contains("--publishers 0: ") && line.endsWith(file + ":2:1)"))
        .anyMatch(line -> line.contains("--duration 0s: ") && line.endsWith(file + ":4:1)"))
        .anyMatch(line -> line.endsWith("(from BROKERBENCH_CONSUMERS)"));
    assertThat(session.artemis.open).hasValue(0);
  }

  @Test
  void aFileThatIsMissingIsOneLineAndHelpDoesWithoutTheFile() throws Exception {
    file("rat: 5\n");
    in(Map.of());

    assertThat(session.run("run", "X", "--config", "missing.yaml")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).isEqualTo("brokerbench: no file missing.yaml\n");
    assertThat(session.run("help", "run")).isZero();
    assertThat(session.run("run", "--help")).isZero();
  }

  @Test
  void colorsAreUsedWhereTheyAreAskedFor() {
    assertThat(session.runScenario(SCENARIO, "--color", "always")).isZero();
    assertThat(session.out()).contains("\u001b[");

    Session plain = new Session(results);
    assertThat(plain.runScenario(SCENARIO, "--color=never")).isZero();
    assertThat(plain.out()).doesNotContain("\u001b[");
    assertThat(plain.runScenario(SCENARIO, "--color=blue")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(plain.err()).endsWith("--color blue: auto, always, never\n");
  }

  @Test
  void colorsMayBeSetByTheEnvironment() {
    in(Map.of("BROKERBENCH_COLOR", "always"));

    assertThat(session.runScenario(SCENARIO)).isZero();

    assertThat(session.out()).contains("\u001b[");
  }

  private void in(Map<String, String> environment) {
    session.in(new OptionEnvironment(environment, Optional.of(directory)));
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("brokerbench.yaml"), text);
  }
}
