package io.brokerbench.containers.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.containers.product.ContainerProduct;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.kit.BrokenClaimException;
import io.brokerbench.kit.ClaimCheck;
import io.brokerbench.kit.CompatibilityKit;
import io.brokerbench.kit.KitBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stand-in for a product's image starts with what the image's own entry point starts with. */
@Tag("containers")
class StandInIT {

  /** Enough to cut a burst that a released limit would. */
  private static final int BURST = 2_000;

  private static final Optional<Capability> PAIRS = Optional.of(Capability.HIGH_AVAILABILITY);

  /** A product's recipe with another environment. */
  private record Otherwise(ContainerRecipe of, UnaryOperator<Map<String, String>> change)
      implements ContainerRecipe {

    @Override
    public String name() {
      return of.name();
    }

    @Override
    public String title() {
      return of.title();
    }

    @Override
    public Set<Capability> capabilities() {
      return of.capabilities();
    }

    @Override
    public Pattern version() {
      return of.version();
    }

    @Override
    public Plan plan(BrokerRequest request, Path folder) throws BrokerException, IOException {
      Plan plan = of.plan(request, folder);
      return new Plan(
          change.apply(new HashMap<>(plan.environment())),
          plan.arguments(),
          plan.files(),
          plan.ports(),
          plan.pages(),
          plan.access());
    }
  }

  private static void isRefused(
      ContainerRecipe recipe, UnaryOperator<Map<String, String>> change, String reason)
      throws Exception {
    DockerEngine docker = LocalImages.assume("mosquitto");
    String image = StandIn.of(docker, recipe.name(), recipe.name() + "-entry");
    try {
      BrokerRequest request = BrokerRequest.of("container:" + recipe.name() + "=" + image);
      assertThatThrownBy(
              () ->
                  new ContainerStarter(new Otherwise(recipe, change), image, request)
                      .start()
                      .close())
          .isInstanceOf(BrokerException.class)
          .hasMessageContaining(reason);
    } finally {
      docker.client().removeImageCmd(image).withForce(true).exec();
    }
  }

  @Test
  void aVariableThatTheEntryPointDoesNotKnowEndsIt() throws Exception {
    isRefused(
        ContainerProduct.named("emqx", Map.of()).container(""),
        environment -> {
          environment.put("EMQX_MQTT__MAX_INFLIGHTS", "1");
          return environment;
        },
        "no setting EMQX_MQTT__MAX_INFLIGHTS");
  }

  @Test
  void aValueThatTheSchemaDoesNotHaveEndsIt() throws Exception {
    isRefused(
        ContainerProduct.named("emqx", Map.of()).container(""),
        environment -> {
          environment.put("EMQX_MQTT__MAX_PACKET_SIZE", "17 million");
          return environment;
        },
        "EMQX_MQTT__MAX_PACKET_SIZE has to be");
  }

  /**
   * What the settings say is what a client gets: the claims of the recipe hold with them, over TLS
   * too, and a burst is kept that released limits would cut. Pairs share no messages here.
   */
  @ParameterizedTest
  @ValueSource(strings = {"emqx", "vernemq"})
  void theSettingsOfTheRecipeDoWhatTheyAreFor(String name) throws Exception {
    DockerEngine docker = LocalImages.assume("mosquitto");
    ContainerProduct product =
        ContainerProduct.named(name, Map.of("DOCKER_VERNEMQ_ACCEPT_EULA", "yes"));
    String image = StandIn.of(docker, name, name + "-kit");
    try (KitBroker broker = KitBroker.start(product, "container:" + name + "=" + image, BURST)) {
      List<ClaimCheck> checks =
          new CompatibilityKit(broker)
              .checks().stream().filter(check -> !check.claim().equals(PAIRS)).toList();
      assertThat(checks).extracting(ClaimCheck::claim).contains(Optional.of(Capability.TLS));
      for (ClaimCheck check : checks) {
        assertThatCode(check.proof()::run).as(check.name()).doesNotThrowAnyException();
      }
    } finally {
      docker.client().removeImageCmd(image).withForce(true).exec();
    }
    assertThat(docker.remove(ContainerSession.labels())).as("left").isZero();
  }

  /** So the stand-in shows whether a limit is set at all. */
  @Test
  void withoutALimitOfItsQueueTheReleasedOneCutsABurst() throws Exception {
    DockerEngine docker = LocalImages.assume("mosquitto");
    String image = StandIn.of(docker, "emqx", "emqx-limit");
    Unlimited provider =
        new Unlimited(ContainerProduct.named("emqx", Map.of()).container(""), image);
    try (KitBroker broker = KitBroker.start(provider, provider.name(), BURST)) {
      List<ClaimCheck> sessions =
          new CompatibilityKit(broker)
              .checks().stream()
                  .filter(check -> check.name().startsWith("a persistent session keeps"))
                  .toList();
      assertThat(sessions)
          .isNotEmpty()
          .allSatisfy(
              check ->
                  assertThatThrownBy(check.proof()::run).isInstanceOf(BrokenClaimException.class));
    } finally {
      docker.client().removeImageCmd(image).withForce(true).exec();
    }
  }

  /** EMQX without a limit of ours for what waits in a session. */
  private record Unlimited(ContainerRecipe recipe, String image) implements BrokerProvider {

    @Override
    public String name() {
      return "container:" + recipe.name();
    }

    @Override
    public String description() {
      return "EMQX with its released limit";
    }

    @Override
    public boolean accepts(String selector) {
      return selector.equals(name());
    }

    @Override
    public Set<Capability> capabilities() {
      return recipe.capabilities();
    }

    @Override
    public Broker start(BrokerRequest request) throws BrokerException, InterruptedException {
      UnaryOperator<Map<String, String>> change =
          environment -> {
            environment.remove("EMQX_MQTT__MAX_MQUEUE_LEN");
            return environment;
          };
      return new ContainerStarter(new Otherwise(recipe, change), image, request).start();
    }
  }

  @Test
  void aVariableThatItDemandsAndDoesNotGetEndsIt() throws Exception {
    isRefused(
        ContainerProduct.named("vernemq", Map.of("DOCKER_VERNEMQ_ACCEPT_EULA", "yes"))
            .container(""),
        environment -> {
          environment.remove("DOCKER_VERNEMQ_ACCEPT_EULA");
          return environment;
        },
        "DOCKER_VERNEMQ_ACCEPT_EULA has to be yes");
  }
}
