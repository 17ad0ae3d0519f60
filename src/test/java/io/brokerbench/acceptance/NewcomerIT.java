package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The test class of docs/junit.md in a folder outside of the repository, with the jars that a
 * project gets with brokerbench-junit, in a JVM of its own under JUnit's Console Launcher: passes
 * where the broker is good enough, and fails where it is not.
 *
 * <p>Our jars are copied, so that nothing near them is a build of the project: the embedded broker
 * has to come from the class path.
 */
@Tag("release")
class NewcomerIT {

  /** Parts of this module that no other project gets. */
  private static final Pattern OURS_ALONE =
      Pattern.compile(
          ".*(acceptance|brokerbench-cli|brokerbench-testkit|cli/target|testkit/target).*");

  @TempDir private Path folder;

  @Test
  void theTestClassOfTheManualPassesAndFailsAsItShould() throws Exception {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    assumeTrue(javac != null, "needs a JDK");
    String classPath = classPath();
    compile(javac, classPath, "ReleaseGateTest", ManualSnippets.gate());
    compile(javac, classPath, "StricterTest", ManualSnippets.stricterGate("StricterTest"));

    Process launcher = launch(classPath);
    String said = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(launcher.waitFor(60, TimeUnit.SECONDS)).as(said).isTrue();

    assumeTrue(!said.contains("GENERATOR_LIMITED"), "needs a machine that sends on schedule");
    assertThat(said)
        .contains("2 tests started", "1 tests successful", "1 tests failed")
        .containsPattern(
            "FANIN\\.Q1\\.SHARED on Artemis \\S+ fails: broker\\.cpuPerMessage is .*, and"
                + " should be at most 1 us \\(broker\\.cpu .* cores\\); results in"
                + " target/brokerbench/StricterTest/");
    assertThat(launcher.exitValue()).isEqualTo(1);
    resultsAreKept("ReleaseGateTest");
    assertThat(Files.readString(folder.resolve("reports").resolve("TEST-junit-jupiter.xml")))
        .contains("latency.endToEnd.p99", "throughput.received");
    nothingIsLeft();
  }

  private void compile(JavaCompiler javac, String classPath, String name, String source)
      throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    int code =
        javac.run(
            null,
            null,
            null,
            "-cp",
            classPath,
            "-d",
            Files.createDirectories(folder.resolve("classes")).toString(),
            file.toString());
    assertThat(code).as(name).isZero();
  }

  private Process launch(String classPath) throws IOException {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + temporary,
            "-XX:+UseSerialGC",
            "-cp",
            classPath + File.pathSeparator + folder.resolve("classes"),
            "org.junit.platform.console.ConsoleLauncher",
            "execute",
            "--disable-banner",
            "--details=tree",
            "--disable-ansi-colors",
            "--reports-dir=" + folder.resolve("reports"),
            "--select-class=ReleaseGateTest",
            "--select-class=StricterTest")
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .start();
  }

  /** That of this module without what is ours alone; jars of the project as copies. */
  private String classPath() throws IOException {
    Path lib = Files.createDirectories(folder.resolve("lib"));
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry).toAbsolutePath();
      if (!path.startsWith(Tool.PROJECT) && !path.toString().contains("io/brokerbench")) {
        entries.add(entry);
      } else if (!OURS_ALONE.matcher(entry).matches() && Files.isRegularFile(path)) {
        entries.add(Files.copy(path, lib.resolve(path.getFileName())).toString());
      }
    }
    assumeTrue(entries.stream().anyMatch(e -> e.contains("brokerbench-junit")), "needs the jars");
    return String.join(File.pathSeparator, entries);
  }

  private void resultsAreKept(String test) throws IOException {
    Path results = folder.resolve("target").resolve("brokerbench").resolve(test);
    try (Stream<Path> kept = Files.list(results)) {
      assertThat(kept)
          .anySatisfy(run -> assertThat(run.resolve("result.json")).isNotEmptyFile())
          .anySatisfy(log -> assertThat(log).hasFileName("broker-embedded-artemis.log"));
    }
  }

  private void nothingIsLeft() throws IOException {
    assertThat(
            ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(folder.toString())))
        .as("processes")
        .isEmpty();
    try (Stream<Path> files = Files.list(folder.resolve("tmp"))) {
      assertThat(files.filter(file -> file.getFileName().toString().startsWith("brokerbench")))
          .as("folders")
          .isEmpty();
    }
  }
}
