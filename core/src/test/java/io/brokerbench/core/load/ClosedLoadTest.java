package io.brokerbench.core.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClosedLoadTest {

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 65_536})
  void aWindowHasAsManyPlacesAsMqttHasPacketIdentifiers(int window) {
    assertThatThrownBy(() -> new ClosedLoad(window))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("window " + window + ": between 1 and 65535");
  }

  @Test
  void theLeastAndTheGreatestWindowAreLegal() {
    assertThat(new ClosedLoad(1).window()).isEqualTo(1);
    assertThat(new ClosedLoad(65_535).window()).isEqualTo(65_535);
  }
}
