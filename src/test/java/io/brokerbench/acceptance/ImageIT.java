package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.testkit.broker.FaultyBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The image of the archive: with the brokers that it starts itself, and with one by its address.
 */
@Tag("containers")
class ImageIT {

  @TempDir private Path folder;

  private Path results;

  /** Whoever the user of the image is, may write here. */
  @BeforeEach
  void makeResults() throws Exception {
    results = Files.createDirectory(folder.resolve("kept"));
    Files.setPosixFilePermissions(results, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  private Commands.Ended run(List<String> options, List<String> words) throws Exception {
    List<String> command = new ArrayList<>(List.of("docker", "run", "--rm"));
    command.addAll(List.of("-v", results + ":/results"));
    command.addAll(options);
    command.add(Archive.image());
    command.addAll(words);
    return Commands.run(folder, System.getenv(), command);
  }

  @Test
  void theReadmesFirstCommandReachesItsVerdictAsAnotherUserThanRoot() throws Exception {
    Commands.Ended ended = run(List.of(), Archive.firstCommand());
    Archive.reachedItsVerdict(results.resolve("results"), ended.text());
    assertThat(Files.getAttribute(results.resolve("results"), "unix:uid")).isEqualTo(10_001);
  }

  @Test
  void aBrokerIsReachedByItsAddress() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      String words =
          "run FANIN.Q1.SHARED --broker %s --publishers 20 --rate 200"
                  .formatted(broker.endpoint().uri())
              + " --warmup 500ms --duration 1s";
      Commands.Ended ended = run(List.of("--network", "host"), List.of(words.split(" ")));
      assertThat(ended.code()).as(ended.text()).isIn(0, Tool.INVALID);
      Archive.reachedItsVerdict(results.resolve("results"), ended.text());
    }
  }
}
