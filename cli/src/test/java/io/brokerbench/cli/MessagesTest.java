package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a new user gets wrong, and the line that puts them right. */
class MessagesTest {

  @TempDir Path folder;
  private Session session;

  @BeforeEach
  void start() {
    session = new Session(folder);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          run X -x 5 | unknown option -x
          run X -w 5 | unknown option -w; options that start with w: --warmup, --warmup-limit, --watch, --workers
          run X --rat 5 | unknown option --rat; did you mean --rate?
          run X Y | unexpected argument Y
          --rate 10 run X | unknown option --rate; it comes after its command: brokerbench run ... --rate
          run X --prometheus | --prometheus requires a value (serve live meters at http://127.0.0.1:PORT/metrics)
          run X --rate | --rate requires a value (messages per second)
          run X --rate --json | --rate requires a value (messages per second)
          run X --out | --out requires a value (where the result folder is made)
          run X --watch file.yaml | --watch file.yaml: accepts an optional port; put the scenario first
          run FANIN.Q0.SHARED --broker localhost:1883 | no broker localhost:1883; did you mean mqtt://localhost:1883?
          run FANIN.Q0.SHARED --broker broker.example.org | no broker broker.example.org; did you mean mqtt://broker.example.org?
          run | missing SCENARIO; see brokerbench run --help
          ab FANIN.Q0.SHARED --baseline embedded | missing --candidate BROKER; see brokerbench ab --help
          ab FANIN.Q0.SHARED | missing --baseline BROKER and --candidate BROKER; see brokerbench ab --help
          ab FANIN.Q0.SHARED --baseline embedded --candidate embedded --rounds 3 | --rounds 3: between 6 and 500; fewer cannot give a verdict
          """)
  void aMistakeIsOneLineThatNamesTheRemedy(String args, String line) {
    assertThat(session.run(args.split(" ", -1))).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err()).isEqualTo("brokerbench: " + line + "\n");
    assertThat(session.out()).isEmpty();
    assertThat(session.artemis.open).hasValue(0);
  }

  @Test
  void aFolderBelowAFileNamesTheFolderAndTheOption() throws Exception {
    Path below = Files.writeString(folder.resolve("taken"), "").resolve("results");

    assertThat(session.run("run", "FANIN.Q0.SHARED", "--out", below.toString()))
        .isEqualTo(ExitCode.ENVIRONMENT_CANNOT);

    assertThat(session.err())
        .startsWith("brokerbench: cannot create the results folder " + below + ": ")
        .endsWith("; use --out\n");
  }

  @Test
  void allMistakesOfAFileAreLines() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("mine.yaml"),
            """
            name: mine
            topology: {publisherz: 5}
            workload:
              qos: 7
              load: {rate: fast}
            phases: {steady: 10}
            """);

    assertThat(session.run("run", file.toString())).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err())
        .isEqualTo(
            """
            brokerbench: FILE:2:12: topology has no key publisherz; did you mean publishers?
            brokerbench: FILE:4:3: qos 7: one of 0, 1 and 2
            brokerbench: FILE:5:10: rate fast: a number
            brokerbench: FILE:6:10: steady 10: a number with a unit (ns, us, ms, s, m, h, d), such as 500ms
            """
                .replace("FILE", file.toString()));
    assertThat(session.artemis.open).hasValue(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run       | Client processes (default: 1); use more to exceed the open-file limit.
          run       | Maximum drain time
          run       | automatic when there is no terminal.
          ab        | Maximum number of rounds, at least 6
          search    | 3   environment problem
          """)
  void theHelpReadsAsANativeSpeakersWould(String command, String text) {
    session.run("help", command);

    assertThat(session.out().replaceAll("\\s+", " ")).contains(text.replaceAll("\\s+", " "));
  }
}
