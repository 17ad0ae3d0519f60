package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The archive that the profile {@code dist} made in this build, and the image of it. */
final class Archive {

  /** The image that {@code scripts/build-images} makes. */
  static final String IMAGE = "brokerbench/brokerbench:local";

  /** The README's first command, without the folder that it is called in. */
  private static final Pattern FIRST_COMMAND =
      Pattern.compile("(?m)^brokerbench-[^ ]+/bin/brokerbench (run [A-Z0-9.]+)");

  private static boolean imageIsBuilt;

  private Archive() {}

  /** The file, or a skipped test. */
  static Path file() throws IOException {
    String built = System.getProperty("dist.archives", "");
    assumeTrue(!built.isEmpty(), "the archive is built with mvn verify -Pdist");
    try (Stream<Path> files = Files.list(Path.of(built).getParent())) {
      return files
          .filter(file -> file.toString().startsWith(built))
          .filter(file -> file.toString().endsWith(".tar.gz"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** The image of it, made once for all tests; or a skipped test. */
  static synchronized String image() throws IOException, InterruptedException {
    file();
    assumeTrue(Commands.succeeds("docker", "info"), "no Docker here");
    assumeTrue(
        Commands.succeeds("docker", "image", "inspect", "brokerbench/base:local"),
        "no image to build on here: scripts/build-images mosquitto");
    if (!imageIsBuilt) {
      Commands.Ended build =
          Commands.run(
              Tool.PROJECT,
              System.getenv(),
              List.of("scripts/build-images", "--force", "brokerbench"));
      assertThat(build.code()).as(build.text()).isZero();
      imageIsBuilt = true;
    }
    return IMAGE;
  }

  /** The README's first command: {@code run}, and a scenario. */
  static List<String> firstCommand() throws IOException {
    Matcher readme = FIRST_COMMAND.matcher(Files.readString(Tool.PROJECT.resolve("README.md")));
    assertThat(readme.find()).as("the README's first command").isTrue();
    return List.of(readme.group(1).split(" "));
  }

  /** A busy machine may have slowed the run down, but nothing accuses the broker of a loss. */
  static void reachedItsVerdict(Path results, String text) throws IOException {
    assertThat(results).as(text).isNotEmptyDirectory();
    try (Stream<Path> kept = Files.list(results)) {
      Path result = kept.findFirst().orElseThrow();
      RunResult run = RunResult.CODEC.read(result.resolve("result.json"));
      assertThat(text).contains(run.verdict().status() + "  ");
      assertThat(run.verdict().complete()).isTrue();
      assertThat(run.messages().sent()).isPositive();
      assertThat(run.messages().lost()).isZero();
      assertThat(result.resolve("report.html")).isNotEmptyFile();
    }
  }

  /** This process's own. */
  static Map<String, String> path() {
    return Map.of("PATH", System.getenv("PATH"));
  }
}
