package io.brokerbench.experiment.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.result.ExampleCalibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationStoreTest {

  private static final Environment HERE = ExampleCalibration.MACHINE;
  private static final Calibration KNOWN = ExampleCalibration.limitedByGenerator();

  @TempDir private Path folder;
  private CalibrationStore store;

  @BeforeEach
  void open() {
    store = CalibrationStore.of(Map.of("BROKERBENCH_STATE", folder + "/a/b"), Path.of("/home/x"));
  }

  @Test
  void theFolderIsTheOneNamedOrTheStateFolderOrBelowHome() {
    Path home = Path.of("/home/x");
    assertThat(store.file()).isEqualTo(folder.resolve("a/b/calibration.json"));
    assertThat(CalibrationStore.of(Map.of("XDG_STATE_HOME", "/state"), home).file())
        .isEqualTo(Path.of("/state/brokerbench/calibration.json"));
    Path usual = Path.of("/home/x/.local/state/brokerbench/calibration.json");
    assertThat(CalibrationStore.of(Map.of(), home).file()).isEqualTo(usual);
    assertThat(CalibrationStore.of(Map.of("XDG_STATE_HOME", "relative"), home).file())
        .isEqualTo(usual);
    assertThat(CalibrationStore.of(Map.of("BROKERBENCH_STATE", ""), home).file()).isEqualTo(usual);
  }

  @Test
  void whatIsWrittenIsFoundAndNothingElseIsLeft() throws IOException {
    store.write(KNOWN);
    store.write(KNOWN);

    CalibrationStore.Found found = store.read(HERE, 17);
    assertThat(found.calibration()).contains(KNOWN);
    assertThat(found.note()).isEmpty();
    try (Stream<Path> files = Files.list(store.file().getParent())) {
      assertThat(files).containsExactly(store.file());
    }
  }

  @Test
  void whereThereIsNoneThereIsNothingToSay() {
    assertThat(store.read(HERE, 17)).isEqualTo(CalibrationStore.Found.NOTHING);
  }

  @Test
  void oneOfAnotherMachineToolOrJavaIsIgnoredAndTheNoteSaysWhich() throws IOException {
    store.write(KNOWN);

    assertIgnored(machine("0.1.0", "Other CPU", 2), 17, "another processor, Example CPU");
    assertIgnored(machine("0.1.0", "Example CPU", 4), 17, "2 cores, and there are 4");
    assertIgnored(machine("0.2.0", "Example CPU", 2), 17, "brokerbench 0.1.0, and this is 0.2.0");
    assertIgnored(HERE, 21, "Java 17, and this is 21");
  }

  private void assertIgnored(Environment here, int java, String why) {
    CalibrationStore.Found found = store.read(here, java);
    assertThat(found.calibration()).isEmpty();
    assertThat(found.note()).hasValueSatisfying(note -> assertThat(note).contains(why, "ignored"));
  }

  private static Environment machine(String tool, String cpu, int cores) {
    return new Environment(
        tool, HERE.os(), HERE.architecture(), cpu, cores, HERE.memoryBytes(), HERE.jvm());
  }

  @Test
  void aDamagedOneIsIgnoredWhateverItHolds() throws IOException {
    store.write(KNOWN);
    String whole = Files.readString(store.file());
    for (String text :
        List.of("", "{", whole.substring(0, 300), whole.replace("calibration/1", "other/9"))) {
      Files.writeString(store.file(), text);
      assertThat(store.read(HERE, 17).calibration()).as(text).isEmpty();
      assertThat(store.read(HERE, 17).note().orElseThrow())
          .contains("ignored")
          .doesNotContain("\n");
    }
    Files.write(store.file(), new byte[] {(byte) 0xC3, 0x28, 0});
    assertThat(store.read(HERE, 17).note()).isPresent();
    Files.delete(store.file());
    Files.createDirectory(store.file());
    assertThat(store.read(HERE, 17).note()).isPresent();
  }

  @Test
  void aFolderThatCannotBeMadeIsAnErrorOfWriting() throws IOException {
    Files.writeString(folder.resolve("a"), "a file in the way");

    assertThatThrownBy(() -> store.write(KNOWN)).isInstanceOf(IOException.class);
  }
}
