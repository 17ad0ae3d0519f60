package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/release} takes what is committed, up to the build, which takes minutes. */
class ReleaseScriptTest {

  @TempDir Path folder;
  private Path clone;

  /** What a process said, and its exit code. */
  private record Ended(int code, String said) {}

  private static Ended run(Path directory, String... words) throws Exception {
    Process process =
        new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), said);
  }

  @BeforeEach
  void cloneWhatIsCommitted() throws Exception {
    Path project = ActionTest.PROJECT.toAbsolutePath().normalize();
    assumeTrue(Files.exists(project.resolve(".git")), "no checkout of git");
    clone = folder.resolve("clone");
    List<String> words =
        List.of("git", "clone", "-q", "--no-hardlinks", project.toString(), clone.toString());
    assertThat(run(folder, words.toArray(String[]::new)).code()).isZero();
  }

  private Ended release(String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of("scripts/release"));
    all.addAll(List.of(words));
    return run(clone, all.toArray(String[]::new));
  }

  private static String version() throws IOException {
    return Files.readAllLines(ActionTest.PROJECT.resolve("pom.xml")).stream()
        .filter(line -> line.matches("  <version>.*</version>"))
        .map(line -> line.replaceAll("</?version>", "").strip())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theVersionGetsIntoAllThatNamesIt() throws Exception {
    String snapshot = version();
    for (String version : List.of(snapshot.replace("-SNAPSHOT", ""), snapshot)) {
      Ended ended = release("--dry-run", version, folder.resolve("made").toString());
      assertThat(ended.code()).as(ended.said()).isZero();
      assertThat(ended.said()).contains("release: " + version + " from commit ");
      assertThat(folder.resolve("made")).doesNotExist();
    }
  }

  @Test
  void whatCannotBeMadeIsOneLine() throws Exception {
    assertThat(release("--dry-run", "9.9.9"))
        .isEqualTo(new Ended(2, "release: VERSION 9.9.9: the poms have " + version() + "\n"));
    assertThat(release("--dry-run", "nine").said()).startsWith("release: VERSION nine: three");
    Files.writeString(clone.resolve("README.md"), "changed");
    assertThat(release("--dry-run", version()).said())
        .startsWith("release: there are changes that are not committed:");
  }
}
