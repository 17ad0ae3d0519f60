package io.brokerbench.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.cli.terminal.OptionErrors;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.cluster.ClusterProtection;
import io.brokerbench.core.cluster.ClusterSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ClusterOptionsTest {

  private static final Map<String, String> SECRET =
      Map.of(ClusterOptions.SECRET, "sixteen characters and more");

  @TempDir private Path folder;

  private static ClusterSettings settings(Map<String, String> environment, String... options) {
    CommandLine command = new CommandLine(new ClusterOptions());
    command.parseArgs(options);
    try {
      return command.<ClusterOptions>getCommand().settings(environment);
    } catch (DefinitionException e) {
      throw OptionErrors.named(e, command.getCommandSpec());
    }
  }

  @Test
  void withoutASecretAMemberIsReachedFromThisMachineOnly() {
    ClusterSettings settings = settings(Map.of());
    assertThat(settings.bind().isLoopbackAddress()).isTrue();
    assertThat(settings.protection()).isEmpty();
    assertThatThrownBy(() -> settings(Map.of(), "--bind", "0.0.0.0"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "--bind 0.0.0.0: a loopback address without a secret or a key store, as any process"
                + " could join otherwise");
  }

  @Test
  void aSecretComesFromAFileOrTheEnvironmentAndIsNeverShown() throws Exception {
    Path file = Files.writeString(folder.resolve("secret"), "  a secret from a file\n");
    assertThat(settings(SECRET, "--secret-file", file.toString()).protection())
        .contains(new ClusterProtection.Secret("a secret from a file"));
    assertThat(settings(SECRET).toString()).doesNotContain("sixteen");
    assertThatThrownBy(() -> settings(Map.of(ClusterOptions.SECRET, "short")))
        .hasMessage(ClusterOptions.SECRET + ": secret 5 characters: at least 16 characters")
        .hasMessageNotContaining("short,");
  }

  @Test
  void membersAreNamedWithTheirPorts() {
    String members = "10.0.0.1, 10.0.0.2:7801,[::1]:7802";
    assertThat(settings(SECRET, "--join", members, "--bind", "127.0.0.1").members())
        .containsExactly(
            new ClusterSettings.Member("10.0.0.1", ClusterSettings.DEFAULT_PORT),
            new ClusterSettings.Member("10.0.0.2", 7801),
            new ClusterSettings.Member("::1", 7802));
    assertThatThrownBy(() -> settings(SECRET, "--join", "host:port"))
        .hasMessageContaining("--join")
        .hasMessageContaining("host:port,host:port");
    assertThatThrownBy(() -> settings(SECRET, "--join", "a", "--dns", "b"))
        .hasMessageContaining("--dns");
  }

  @Test
  void theAddressIsTheOneThatTheMembersAreReachedFrom() {
    assertThat(settings(SECRET, "--join", "127.0.0.1:7801").bind().isLoopbackAddress()).isTrue();
    assertThat(settings(SECRET).bind().isAnyLocalAddress()).isFalse();
    assertThatThrownBy(() -> settings(SECRET, "--join", "missing.invalid"))
        .hasMessage("--join: missing.invalid has no address");
    assertThatThrownBy(() -> settings(SECRET, "--bind", "missing.invalid"))
        .hasMessage("--bind: missing.invalid has no address");
  }

  /** A run that is deployed together with its agents may be the first to look. */
  @Test
  void aNameThatNobodyHasYetIsAskedForLater() {
    ClusterSettings settings = settings(SECRET, "--dns", "missing.invalid");
    assertThat(settings.dnsName()).contains("missing.invalid");
    assertThat(settings.bind().isAnyLocalAddress()).isFalse();
  }

  @Test
  void anOptionDeclaresWhatItSets() {
    assertThatThrownBy(() -> settings(SECRET, "--cluster-port", "0"))
        .hasMessage("--cluster-port 0: between 1 and 65515");
    CommandLine command = new CommandLine(new ClusterOptions());
    DefinitionException ofAnother = new DefinitionException("secretFile", "a file", "x");
    assertThat(OptionErrors.named(ofAnother, command.getCommandSpec())).isSameAs(ofAnother);
  }

  @Test
  void aKeyStoreNeedsItsPassword() {
    assertThatThrownBy(() -> settings(SECRET, "--trust-store", "trusted.p12"))
        .hasMessageContaining("--trust-store: needs --key-store");
    assertThatThrownBy(() -> settings(Map.of(), "--key-store", "member.p12"))
        .hasMessageContaining(ClusterOptions.KEY_STORE_PASSWORD);
  }
}
