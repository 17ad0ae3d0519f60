package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.experiment.session.ProviderRegistry;
import io.brokerbench.kit.KitResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a broker claims today, and where it deviates, is what the stored result of the kit has
 * shown, from which the tables of docs/brokers.md are made.
 */
class KitClaimsTest {

  static Stream<Path> results() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..", "docs", "kit"))) {
      return files.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("results")
  void aBrokerClaimsWhatTheKitHasShown(Path file) {
    KitResult result = KitResult.CODEC.read(file);
    BrokerProvider provider = ProviderRegistry.load().broker(result.selector());
    assertThat(result.shown()).isEqualTo(provider.capabilities());
    assertThat(result.deviations()).containsExactlyInAnyOrderElementsOf(provider.deviations());
  }
}
