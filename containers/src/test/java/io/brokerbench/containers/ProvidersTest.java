package io.brokerbench.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.BrokerProvider;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class ProvidersTest {

  @Test
  void eachSelectorHasOneProvider() {
    assertThat(accepting("embedded")).containsExactly("embedded:artemis");
    assertThat(accepting("embedded:artemis")).containsExactly("embedded:artemis");
    assertThat(accepting("embedded:hivemq")).containsExactly("embedded:hivemq");
    assertThat(accepting("embedded:activemq")).containsExactly("embedded:activemq");
    assertThat(accepting("process:mosquitto")).containsExactly("process:mosquitto");
    assertThat(accepting("embedded:artemis?lib=x")).containsExactly("embedded:artemis");
    assertThat(accepting("embedded?jvm=-Xmx2g")).containsExactly("embedded:artemis");
    assertThat(accepting("process:mosquitto?config=x")).containsExactly("process:mosquitto");
    assertThat(accepting("null")).containsExactly("null");
    for (String scheme : List.of("mqtt", "mqtts", "mqtt+psk", "ws", "wss")) {
      assertThat(accepting(scheme + "://10.0.0.1")).containsExactly("mqtt://HOST[:PORT]");
    }
  }

  @Test
  void whatNobodyKnowsNobodyAccepts() {
    assertThat(accepting("embedded:emqx")).isEmpty();
    assertThat(accepting("mosquitto")).isEmpty();
    assertThat(accepting("")).isEmpty();
  }

  @Test
  void descriptionsNameTheVersionsOfTheBuild() {
    assertThat(ServiceLoader.load(BrokerProvider.class))
        .extracting(BrokerProvider::description)
        .allSatisfy(description -> assertThat(description).doesNotContain("$").isNotBlank())
        .anySatisfy(
            description -> assertThat(description).matches("Artemis \\d.* JVM of its own.*"));
  }

  private static List<String> accepting(String selector) {
    return ServiceLoader.load(BrokerProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.accepts(selector))
        .map(BrokerProvider::name)
        .toList();
  }
}
