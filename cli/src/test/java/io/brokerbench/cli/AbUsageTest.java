package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a comparison is known before anything is run. */
class AbUsageTest {

  @TempDir Path folder;
  private Session session;

  @BeforeEach
  void start() {
    session =
        new Session(folder)
            .with(
                (scenario, broker, driver, settings, listener) -> {
                  throw new AssertionError("a run was made");
                });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rounds 5|--rounds 5: between 6 and 500; fewer cannot give a verdict",
        "--rounds x|--rounds x: a whole number up to 2147483647",
        "--budget 1m|--budget 1m: the least is 4m, which the 6 rounds of a verdict require",
        "--budget soon|--budget soon: a number with a unit",
        "--tolerance p98=5%|--tolerance p98: no such figure; did you mean p95?",
        "--tolerance p99=5|--tolerance p99=5: a share such as 5%, report, or off",
        "--tolerance p99|--tolerance p99: a list such as"
            + " received=5%,p50=5%,tail.p50=report,peakRss=off",
        "--inconclusive maybe|--inconclusive maybe: fail, pass",
        "--load-share 0.5|--load-share 0.5: only with an even open load of QoS 1 or 2, without"
            + " faults",
        "--load-share 0.5 --search|--load-share 0.5: not with --search, which finds what both"
            + " carry",
        "--load-share 2 --set workload.qos=1|--load-share 2.0: between 0.01 and 1",
        "--p99-below 5ms|--p99-below: only with --search",
        "--repeats 2|--repeats: only with --search",
        "--search --closed 5|FANIN.Q0.SINGLE has a closed load, whose rate is the broker's own",
        "--rate 0|--rate 0: more than 0 and at most 100 000 000 per second",
        "--baseline embeded:artemis|no broker embeded:artemis; did you mean embedded:artemis?",
        "--baseline baseline:main|no baseline main in baselines; it holds none",
        "--baseline none.json|no results at none.json; a file, a folder of results, or baseline:",
      })
  void whatIsWrongIsSaidInOneLineAndNothingIsRun(String options, String message) {
    List<String> args =
        new ArrayList<>(List.of("ab", "FANIN.Q0.SINGLE", "--candidate", "embedded:activemq"));
    if (!options.startsWith("--baseline")) {
      args.addAll(List.of("--baseline", "embedded:artemis"));
    }
    args.addAll(List.of(options.split(" ", -1)));
    args.addAll(List.of("--out", folder.toString()));

    assertThat(session.run(args.toArray(String[]::new))).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).startsWith("brokerbench: " + message);
    assertThat(session.err().lines()).hasSize(1);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aReportThatCannotBeWrittenIsKnownBeforeAnythingIsRun() {
    String report = folder.resolve("none/ab.xml").toString();
    int code =
        session.run(
            "ab",
            "FANIN.Q0.SINGLE",
            "--baseline",
            "embedded:artemis",
            "--candidate",
            "embedded:activemq",
            "--out",
            folder.toString(),
            "--junit",
            report);

    assertThat(code).isEqualTo(ExitCode.ENVIRONMENT_CANNOT);
    assertThat(session.err()).contains("cannot write " + report);
  }
}
