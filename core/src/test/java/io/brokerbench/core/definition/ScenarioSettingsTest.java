package io.brokerbench.core.definition;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ScenarioSettingsTest {

  private static final Path PAGE = Path.of("../docs/scenarios.md");

  @Test
  void everySettingHasOneSentence() {
    assertThat(ScenarioSettings.descriptions())
        .containsKeys(
            "name", "workload.load.type", "workload.load.window", "session.inFlightWindow")
        .hasSizeGreaterThan(40)
        .allSatisfy((path, text) -> assertThat(text).as(path).endsWith("."));
  }

  @Test
  void thePageOfScenariosHasEverySetting() throws Exception {
    String page = Files.readString(PAGE);
    List<String> missing =
        ScenarioSettings.descriptions().keySet().stream()
            .filter(path -> !isNamed(page, path))
            .toList();

    assertThat(missing).isEmpty();
  }

  /** In a table's first column, or inside of the object that is there. */
  private static boolean isNamed(String page, String path) {
    String key = path.substring(path.lastIndexOf('.') + 1);
    String owner = path.substring(0, Math.max(0, path.lastIndexOf('.')));
    return page.contains("| `" + path + "` |")
        || Pattern.compile("\\| `" + Pattern.quote(owner) + "` \\|.*\\b" + key + "\\b")
            .matcher(page)
            .find()
        || (owner.equals("workload.load") && page.contains(key + ": "));
  }
}
