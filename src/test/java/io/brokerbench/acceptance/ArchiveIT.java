package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive as a newcomer has it: unpacked in a folder with a space in its name, called through a
 * link, without a Java on the path; and in a root folder that has nothing else of a system.
 */
class ArchiveIT {

  private static final int SKIPPED = 77;
  private static final int BAD_USAGE = 2;

  @TempDir private Path folder;

  private static final Path RECIPES =
      Tool.PROJECT.resolve("containers/src/main/resources/io/brokerbench/containers/recipe");

  /** Unpacks it, and links to its program. */
  private Path link() throws Exception {
    Path place = Files.createDirectories(folder.resolve("any place"));
    Commands.Ended tar =
        Commands.run(
            place, Archive.path(), List.of("tar", "xzf", Archive.file().toString(), "-C", "."));
    assertThat(tar.code()).as(tar.text()).isZero();
    try (Stream<Path> entries = Files.list(place)) {
      Path program = entries.findFirst().orElseThrow().resolve("bin/brokerbench");
      return Files.createSymbolicLink(folder.resolve("bb"), program);
    }
  }

  private Commands.Ended call(Path link, Map<String, String> environment, String words)
      throws IOException, InterruptedException {
    return Commands.run(
        folder.resolve("work"),
        environment,
        Stream.concat(Stream.of(link.toString()), Stream.of(words.split(" "))).toList());
  }

  @Test
  void itRunsAnywhereWithoutAnotherJava() throws Exception {
    Path link = link();
    Map<String, String> nothing =
        Map.of("PATH", folder.resolve("nothing").toString(), "HOME", folder.toString());

    Commands.Ended help = call(link, nothing, "--help");
    assertThat(help.code()).as(help.text()).isZero();
    assertThat(help.text()).contains("brokerbench", "calibrate");

    Commands.Ended list =
        call(link, Map.of("BROKERBENCH_JAVA_OPTS", "-Xlog:class+load"), "list brokers");
    assertThat(list.text())
        .as("classes are shared wherever the archive is")
        .containsPattern("io\\.brokerbench\\.cli\\.Main source: shared objects file");

    Commands.Ended run =
        call(
            link,
            nothing,
            "run FANIN.Q1.SHARED --broker embedded:hivemq --workers 2 --publishers 20 --rate 200"
                + " --warmup 500ms --duration 1s");
    assertThat(run.code()).as(run.text()).isIn(0, Tool.INVALID);
    assertThat(run.text())
        .contains("HiveMQ")
        .containsPattern("again +" + Pattern.quote(link.toString()) + " run ");
    Archive.reachedItsVerdict(folder.resolve("work/results"), run.text());
  }

  @Test
  void eachRecipeThatShipsIsInItsFolderByteForByte() throws Exception {
    Path recipes = link().toRealPath().resolve("../../recipes").normalize();
    areTheSame(recipes, RECIPES);
    areTheSame(recipes.resolve("containers"), RECIPES.resolveSibling("product"));
  }

  @Test
  void itsGateCallsItsOwnProgram() throws Exception {
    Path gate = link().toRealPath().resolve("../../ci/gate").normalize();
    Map<String, String> environment =
        Map.of(
            "PATH", System.getenv("PATH"),
            "BROKERBENCH_COMMAND", "run",
            "BROKERBENCH_SCENARIO", "NO.SUCH");

    Commands.Ended ended = Commands.run(folder, environment, List.of(gate.toString()));

    assertThat(ended.text()).contains("brokerbench: no scenario NO.SUCH");
    assertThat(ended.code()).isEqualTo(BAD_USAGE);
  }

  private static void areTheSame(Path packed, Path own) throws IOException {
    assertThat(names(packed)).isNotEmpty().isEqualTo(names(own));
    for (String name : names(own)) {
      assertThat(packed.resolve(name)).hasSameBinaryContentAs(own.resolve(name));
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void theReadmesFirstCommandReachesItsVerdictInAnEmptyRoot() throws Exception {
    Path kept = Files.createDirectories(folder.resolve("kept"));
    Commands.Ended ended =
        Commands.run(
            folder,
            Map.of("PATH", System.getenv("PATH"), "KEEP_RESULTS", kept.toString()),
            Stream.concat(
                    Stream.of(
                        Tool.PROJECT.resolve("dist/in-empty-root").toString(),
                        Archive.file().toString()),
                    Archive.firstCommand().stream())
                .toList());
    assumeTrue(ended.code() != SKIPPED, ended.text());
    Archive.reachedItsVerdict(kept.resolve("results"), ended.text());
  }
}
