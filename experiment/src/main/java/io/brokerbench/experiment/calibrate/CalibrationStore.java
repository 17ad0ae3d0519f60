package io.brokerbench.experiment.calibrate;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;

/**
 * Where the calibration of this machine is kept for this user.
 *
 * @param file that holds it
 */
public record CalibrationStore(Path file) {

  /** Environment variable that names the folder, in place of the usual one. */
  public static final String VARIABLE = "BROKERBENCH_STATE";

  /**
   * The store in the folder that {@value #VARIABLE} names; else in {@code brokerbench} below {@code
   * XDG_STATE_HOME}; else in {@code .local/state/brokerbench} below the home folder.
   */
  public static CalibrationStore of(Map<String, String> environment, Path home) {
    String own = environment.getOrDefault(VARIABLE, "");
    if (!own.isEmpty()) {
      return new CalibrationStore(Path.of(own).resolve(Calibration.DOCUMENT));
    }
    Path state = Path.of(environment.getOrDefault("XDG_STATE_HOME", ""));
    Path base = state.isAbsolute() ? state : home.resolve(".local").resolve("state");
    return new CalibrationStore(base.resolve("brokerbench").resolve(Calibration.DOCUMENT));
  }

  /** That of this process. */
  public static CalibrationStore ofThisUser() {
    return of(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  /**
   * What was found.
   *
   * @param calibration that fits this machine, if there is one
   * @param note why one that is there does not count, in a line for a person
   */
  public record Found(Optional<Calibration> calibration, Optional<String> note) {

    static final Found NOTHING = new Found(Optional.empty(), Optional.empty());

    static Found ignored(String why) {
      return new Found(Optional.empty(), Optional.of(why));
    }
  }

  /** Reads it, for this machine and this JVM. Never fails. */
  public Found here() {
    return read(new EnvironmentProbe().probe(), Runtime.version().feature());
  }

  /**
   * Reads it. Never fails: one that is damaged, or of another machine, another version of the tool
   * or another Java, is not one.
   *
   * @param here this machine
   * @param javaVersion feature release of this JVM
   */
  public Found read(Environment here, int javaVersion) {
    try {
      Calibration found = Calibration.CODEC.read(Files.readString(file));
      Optional<String> difference = difference(found, here, javaVersion);
      return difference.isEmpty()
          ? new Found(Optional.of(found), Optional.empty())
          : Found.ignored("%s is of %s; ignored".formatted(file, difference.get()));
    } catch (NoSuchFileException e) {
      return Found.NOTHING;
    } catch (IOException e) {
      return Found.ignored("%s cannot be read (%s); ignored".formatted(file, e.getMessage()));
    } catch (DefinitionException e) {
      return Found.ignored("%s is damaged (%s); ignored".formatted(file, e.getMessage()));
    }
  }

  private static Optional<String> difference(Calibration found, Environment here, int javaVersion) {
    Environment there = found.environment();
    if (!there.cpuModel().equals(here.cpuModel())) {
      return Optional.of("another processor, " + there.cpuModel());
    }
    if (there.cores() != here.cores()) {
      return Optional.of(
          "%s, and there are %d"
              .formatted(NumberText.counted(there.cores(), "core"), here.cores()));
    }
    if (!there.tool().equals(here.tool())) {
      return Optional.of("brokerbench %s, and this is %s".formatted(there.tool(), here.tool()));
    }
    if (found.javaVersion() != javaVersion) {
      return Optional.of("Java %d, and this is %d".formatted(found.javaVersion(), javaVersion));
    }
    return Optional.empty();
  }

  /**
   * Writes it, in place of an earlier one: whoever reads meanwhile sees the one or the other.
   *
   * @throws IOException if it cannot be written
   */
  public void write(Calibration calibration) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Path temporary = Files.createTempFile(folder, Calibration.DOCUMENT, ".tmp");
    try {
      Files.writeString(temporary, Calibration.CODEC.write(calibration), StandardCharsets.UTF_8);
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
