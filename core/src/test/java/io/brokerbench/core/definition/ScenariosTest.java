package io.brokerbench.core.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenariosTest {

  private final Scenarios scenarios =
      Scenarios.of(
          List.of(new Catalog("FANIN.Q0.SHARED", "FANIN.Q1.SHARED"), new Catalog("OTHER")));

  @TempDir Path folder;

  @Test
  void aScenarioIsFoundByItsNameInAnyCatalogue() {
    assertThat(scenarios.find("FANIN.Q1.SHARED").name()).isEqualTo("FANIN.Q1.SHARED");
    assertThat(scenarios.find("OTHER").name()).isEqualTo("OTHER");
    assertThat(scenarios.list())
        .extracting(Scenario::name)
        .containsExactly("FANIN.Q0.SHARED", "FANIN.Q1.SHARED", "OTHER");
  }

  @Test
  void aNameThatDoesNotExistBringsTheNearest() {
    assertThatThrownBy(() -> scenarios.find("FANNIN.Q0.SHARED"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("no scenario FANNIN.Q0.SHARED; did you mean FANIN.Q0.SHARED?");
    assertThatThrownBy(() -> scenarios.find("zebra"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("no scenario zebra");
  }

  @Test
  void aScenarioOfOnesOwnIsFoundByItsFile() throws Exception {
    Path yaml = Files.writeString(folder.resolve("my.yaml"), "name: my own");
    Path json = Files.writeString(folder.resolve("MY.JSON"), "{\"name\": \"my other\"}");

    assertThat(scenarios.find(yaml.toString()).name()).isEqualTo("my own");
    assertThat(scenarios.find(json.toString()).name()).isEqualTo("my other");
  }

  @Test
  void aFileThatIsMissingIsNotTakenForAName() {
    assertThatThrownBy(() -> scenarios.find("missing.yml"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("no file missing.yml");
    assertThatThrownBy(() -> scenarios.find("some/FANIN.Q0.SHARED"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("ends with .yaml, .yml or .json");
  }

  private record Catalog(List<String> names) implements ScenarioCatalog {

    Catalog(String... names) {
      this(List.of(names));
    }

    @Override
    public String title() {
      return "some";
    }

    @Override
    public List<Scenario> scenarios() {
      return names.stream().map(Catalog::scenario).toList();
    }

    private static Scenario scenario(String name) {
      return ScenarioCodec.read("name: " + name, ScenarioFormat.YAML, name);
    }
  }
}
