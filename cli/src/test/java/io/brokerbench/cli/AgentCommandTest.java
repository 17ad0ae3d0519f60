package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.cluster.ClusterProtection;
import io.brokerbench.core.cluster.ClusterSettings;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgentCommandTest {

  @Test
  void onlyRootsAgentNeedsASecret() {
    ClusterSettings open = settings(Optional.empty());
    ClusterSettings secret = settings(Optional.of(new ClusterProtection.Secret("s".repeat(16))));
    assertThatThrownBy(() -> AgentCommand.requireProtection(open, true))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("an agent of root needs a secret");
    assertThatCode(() -> AgentCommand.requireProtection(open, false)).doesNotThrowAnyException();
    assertThatCode(() -> AgentCommand.requireProtection(secret, true)).doesNotThrowAnyException();
  }

  private static ClusterSettings settings(Optional<ClusterProtection> protection) {
    return new ClusterSettings(
        "lab",
        List.of(),
        Optional.empty(),
        InetAddress.getLoopbackAddress(),
        ClusterSettings.DEFAULT_PORT,
        protection);
  }
}
