package io.brokerbench.experiment.document;

import static io.brokerbench.core.result.DocumentSchema.problems;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.Json;
import io.brokerbench.kit.KitResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The stored results of the compatibility kit are what its published schema says. */
class KitDocumentTest {

  static List<Path> stored() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..", "docs", "kit"))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("stored")
  void eachStoredResultIsValid(Path file) throws IOException {
    JsonNode document = Json.mapper().readTree(file.toFile());
    assertThat(problems(KitResult.class, document)).isEmpty();
    ObjectNode extended = document.deepCopy();
    extended.put("extra", 1);
    assertThat(problems(KitResult.class, extended)).isNotEmpty();
    KitResult read = KitResult.CODEC.read(file);
    assertThat(Json.mapper().readTree(KitResult.CODEC.write(read))).isEqualTo(document);
  }
}
