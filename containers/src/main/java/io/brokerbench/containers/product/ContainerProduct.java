package io.brokerbench.containers.product;

import io.brokerbench.containers.container.ClusterRecipe;
import io.brokerbench.containers.container.ContainerImage;
import io.brokerbench.containers.container.ContainerNode;
import io.brokerbench.containers.recipe.RecipeContainer;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Deviation;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.recipe.Recipe;
import io.brokerbench.core.recipe.RecipeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code container:PRODUCT} and {@code container:PRODUCT=IMAGE}: one product, as the recipe beside
 * this class describes a node of it, and as a cluster where it can be one.
 */
public final class ContainerProduct implements BrokerProvider {

  /** Of all products. */
  static final List<String> NAMES =
      List.of("artemis", "hivemq", "activemq", "mosquitto", "rabbitmq", "emqx", "vernemq");

  private final String product;
  private final String selector;
  private final Map<String, String> environment;
  private Recipe recipe;

  /** One whose recipe is read when it is needed: lists are made at each start of the tool. */
  private ContainerProduct(String product, String selector, Map<String, String> environment) {
    this.product = product;
    this.selector = selector;
    this.environment = environment;
  }

  /**
   * The product of a name, as its own image has it.
   *
   * @throws DefinitionException if there is none of that name
   */
  public static ContainerProduct named(String product) {
    return named(product, System.getenv());
  }

  /**
   * The same for a user with another environment.
   *
   * @throws DefinitionException if there is none of that name
   */
  public static ContainerProduct named(String product, Map<String, String> environment) {
    if (!NAMES.contains(product)) {
      throw new DefinitionException(
          "no product " + product + NearestName.hintOrList(product, NAMES));
    }
    return new ContainerProduct(product, ContainerImage.selector(product), environment);
  }

  private synchronized Recipe recipe() {
    if (recipe == null) {
      recipe = RecipeReader.read(text(product), product + ".yaml");
    }
    return recipe;
  }

  private static String text(String product) {
    try (InputStream in = ContainerProduct.class.getResourceAsStream(product + ".yaml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The image that is pinned for it, whichever is started. */
  public String pinned() {
    return recipe().image().orElseThrow().name();
  }

  private String image() {
    return ContainerImage.of(product, pinned(), selector);
  }

  /**
   * The same with the image that a selector names.
   *
   * @throws DefinitionException if it names none
   */
  @Override
  public ContainerProduct of(String asked) {
    ContainerProduct other = new ContainerProduct(product, asked, environment);
    other.recipe = recipe();
    other.image();
    return other;
  }

  @Override
  public String name() {
    return ContainerImage.selector(product);
  }

  @Override
  public String description() {
    return "%s in a container, of %s unless =IMAGE follows".formatted(recipe().title(), image());
  }

  @Override
  public String title(String asked) {
    return "a container of " + of(asked).image();
  }

  @Override
  public Optional<String> image(String asked) {
    return Optional.of(of(asked).image());
  }

  @Override
  public boolean accepts(String asked) {
    return ContainerImage.isMeant(product, asked);
  }

  @Override
  public Set<Capability> capabilities() {
    return container("").capabilities();
  }

  @Override
  public Set<Deviation> deviations() {
    return Set.copyOf(recipe().deviations().orElse(List.of()));
  }

  @Override
  public boolean takesLimits() {
    return true;
  }

  @Override
  public boolean delaysLinks() {
    return cluster().filter(nodes -> nodes.linkPort().isPresent()).isPresent();
  }

  @Override
  public Broker start(BrokerRequest request) throws BrokerException, InterruptedException {
    return start(request, "");
  }

  /**
   * Starts it with more lines of its configuration.
   *
   * @param more that stand behind all others
   * @throws BrokerException if it did not start; nothing is left of it then
   * @throws InterruptedException if interrupted; nothing is left of it then
   */
  public Broker start(BrokerRequest request, String more)
      throws BrokerException, InterruptedException {
    return of(request.selector()).container(more).start(request);
  }

  /**
   * How it is started.
   *
   * @param more lines of its configuration, behind all others
   */
  public RecipeContainer container(String more) {
    return RecipeContainer.of(name(), recipe(), image(), environment, cluster(), more);
  }

  /** How containers of it become a cluster; empty where they cannot. */
  public Optional<ClusterRecipe> cluster() {
    return switch (product) {
      case "artemis" -> Optional.of(new ArtemisContainerPair());
      case "rabbitmq" -> Optional.of(new RabbitMqCluster());
      case "emqx" -> Optional.of(new EmqxCluster(environment.containsKey(EmqxCluster.LICENCE)));
      case "vernemq" -> Optional.of(new VerneMqCluster());
      default -> Optional.empty();
    };
  }

  /** Where other containers reach plain MQTT of one that was started here: {@code HOST:PORT}. */
  public static String addressFromOthers(Broker broker) {
    ContainerNode only = (ContainerNode) broker.nodes().get(0);
    return only.addressFromOthers(Listener.MQTT);
  }
}
