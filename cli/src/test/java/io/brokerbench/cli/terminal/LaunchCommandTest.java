package io.brokerbench.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is printed as the command for another run works where it is printed. */
class LaunchCommandTest {

  @TempDir Path folder;
  private Path script;
  private Path jar;

  @BeforeEach
  void checkout() throws Exception {
    Path home = folder.resolve("a checkout");
    jar = home.resolve("cli/target/lib/brokerbench-cli.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "");
    script = executable(home.resolve("brokerbench"));
  }

  @Test
  void besideTheScriptItIsThatOfTheDirectory() {
    assertThat(from(script.getParent(), "")).isEqualTo("./brokerbench");
  }

  @Test
  void elsewhereItIsTheWholePathInQuotes() {
    assertThat(from(folder, "/usr/bin")).isEqualTo("'" + script + "'");
  }

  @Test
  void aLinkOnThePathIsCalledByItsName() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("brokerbench"), script);

    assertThat(from(folder, "/nowhere:" + bin)).isEqualTo("brokerbench");
  }

  @Test
  void anotherToolOfTheNameThatComesFirstOnThePathIsNotTaken() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    executable(bin.resolve("brokerbench"));

    assertThat(from(folder, bin + ":" + script.getParent())).isEqualTo("'" + script + "'");
  }

  @Test
  void aLinkInTheDirectoryIsCalledThere() throws Exception {
    Files.createSymbolicLink(folder.resolve("brokerbench"), script);

    assertThat(from(folder, "")).isEqualTo("./brokerbench");
  }

  @Test
  void anArchiveHasItsScriptInBin() throws Exception {
    Path home = folder.resolve("brokerbench-1");
    Path inArchive = home.resolve("lib/brokerbench-cli.jar");
    Files.createDirectories(inArchive.getParent());
    Files.writeString(inArchive, "");
    Files.createDirectories(home.resolve("bin"));
    Path start = executable(home.resolve("bin/brokerbench"));

    assertThat(LaunchCommand.of(Optional.of(inArchive), folder, Map.of()))
        .isEqualTo(start.toString());
  }

  @Test
  void wordsAreQuotedForAShell() {
    assertThat(LaunchCommand.quoted("--rate=10k")).isEqualTo("--rate=10k");
    assertThat(LaunchCommand.quoted("p99>5ms")).isEqualTo("'p99>5ms'");
    assertThat(LaunchCommand.quoted("it's")).isEqualTo("'it'\\''s'");
    assertThat(LaunchCommand.quoted("")).isEqualTo("''");
  }

  private String from(Path directory, String path) {
    return LaunchCommand.of(Optional.of(jar), directory, Map.of("PATH", path));
  }

  private static Path executable(Path file) throws IOException {
    Files.writeString(file, "#!/bin/sh\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
