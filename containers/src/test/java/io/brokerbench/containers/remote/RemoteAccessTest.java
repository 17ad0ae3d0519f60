package io.brokerbench.containers.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.ClientCertificate;
import io.brokerbench.core.security.Access.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteAccessTest {

  @TempDir private Path folder;

  @Test
  void withoutParametersEverybodyIsLetIn() {
    assertThat(read("")).isEqualTo(Access.OPEN);
  }

  @Test
  void certificatesAreFilesThatAreThere() throws Exception {
    Path trust = file("ca.pem", "x");
    Path cert = file("client.pem", "x");
    Path key = file("client.key", "x");
    Access access = read("trust=%s&cert=%s&key=%s&verify=false".formatted(trust, cert, key));
    assertThat(access.trust()).hasValue(trust);
    assertThat(access.verifyHost()).isFalse();
    assertThat(access.certificate()).hasValue(new ClientCertificate(cert, key));
  }

  @ParameterizedTest
  @ValueSource(strings = {"trust=%s", "cert=%s&key=%s", "user=ann&password-file=%s"})
  void aFileThatIsNotThereIsNamed(String parameters) {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> read(parameters.replace("%s", missing.toString())))
        .isInstanceOf(DefinitionException.class)
        .hasMessageMatching("(trust|cert|password-file) .*missing: there is no such file to read");
    assertThatThrownBy(() -> read("trust=" + folder)).hasMessageContaining("no such file");
  }

  @Test
  void thePasswordComesFromTheEnvironmentOrAFile() throws Exception {
    Path file = file("password", "from the file\n");
    Map<String, String> environment = Map.of("BROKERBENCH_PASSWORD", "from the environment");
    assertThat(new RemoteAccess(RemoteQuery.parse("user=ann"), environment::get).read().login())
        .hasValue(new Login("ann", "from the environment"));
    assertThat(
            new RemoteAccess(RemoteQuery.parse("user=ann&password-file=" + file), environment::get)
                .read()
                .login())
        .hasValue(new Login("ann", "from the file"));
    assertThat(new RemoteAccess(RemoteQuery.parse(""), environment::get).read().login()).isEmpty();
  }

  @Test
  void aPreSharedKeyIsInAFileInHexadecimalDigits() throws Exception {
    Path file = file("psk", "00ff10\n");
    Access.PreSharedKey psk = read("psk-identity=me&psk-file=" + file).psk().orElseThrow();
    assertThat(psk.identity()).isEqualTo("me");
    assertThat(psk.key()).containsExactly(0, 0xff, 0x10);
    assertThat(psk.file()).hasValue(file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"secret", "abc", "", "00 ff"})
  void aKeyThatIsNoneIsNotRepeated(String content) throws Exception {
    Path file = file("psk", content);
    assertThatThrownBy(() -> read("psk-identity=me&psk-file=" + file))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("psk-file %s: a key in hexadecimal digits, two a byte", file)
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          verify=no        | verify no: true or false
          cert=x           | cert needs key as well
          key=x            | key needs cert as well
          psk-identity=x   | psk-identity needs psk-file as well
          psk-file=x       | psk-file needs psk-identity as well
          user=ann         | user ann: needs a password, in the environment variable BROKERBENCH_PASSWORD or with password-file=FILE
          """)
  void whatIsMissingIsNamed(String parameters, String message) {
    assertThatThrownBy(() -> read(parameters))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(message);
  }

  @Test
  void aPasswordWithoutAUserIsAMistake() throws Exception {
    Path file = file("password", "x");
    assertThatThrownBy(() -> read("password-file=" + file))
        .hasMessage("password-file %s: only with user=NAME", file);
  }

  private static Access read(String parameters) {
    return new RemoteAccess(RemoteQuery.parse(parameters), name -> null).read();
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }
}
