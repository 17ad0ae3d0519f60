package io.brokerbench.containers.container;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.containers.product.ContainerProduct;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A stand-in for a product's image starts with what the image's own entry point starts with. */
@Tag("containers")
class StandInIT {

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
    String image = StandIn.of(docker, recipe.name(), recipe.name() + "-entry", 18_083, "");
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
