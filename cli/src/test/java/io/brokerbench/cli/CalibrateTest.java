package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrateTest {

  @TempDir Path folder;
  @TempDir Path results;
  private Session session;
  private Path stored;

  @BeforeEach
  void start() {
    session = new Session(folder);
    stored = folder.resolve("state").resolve("calibration.json");
  }

  private int calibrate(String... options) {
    List<String> words = new ArrayList<>(List.of("calibrate", "--out", results.toString()));
    words.addAll(List.of(options));
    return session.run(words.toArray(String[]::new));
  }

  @Test
  void theAnswerComesFirstAndIsStored() throws IOException {
    session.with(StubRig.keepingUpTo(900_000));
    assertThat(calibrate()).isZero();

    assertThat(session.out())
        .startsWith("This machine's generator carries 1 000 000 msg/s per core")
        .contains("ceiling     875 000 msg/s from 10 publishers to 10 consumers, 1.0 us of CPU")
        .contains("from 1 000 publishers")
        .contains("the generator was the limit")
        .contains("stored      " + stored);
    assertThat(session.err())
        .contains("ceiling: 10 publishers, 875 000 msg/s: 875 000/s sent, 875 000/s received");
    Calibration calibration = Calibration.CODEC.read(Files.readString(stored));
    assertThat(calibration.ceilings()).hasSize(2);
    assertThat(calibration.ceilings().get(0).limitedBy()).isEqualTo(Calibration.Limit.GENERATOR);
    assertThat(calibration.connections().count()).isEqualTo(10_000);
    assertThat(session.nullBroker.open).hasValue(0);
  }

  @Test
  void itsResultFolderHasTheDocumentAndThePage() throws IOException {
    session.with(StubRig.keepingUpTo(900_000));
    assertThat(calibrate("--quick")).isZero();

    Path kept = results.resolve("2026-11-21T100211-CALIBRATION-null");
    assertThat(session.out()).contains("results     " + kept + "/\n");
    assertThat(kept.resolve("calibration.json")).hasSameTextualContentAs(stored);
    assertThat(kept.resolve("report.html"))
        .content()
        .contains("msg/s per core", "ceiling", "connects", "--quick");
  }

  @Test
  void jsonPrintsTheDocumentThatIsStored() throws IOException {
    session.with(StubRig.keepingUpTo(900_000));
    assertThat(calibrate("--quick", "--precision", "1ms", "--json")).isZero();

    assertThat(session.out()).isEqualTo(Files.readString(stored));
    Calibration calibration = Calibration.CODEC.read(session.out());
    assertThat(calibration.ceilings()).hasSize(1);
    assertThat(calibration.precision()).hasMillis(1);
  }

  @Test
  void aMachineThatIsTooBusyIsToldAndNothingIsStored() {
    session.with(StubRig.ending(Verdict.Status.GENERATOR_LIMITED));

    assertThat(calibrate("--quick")).isEqualTo(ExitCode.RUN_IS_INVALID);
    assertThat(session.err()).contains("brokerbench: this machine is too busy to be calibrated");
    assertThat(session.out()).isEmpty();
    assertThat(stored).doesNotExist();
    assertThat(results).isEmptyDirectory();
    assertThat(session.nullBroker.open).hasValue(0);
  }

  @Test
  void nothingIsStoredOfAMachineThatIsBusyWithOtherThings() {
    session.with(StubRig.disturbed());

    assertThat(calibrate("--quick")).isEqualTo(ExitCode.RUN_IS_INVALID);
    assertThat(session.err())
        .endsWith(
            "brokerbench: other processes took 1.6 of 2 cores: the generator waited 35 % of the"
                + " time for a CPU. Nothing was stored; run calibrate again on a quieter"
                + " machine\n");
    assertThat(session.out()).isEmpty();
    assertThat(stored).doesNotExist();
  }

  @Test
  void aRunThatBreaksOffIsTheEnvironmentsFault() {
    session.with(StubRig.failing(new RunException("no connection", null)));

    assertThat(calibrate()).isEqualTo(ExitCode.ENVIRONMENT_CANNOT);
    assertThat(session.err()).contains("brokerbench: no connection");
    assertThat(stored).doesNotExist();
  }

  @Test
  void fewOpenFilesMakeForFewerConnections() throws IOException {
    session.with(StubRig.keepingUpTo(900_000)).withOpenFilesLimit(1_300);
    assertThat(calibrate("--quick")).isZero();

    assertThat(Calibration.CODEC.read(Files.readString(stored)).connections().count())
        .isEqualTo(1_000);
  }

  @Test
  void tooFewOpenFilesAreNamed() {
    session.withOpenFilesLimit(350);

    assertThat(calibrate()).isEqualTo(ExitCode.ENVIRONMENT_CANNOT);
    assertThat(session.err())
        .isEqualTo(
            "brokerbench: calibration needs 50 more open files, the limit is 350: raise it"
                + " (ulimit -n)\n");
  }

  @Test
  void badOptionsAreNamed() {
    assertThat(calibrate("--precision", "1s")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(calibrate("--lanes", "999")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(calibrate("--rate", "5")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err())
        .contains("brokerbench: --precision 1s: ")
        .contains("brokerbench: --lanes 999: ")
        .contains("brokerbench: unknown option --rate");
  }

  @Test
  void aResultThatCannotBeKeptIsPrintedAllTheSame() throws IOException {
    Files.writeString(folder.resolve("state"), "a file in the way");
    session.with(StubRig.keepingUpTo(900_000));

    assertThat(calibrate("--quick")).isEqualTo(ExitCode.ENVIRONMENT_CANNOT);
    assertThat(session.out()).contains("ceiling").doesNotContain("stored");
    assertThat(session.err()).contains("calibration.json cannot be written: ");
  }

  @Test
  void aRunSaysThatTheCalibrationDoesNotCount() throws IOException {
    Files.createDirectories(stored.getParent());
    Files.writeString(stored, "{}");

    assertThat(session.runScenario("FANIN.Q0.SINGLE")).isZero();
    assertThat(session.err()).contains("calibration " + stored + " is damaged");
  }
}
