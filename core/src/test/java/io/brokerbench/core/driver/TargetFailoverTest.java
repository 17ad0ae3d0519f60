package io.brokerbench.core.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Endpoint;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TargetFailoverTest {

  private static final Endpoint FIRST = Endpoint.mqtt("127.0.0.1", 1883);
  private static final Endpoint SECOND = Endpoint.mqtt("127.0.0.1", 1884);

  @Test
  void connectionsAreSpreadUnlessTheEndpointsAreAlternatives() {
    Target spread = new Target(List.of(FIRST, SECOND), Optional.empty());
    assertThat(List.of(spread.endpoint(0), spread.endpoint(1), spread.endpoint(2)))
        .containsExactly(FIRST, SECOND, FIRST);
    Target alternatives = new Target(List.of(FIRST, SECOND), Optional.empty(), true);
    assertThat(List.of(alternatives.endpoint(0), alternatives.endpoint(1)))
        .containsExactly(FIRST, FIRST);
  }
}
