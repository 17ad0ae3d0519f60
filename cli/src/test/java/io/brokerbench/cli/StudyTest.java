package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.bench.RigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyTest {

  private static final String TWO =
      """
      name: two
      brokers: [embedded:artemis]
      scenarios: [FANIN.Q0.SHARED, FANIN.Q1.PARTITIONS]
      """;

  private final AtomicInteger runs = new AtomicInteger();

  @TempDir Path folder;
  private Session session;
  private Path file;

  @BeforeEach
  void start() throws IOException {
    session = new Session(folder).with(counted(Verdict.Status.OK));
    file = Files.writeString(folder.resolve("two.yaml"), TWO);
  }

  private RigFactory counted(Verdict.Status status) {
    return (scenario, broker, driver, settings, listener) -> {
      runs.incrementAndGet();
      return StubRig.ending(status).create(scenario, broker, driver, settings, listener);
    };
  }

  private int study(String... more) {
    List<String> all = new ArrayList<>(List.of("study", file.toString()));
    all.addAll(List.of(more));
    all.addAll(List.of("--out", folder.toString()));
    return session.run(all.toArray(String[]::new));
  }

  private Path result() {
    return folder.resolve("study-two");
  }

  @Test
  void eachCellIsMeasuredAndTheDocumentsAreThere() {
    assertThat(study()).isZero();

    assertThat(runs).hasValue(2);
    assertThat(session.out()).startsWith("two: 2 of 2 cells measured.");
    assertThat(session.err())
        .contains("cell 1 of 2, about 46 s left: FANIN.Q0.SHARED", "cell 2 of 2");
    assertThat(result().resolve("study.json")).content().contains("brokerbench.study/1");
    assertThat(result().resolve("tables.csv")).content().startsWith("table,row,column,unit,");
    assertThat(result().resolve("tables.md")).content().startsWith("# two");
    assertThat(result().resolve("report.html")).content().contains("Study two");
    assertThat(result().resolve("command.txt")).content().startsWith("./brokerbench study ");
    assertThat(session.artemis.open).as("brokers left open").hasValue(0);
  }

  @Test
  void theSameCallMeasuresNothingAgain() {
    study();
    assertThat(study()).isZero();
    assertThat(runs).hasValue(2);
  }

  @Test
  void aBrokerThatDoesNotStartCostsItsCellsOnly() {
    assertThat(study("--brokers", "process:mosquitto,embedded:artemis"))
        .isEqualTo(ExitCode.VERDICT_SAYS_NO);

    assertThat(session.out()).startsWith("two: 2 of 4 cells measured, 2 failed.");
    assertThat(session.err()).contains("FAILED: mosquitto did not start (exit code 3)");
    assertThat(session.artemis.open).hasValue(0);
  }

  @Test
  void whereNoCellCanBeMeasuredTheEnvironmentCant() {
    assertThat(study("--brokers", "process:mosquitto")).isEqualTo(ExitCode.ENVIRONMENT_CANNOT);
  }

  @Test
  void whatABrokerDoesNotSupportSaysNothingAgainstIt() {
    int code = study("--brokers", "embedded:activemq");
    assertThat(code).as("%s%s", session.out(), session.err()).isZero();

    assertThat(session.out()).startsWith("two: 1 of 2 cells measured, 1 unsupported.");
    assertThat(session.err())
        .contains(
            "UNSUPPORTED: FANIN.Q0.SHARED needs shared subscriptions, which embedded:activemq");
    assertThat(result().resolve("report.html")).content().contains("0 failed, 1 unsupported");
  }

  @Test
  void whereNoCellIsSupportedNoneCanBeMeasured() throws IOException {
    Files.writeString(file, TWO.replace(", FANIN.Q1.PARTITIONS", ""));

    assertThat(study("--brokers", "embedded:activemq")).isEqualTo(ExitCode.ENVIRONMENT_CANNOT);
  }

  @Test
  void failedCellsAreMeasuredAgainIfThatIsAskedFor() {
    session.with(StubRig.failing(new RunException("the broker is gone", null)));
    study();
    session.with(counted(Verdict.Status.OK));
    assertThat(study()).isEqualTo(ExitCode.ENVIRONMENT_CANNOT);
    assertThat(runs).hasValue(0);
    assertThat(study("--retry-failed")).isZero();
    assertThat(runs).hasValue(2);
  }

  @Test
  void aGeneratorThatWasTheLimitIsNotTheBroker() {
    session.with(counted(Verdict.Status.GENERATOR_LIMITED));
    assertThat(study()).isEqualTo(ExitCode.RUN_IS_INVALID);
    assertThat(session.err()).contains("INVALID: GENERATOR_LIMITED");
  }

  @Test
  void otherWorkOnTheMachineIsNotTheBroker() {
    session.with(counted(Verdict.Status.DISTURBED));
    assertThat(study()).isEqualTo(ExitCode.RUN_IS_INVALID);
    assertThat(session.err()).contains("INVALID: DISTURBED");
  }

  @Test
  void lossIsTheVerdictsNo() {
    session.with(counted(Verdict.Status.CONTRACT_BROKEN));
    assertThat(study()).isEqualTo(ExitCode.VERDICT_SAYS_NO);
  }

  @Test
  void otherSettingsInTheSameFolderAreRefusedAndNothingIsLost() throws IOException {
    study();
    String before = Files.readString(result().resolve("study.json"));

    assertThat(study("--lanes", "2")).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err()).contains("was measured there with other settings; give the study");
    assertThat(result().resolve("study.json")).hasContent(before);
  }

  @ParameterizedTest
  @CsvSource({"--strict,", "--lanes,2", "--precision,1ms", "--workers,2", "--sources,2"})
  void whatChangesAMeasurementIsAConditionOfItsCells(String option, String value) {
    study();
    List<String> words = new ArrayList<>(List.of(option));
    if (value != null) {
      words.add(value);
    }

    assertThat(study(words.toArray(String[]::new))).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err()).contains("was measured there with other settings");
  }

  @Test
  void aDamagedRunCostsThePageAndNotTheStudy() throws IOException {
    study();
    try (Stream<Path> files = Files.walk(result())) {
      Path run =
          files.filter(each -> each.getFileName().toString().equals("run.json")).findFirst().get();
      Files.writeString(run, "{\"schema\": \"brok");
    }

    assertThat(study()).isZero();
    assertThat(session.err()).contains("no report.html: ", "run.json: not JSON");
    assertThat(runs).hasValue(2);
  }

  @Test
  void aCellThatCrossesAThresholdCountsAndIsSaid() throws IOException {
    assertThat(study("--fail-if", "p99>500us")).isEqualTo(ExitCode.VERDICT_SAYS_NO);

    assertThat(session.err()).contains("CROSSED: p99>500us: p99 end-to-end 1.0 ms");
    assertThat(Files.readString(result().resolve("study.json"))).contains("p99>500us");
  }

  @Test
  void asJsonTheDocumentIsAllThatIsPrinted() {
    assertThat(study("--json")).isZero();
    assertThat(session.out()).startsWith("{").endsWith("}" + System.lineSeparator());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NONE.SUCH                      | no study NONE.SUCH",
        "EMBEDDED.QOS --samples 1       | --samples 1: between 2 and 100000",
        "EMBEDDED.HEAP --samples 30     | --samples 30: not in EMBEDDED.HEAP",
        "EMBEDDED.HEAP --fail-if p99>1ms | --fail-if p99>1ms: none, as no row of EMBEDDED.HEAP has"
            + " a load",
        "EMBEDDED.QOS --repetitions 0   | --repetitions 0: between 1 and ",
        "EMBEDDED.QOS --brokers x:y     | x:y",
        "my.yaml --small                | a size and a number of samples are for built-in studies",
        "no-such-file.yaml              | no-such-file.yaml"
      })
  void badInputIsOneLineAndNothingIsMade(String arguments, String line) {
    assertThat(session.run(("study " + arguments + " --out " + folder).split(" +", -1)))
        .isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err()).startsWith("brokerbench: ").contains(line).hasLineCount(1);
    assertThat(runs).hasValue(0);
    assertThat(folder).isDirectoryNotContaining("glob:**study-*");
  }
}
