package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.cli.DocumentedCommands.Shown;
import io.brokerbench.core.base.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every documented command that reads results does its work, where there are results. Those of
 * docs/gate.md are {@link GateRecipesTest}'s.
 */
class DocumentedReadingTest {

  private static final Set<String> FOLDERS =
      Set.of("results", "results/main", "results/branch", "nightly", "builds");
  private static final int BUILDS = 12;

  @TempDir Path folder;

  static List<Shown> commands() throws IOException {
    return DocumentedCommands.all().stream()
        .filter(shown -> DocumentedCommands.READING.contains(shown.words().get(0)))
        .filter(shown -> !shown.place().startsWith("docs/gate.md"))
        .toList();
  }

  /** Runs of all nights, equal but for their time. */
  @BeforeEach
  void store() throws Exception {
    Path once = folder.resolve("once");
    assertThat(new Session(once).runScenario("FANIN.Q0.SINGLE")).isZero();
    ObjectNode run;
    try (Stream<Path> files = Files.walk(once)) {
      Path file = files.filter(each -> each.endsWith("result.json")).findFirst().orElseThrow();
      run = (ObjectNode) Json.mapper().readTree(file.toFile());
    }
    for (String name : FOLDERS) {
      for (int build = 1; build <= BUILDS; build++) {
        Path file = folder.resolve(name).resolve("%02d".formatted(build)).resolve("result.json");
        Files.createDirectories(file.getParent());
        Instant start = Instant.parse("2026-10-01T02:00:00Z").plus(Duration.ofDays(build));
        Files.writeString(file, run.put("startedAt", start.toString()).toString());
      }
    }
    assertThat(run("baseline", "save", "main", "results/main/").code()).isZero();
  }

  /** How a command ended. */
  private record Ended(int code, String said) {}

  private Ended run(String... words) {
    List<String> here = new ArrayList<>();
    for (String word : words) {
      String path = word.replaceFirst("/$", "");
      boolean file = FOLDERS.contains(path) || word.endsWith(".xml") || word.endsWith(".md");
      here.add(file ? folder.resolve(path).toString() : word);
    }
    if (here.contains("baseline") || here.contains("baseline:main")) {
      here.addAll(List.of("--baselines", folder.resolve("baselines").toString()));
    }
    Session session = new Session(folder);
    int code = session.run(here.toArray(String[]::new));
    return new Ended(code, session.out() + session.err());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void doesItsWork(Shown shown) {
    Ended ended = run(shown.words().toArray(String[]::new));

    assertThat(ended.code()).as(ended.said()).isZero();
    assertThat(ended.said()).isNotBlank().doesNotContain("internal error");
  }
}
