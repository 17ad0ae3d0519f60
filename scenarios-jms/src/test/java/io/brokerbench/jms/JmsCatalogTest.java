package io.brokerbench.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class JmsCatalogTest {

  private final JmsCatalog catalog = new JmsCatalog();

  @Test
  void whatIsListedIsFoundSurvivesBeingWrittenAndIsInTheDocumentation() throws IOException {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    Path project = Files.isDirectory(module.resolve("docs")) ? module : module.getParent();
    String page = Files.readString(project.resolve("docs/scenarios.md"));
    assertThat(catalog.scenarios()).hasSize(9);
    for (Scenario scenario : catalog.scenarios()) {
      assertThat(Scenarios.load().find(scenario.name())).isEqualTo(scenario);
      assertThat(scenario.session().protocol()).isEqualTo(Protocol.JMS);
      String yaml = ScenarioCodec.write(scenario, ScenarioFormat.YAML);
      assertThat(ScenarioCodec.read(yaml, ScenarioFormat.YAML, "it")).isEqualTo(scenario);
      assertThat(page).contains("`" + scenario.name() + "`");
    }
  }

  @Test
  void aNameThatIsNearlyOneIsAnsweredWithIt() {
    assertThat(catalog.find("FANIN.Q0.SHARED")).isEmpty();
    assertThatThrownBy(() -> Scenarios.load().find("QUEUE.PERSISTANT"))
        .hasMessage("no scenario QUEUE.PERSISTANT; did you mean QUEUE.PERSISTENT?");
  }
}
