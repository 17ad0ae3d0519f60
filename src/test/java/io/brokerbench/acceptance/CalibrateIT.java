package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.Headroom;
import io.brokerbench.core.result.RunResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine is calibrated, and later runs know of it. */
@Tag("release")
class CalibrateIT {

  private static final String[] SMALL = {
    "run",
    "FANIN.Q0.SHARED",
    "--broker",
    "null",
    "--publishers",
    "10",
    "--rate",
    "2000",
    "--warmup",
    "1s",
    "--duration",
    "2s"
  };

  @TempDir static Path mainFolder;
  private static Tool mainTool;
  private static Outcome calibrated;
  private static Path stored;

  @TempDir Path folder;

  @BeforeAll
  static void calibrate() {
    mainTool = new Tool(mainFolder);
    calibrated = mainTool.runOnSchedule(List.of("calibrate", "--quick", "--json"));
    assertThat(calibrated.exitCode()).as("%s", calibrated).isZero();
    stored = mainTool.state().resolve("calibration.json");
  }

  @Test
  void itsDocumentIsPrintedAndStoredAndValidAndNothingIsLeft() throws IOException {
    assertThat(calibrated.out()).isEqualTo(Files.readString(stored));
    assertThat(calibrated.complaints()).isEmpty();
    assertThat(calibrated.brokerPid()).isPresent();
    mainTool.leftNothing(calibrated);
    try (InputStream schema = Calibration.class.getResourceAsStream("calibration-1.schema.json")) {
      assertThat(
              Schemas.factory()
                  .getSchema(schema)
                  .validate(new ObjectMapper().readTree(calibrated.out())))
          .isEmpty();
    }
  }

  @Test
  void itsFiguresArePossible() throws IOException {
    Calibration calibration = Calibration.CODEC.read(Files.readString(stored));

    assertThat(calibration.floor().serviceP50Nanos()).isBetween(5_000L, 20_000_000L);
    assertThat(calibration.floor().endToEndP50Nanos())
        .isGreaterThan(calibration.floor().serviceP50Nanos());
    Calibration.Ceiling ceiling = calibration.ceilings().get(0);
    assertThat(ceiling.perSecond()).isBetween(10_000.0, 20_000_000.0);
    assertThat(ceiling.perSecondPerCore() * ceiling.cpuMicrosPerMessage())
        .isBetween(0.999e6, 1.001e6);
    assertThat(ceiling.coresPerLane()).isBetween(0.01, 2.0);
    assertThat(calibration.connections().count()).isBetween(100, 4_000);
    assertThat(calibration.connections().perSecond()).isBetween(100.0, 500_000.0);
    assertThat(calibration.connections().cpuMicrosPerConnect()).isBetween(1.0, 10_000.0);
    assertThat(calibration.connections().bytesPerConnection()).isLessThan(50_000);
  }

  @Test
  void aLaterRunTellsItsHeadroom() throws IOException {
    Outcome run = mainTool.runOnSchedule(List.of(SMALL));
    run.wentToItsEnd();
    assertThat(run.out().replaceAll("\\s+", " ")).contains("% of what it can do here");

    RunResult result = resultOf(mainTool);
    Headroom headroom = result.generator().headroom().orElseThrow();
    Calibration calibration = Calibration.CODEC.read(Files.readString(stored));
    assertThat(headroom.calibratedAt()).isEqualTo(calibration.calibratedAt());
    assertThat(headroom.floorServiceP50Nanos()).isEqualTo(calibration.floor().serviceP50Nanos());
    assertThat(headroom.ratePercentOfCeiling()).isBetween(0.01, 50.0);
    assertThat(headroom.cpuPercentOfCeiling()).isBetween(0.1, 200.0);
  }

  @Test
  void aRunOnAMachineThatIsNotCalibratedTellsNone() throws IOException {
    Tool tool = new Tool(folder);
    tool.run(SMALL).wentToItsEnd();

    assertThat(resultOf(tool).generator().headroom()).isEmpty();
  }

  @Test
  void aDamagedCalibrationIsIgnoredWithANote() throws IOException {
    Tool tool = new Tool(folder);
    Files.createDirectories(tool.state());
    Files.writeString(tool.state().resolve("calibration.json"), "{\"schema\": ");
    Outcome run = tool.run(SMALL);

    run.wentToItsEnd();
    assertThat(run.line("calibration ").orElseThrow().text()).contains("damaged", "ignored");
    assertThat(resultOf(tool).generator().headroom()).isEmpty();
  }

  @Test
  void afterCtrlCNothingIsStoredAndNothingIsLeft() throws IOException {
    Tool tool = new Tool(folder);
    try (Call call = tool.start("calibrate")) {
      call.awaitAfterLine("measured ", Duration.ofMillis(200));
      call.signal("INT");
      Outcome outcome = call.end();

      outcome.complains(130, "stopped; nothing was stored");
      assertThat(outcome.out()).isEmpty();
      tool.leftNothing(outcome);
    }
    assertThat(tool.state()).doesNotExist();
  }

  @Test
  void whatTheNullBrokerCannotDoIsRefused() {
    new Tool(folder)
        .run("run", "FANIN.Q1.PERSISTENT.SHARED", "--broker", "null")
        .isRefused(2, "persistent sessions", "null");
  }

  private static RunResult resultOf(Tool tool) throws IOException {
    return RunResult.CODEC.read(tool.resultFolder().resolve("result.json"));
  }
}
