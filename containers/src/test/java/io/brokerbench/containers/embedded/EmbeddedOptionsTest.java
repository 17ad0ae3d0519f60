package io.brokerbench.containers.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerRequest;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmbeddedOptionsTest {

  @TempDir private Path folder;

  @Test
  void optionsOfTheJvmComeAfterTheUsualOnes() throws Exception {
    EmbeddedOptions options = EmbeddedOptions.of("embedded:artemis?jvm=-Xmx2g%20-Da=b");
    assertThat(command(options))
        .containsSubsequence("-Xmx1g", "-XX:+UseG1GC", "-Xmx2g", "-Da=b", "-jar");
    assertThat(EmbeddedOptions.of("embedded:artemis")).isEqualTo(EmbeddedOptions.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "embedded:artemis, 1073741824",
    "embedded:artemis?jvm=-Xmx300000k, 307200000",
    "embedded:artemis?jvm=-Xmx6g%20-Xmx512M, 536870912",
    "embedded:artemis?jvm=-Xmx1000000000, 1000000000"
  })
  void theHeapIsWhatABrokerHasForItsClients(String selector, long bytes) {
    assertThat(new EmbeddedProvider.Artemis().memoryBytes(selector)).hasValue(bytes);
    assertThat(new EmbeddedProvider.Null().memoryBytes("null")).isEmpty();
  }

  /** A JVM with options for two collectors does not start. */
  @Test
  void anotherCollectorTakesThePlaceOfTheUsualOne() throws Exception {
    EmbeddedOptions options = EmbeddedOptions.of("embedded:artemis?jvm=-XX:+UseParallelGC");
    assertThat(command(options))
        .contains("-XX:+UseParallelGC", "-Xmx1g")
        .doesNotContain("-XX:+UseG1GC");
  }

  @Test
  void jarsOfAnotherVersionTakeThePlaceOfThoseOfTheBuild() throws Exception {
    Path other = Files.createDirectories(folder.resolve("artemis-2.39.0"));
    Files.createFile(other.resolve("artemis-server-2.39.0.jar"));
    List<String> command = command(EmbeddedOptions.of("embedded:artemis?lib=" + other));

    Path copies = folder.resolve("launcher");
    assertThat(command)
        .doesNotContain("-jar")
        .containsSubsequence(
            "-cp",
            copies.resolve("*") + File.pathSeparator + other.resolve("*"),
            "io.example.Launcher",
            "--data=" + folder);
    assertThat(copies)
        .isDirectoryContaining("glob:**/brokerbench-embedded-artemis.jar")
        .isDirectoryNotContaining("glob:**/artemis-server-*.jar");
  }

  @Test
  void whatIsWrongIsToldWithTheSelector() throws Exception {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    for (String wrong :
        List.of(
            "lib=/no/such: lib /no/such: there is no such folder",
            "lib=%1$s: lib %1$s: a folder with the product's jars, this has none",
            "libs=x: no parameter libs; did you mean lib?",
            "jvm=: jvm needs a value: jvm=...")) {
      String expected = "embedded:hivemq?" + wrong.formatted(empty);
      String selector = expected.substring(0, expected.indexOf(": ", "embedded:".length()));
      assertThatThrownBy(() -> EmbeddedOptions.of(selector))
          .isInstanceOf(DefinitionException.class)
          .hasMessage(expected);
    }
  }

  private List<String> command(EmbeddedOptions options) throws Exception {
    Path lib = Files.createDirectories(folder.resolve("home/brokers/artemis/lib"));
    launcher(lib.resolve("brokerbench-embedded-artemis.jar"));
    Files.createFile(lib.resolve("artemis-server-2.55.0.jar"));
    EmbeddedLibrary library =
        new EmbeddedLibrary(Optional.of(folder.resolve("home")), List.of(folder));
    return new EmbeddedRecipe(EmbeddedProduct.ARTEMIS, library, options)
        .prepare(folder, BrokerRequest.of("embedded:artemis"))
        .command()
        .words();
  }

  private static void launcher(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "io.example.Launcher");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
  }
}
