package io.brokerbench.containers.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.containers.process.Recipe.Launch;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedLibraryTest {

  private static final BrokerRequest REQUEST = BrokerRequest.of("embedded");

  @TempDir private Path folder;

  @Test
  void aDistributionComesFirst() throws Exception {
    Path distributed = jar(folder.resolve("home/brokers/artemis/lib"));
    Path built = jar(folder.resolve("tree/containers/embedded/artemis/target/lib"));
    List<Path> below = List.of(folder.resolve("tree/cli/target/classes"));
    assertThat(new EmbeddedLibrary(Optional.of(folder.resolve("home")), below).launcher("artemis"))
        .isEqualTo(distributed);
    assertThat(new EmbeddedLibrary(Optional.empty(), below).launcher("artemis")).isEqualTo(built);
  }

  @Test
  void whatIsMissingIsToldWithHowToBuildIt() {
    Path tree = folder.resolve("tree");
    EmbeddedLibrary library = new EmbeddedLibrary(Optional.empty(), List.of(tree));
    assertThatThrownBy(() -> library.launcher("hivemq"))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "embedded:hivemq: its jars are neither in a distribution (system property"
                + " brokerbench.home) nor in a build above %s; build them: mvn package -DskipTests"
                + " -pl containers/embedded/hivemq -am",
            tree);
  }

  @Test
  void theChildRunsOnOurJavaAndKeepsToItsFolder() throws Exception {
    jar(folder.resolve("home/brokers/artemis/lib"));
    EmbeddedLibrary library =
        new EmbeddedLibrary(Optional.of(folder.resolve("home")), List.of(folder));
    Launch launch =
        new EmbeddedRecipe(EmbeddedProduct.ARTEMIS, library)
            .prepare(folder, REQUEST.withPort(1883));
    assertThat(launch.command())
        .startsWith(Path.of(System.getProperty("java.home"), "bin", "java").toString())
        .endsWith("--data=" + folder, "--host=127.0.0.1", "--port=1883");
    assertThat(launch.endsWithInput()).isTrue();
  }

  @Test
  void theReadyLineTellsVersionAndPort() throws Exception {
    jar(folder.resolve("home/brokers/activemq/lib"));
    EmbeddedLibrary library =
        new EmbeddedLibrary(Optional.of(folder.resolve("home")), List.of(folder));
    Launch launch = new EmbeddedRecipe(EmbeddedProduct.ACTIVEMQ, library).prepare(folder, REQUEST);
    var ready =
        launch
            .ready()
            .matcher("log\nREADY product=ActiveMQ Classic version=6.3.1 mqtt=127.0.0.1:41883\n");
    assertThat(ready.find()).isTrue();
    assertThat(ready.group("version")).isEqualTo("6.3.1");
    assertThat(ready.group("mqtt")).isEqualTo("41883");
  }

  private static Path jar(Path lib) throws IOException {
    String product = lib.getParent().getFileName().toString();
    String name = product.equals("target") ? "artemis" : product;
    Files.createDirectories(lib);
    return Files.createFile(lib.resolve("brokerbench-embedded-" + name + ".jar"));
  }
}
