package io.brokerbench.containers.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteQueryTest {

  @Test
  void valuesMayHaveEscapesAndAPlusIsAPlus() {
    RemoteQuery query = RemoteQuery.parse("user=a%26b%20c+d&trust=/x=y");
    assertThat(query.text("user")).hasValue("a&b c+d");
    assertThat(query.text("trust")).hasValue("/x=y");
    assertThat(query.text("key")).isEmpty();
    assertThat(RemoteQuery.parse("").query().values()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          trusts=x       | no parameter trusts; did you mean trust?
          passwordfile=x | no parameter passwordfile; did you mean password-file?
          xyz=5672       | no parameter xyz; there are product, version, pid, roles, nodes, mqtts, psk, amqp, amqps, amqp-topics, openwire, openwires, core, cores, jms, jmss, trust, cert, key, verify, user, password-file, psk-identity, psk-file
          pid            | pid needs a value: pid=...
          trust=         | trust needs a value: trust=...
          pid=1&pid=2    | pid is there twice
          """)
  void whatIsWrongIsNamed(String text, String message) {
    assertThatThrownBy(() -> RemoteQuery.parse(text))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(message);
  }

  @Test
  void anEscapeThatIsNoneIsRefused() {
    assertThatThrownBy(() -> RemoteQuery.parse("user=%zz")).isInstanceOf(DefinitionException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "0", "-3", "1.5"})
  void aPidIsAPositiveNumber(String value) {
    assertThatThrownBy(() -> RemoteQuery.parse("pid=" + value).pids())
        .isInstanceOf(DefinitionException.class)
        .hasMessage("pid " + value + ": pid is the number of a process");
    assertThat(RemoteQuery.parse("pid=42,43").pids()).containsExactly(42L, 43L);
  }

  @Test
  void aBrokerHasTheNameThatItIsGiven() {
    assertThat(RemoteQuery.parse("product=Bevywise%20MQTT%20Route").name("product"))
        .contains("Bevywise MQTT Route");
    assertThat(RemoteQuery.parse("pid=42").name("product")).isEmpty();
    assertThatThrownBy(() -> RemoteQuery.parse("product=a%7Cb").name("product"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("product a|b: 1 to 60 letters, digits, spaces and . _ + -");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "0", "65536"})
  void aPortIsOne(String value) {
    assertThatThrownBy(() -> RemoteQuery.parse("mqtts=" + value).port("mqtts"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("mqtts " + value + ": a port is between 1 and 65535");
    assertThat(RemoteQuery.parse("psk=8884").port("psk")).hasValue(8884);
  }
}
