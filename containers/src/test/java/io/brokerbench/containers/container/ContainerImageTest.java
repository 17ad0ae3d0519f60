package io.brokerbench.containers.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.containers.product.ContainerProvider;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerImageTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"mosquitto", "hivemq", "emqx", "vernemq", "activemq", "artemis", "rabbitmq"})
  void eachProductHasAPinnedImage(String product) {
    assertThat(ContainerImage.of(product, "container:" + product)).matches("[a-z/-]+:[\\d.]+");
  }

  @Test
  void anotherImageIsNamedBehindTheProduct() {
    String selector = "container:emqx=registry.example:5000/emqx/emqx:6.0.0-rc.1";

    assertThat(ContainerImage.isMeant("emqx", selector)).isTrue();
    assertThat(ContainerImage.isMeant("emqx", "container:emqxx")).isFalse();
    assertThat(ContainerImage.of("emqx", selector))
        .isEqualTo("registry.example:5000/emqx/emqx:6.0.0-rc.1");
  }

  @Test
  void aProviderNamesTheImageThatASelectorMeans() {
    BrokerProvider emqx = new ContainerProvider.Emqx();
    assertThat(emqx.image("container:emqx=mine:1")).contains("mine:1");
    assertThat(emqx.image("container:emqx")).contains(ContainerImage.pinned("emqx"));
  }

  @Test
  void aTagIsNotThePortOfARegistry() {
    assertThat(ContainerImage.tag("registry.example:5000/emqx/emqx")).isEqualTo("unknown");
    assertThat(ContainerImage.tag("registry.example:5000/emqx/emqx:6.0.0")).isEqualTo("6.0.0");
  }

  @Test
  void aDigestIsNoTag() {
    String digest = "@sha256:1a2b3c4d5e6f";
    assertThat(ContainerImage.tag("rabbitmq" + digest)).isEqualTo("unknown");
    assertThat(ContainerImage.tag("registry.example:5000/rabbitmq" + digest)).isEqualTo("unknown");
    assertThat(ContainerImage.tag("registry.example:5000/rabbitmq:3.12.14" + digest))
        .isEqualTo("3.12.14");
  }

  @ParameterizedTest
  @ValueSource(strings = {"container:emqx=", "container:emqx=a b", "container:emqx=a;b"})
  void aNameThatIsNoneIsRefused(String selector) {
    assertThatThrownBy(() -> ContainerImage.of("emqx", selector))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("broker " + selector + ": container:emqx=IMAGE with the name of an image");
  }
}
