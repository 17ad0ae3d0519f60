package io.brokerbench.containers.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.containers.product.ContainerProduct;
import io.brokerbench.core.base.DefinitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerImageTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"mosquitto", "hivemq", "emqx", "vernemq", "activemq", "artemis", "rabbitmq"})
  void eachProductHasAPinnedImage(String product) {
    assertThat(ContainerProduct.named(product).pinned()).matches("[a-z/-]+:[\\d.]+");
    assertThat(ContainerImage.of(product, "pinned:1", "container:" + product))
        .isEqualTo("pinned:1");
  }

  @Test
  void anotherImageIsNamedBehindTheProduct() {
    String selector = "container:emqx=registry.example:5000/emqx/emqx:6.0.0-rc.1";

    assertThat(ContainerImage.isMeant("emqx", selector)).isTrue();
    assertThat(ContainerImage.isMeant("emqx", "container:emqxx")).isFalse();
    assertThat(ContainerImage.of("emqx", "pinned:1", selector))
        .isEqualTo("registry.example:5000/emqx/emqx:6.0.0-rc.1");
  }

  @Test
  void aProviderNamesTheImageThatASelectorMeans() {
    ContainerProduct emqx = ContainerProduct.named("emqx");
    assertThat(emqx.image("container:emqx=mine:1")).contains("mine:1");
    assertThat(emqx.image("container:emqx")).contains(emqx.pinned());
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
    assertThatThrownBy(() -> ContainerImage.of("emqx", "pinned:1", selector))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("broker " + selector + ": container:emqx=IMAGE with the name of an image");
  }
}
