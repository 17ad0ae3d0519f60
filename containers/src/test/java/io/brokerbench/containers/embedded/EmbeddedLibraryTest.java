package io.brokerbench.containers.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.containers.process.ProcessLog;
import io.brokerbench.containers.process.ProcessRecipe.Launch;
import io.brokerbench.containers.process.Readiness.Ready;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint.Listener;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
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
    assertThat(
            new EmbeddedLibrary(Optional.of(folder.resolve("home")), below)
                .launcher("artemis", folder))
        .isEqualTo(distributed);
    assertThat(new EmbeddedLibrary(Optional.empty(), below).launcher("artemis", folder))
        .isEqualTo(built);
  }

  @Test
  void whatIsMissingIsToldWithHowToBuildIt() {
    Path tree = folder.resolve("tree");
    EmbeddedLibrary library = new EmbeddedLibrary(Optional.empty(), List.of(tree));
    assertThatThrownBy(() -> library.launcher("hivemq", folder))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "embedded:hivemq: its jars are neither in a distribution (system property"
                + " brokerbench.home), nor in a bundle on the class path"
                + " (brokerbench-embedded-hivemq-bundle), nor in a build above %s; build them: mvn"
                + " package -DskipTests -pl containers/embedded/hivemq -am",
            tree);
  }

  @Test
  void aBundleIsUnpackedWithAllItsJarsAndNothingElse() throws Exception {
    Path bundle = folder.resolve("bundle.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(bundle))) {
      for (String name : List.of("launcher.jar", "library.jar", "META-INF/x.jar", "pom.xml")) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(name.getBytes(StandardCharsets.UTF_8));
      }
    }
    Path lib = folder.resolve("lib");
    try (URLClassLoader classPath = new URLClassLoader(new URL[] {bundle.toUri().toURL()}, null)) {
      assertThat(EmbeddedBundle.unpack("launcher.jar", lib, classPath))
          .contains(lib.resolve("launcher.jar"));
      assertThat(EmbeddedBundle.unpack("launcher.jar", lib, classPath)).as("again").isPresent();
      assertThat(EmbeddedBundle.unpack("other.jar", lib, classPath)).isEmpty();
    }
    try (Stream<Path> files = Files.list(lib)) {
      assertThat(files)
          .containsExactlyInAnyOrder(lib.resolve("launcher.jar"), lib.resolve("library.jar"));
    }
    assertThat(lib.resolve("library.jar")).hasContent("library.jar");
  }

  @Test
  void theChildRunsOnOurJavaAndKeepsToItsFolder() throws Exception {
    jar(folder.resolve("home/brokers/artemis/lib"));
    EmbeddedLibrary library =
        new EmbeddedLibrary(Optional.of(folder.resolve("home")), List.of(folder));
    Launch launch =
        new EmbeddedRecipe(EmbeddedProduct.ARTEMIS, library)
            .prepare(folder, REQUEST.withPort(1883));
    assertThat(launch.command().words())
        .startsWith(Path.of(System.getProperty("java.home"), "bin", "java").toString())
        .endsWith("--data=" + folder, "--host=127.0.0.1", "--port=1883");
    assertThat(launch.command().ending().withInput()).isTrue();
  }

  @Test
  void theReadyLineTellsVersionAndPort() throws Exception {
    jar(folder.resolve("home/brokers/activemq/lib"));
    EmbeddedLibrary library =
        new EmbeddedLibrary(Optional.of(folder.resolve("home")), List.of(folder));
    Launch launch = new EmbeddedRecipe(EmbeddedProduct.ACTIVEMQ, library).prepare(folder, REQUEST);
    Path log =
        Files.writeString(
            folder.resolve("broker.log"),
            "log\nREADY product=ActiveMQ Classic version=6.3.1 mqtt=127.0.0.1:41883\n");
    assertThat(launch.ready().look(new ProcessLog(log, true)))
        .hasValue(new Ready("6.3.1", Map.of(Listener.MQTT, 41_883)));
  }

  private static Path jar(Path lib) throws IOException {
    String product = lib.getParent().getFileName().toString();
    String name = product.equals("target") ? "artemis" : product;
    Files.createDirectories(lib);
    return Files.createFile(lib.resolve("brokerbench-embedded-" + name + ".jar"));
  }
}
