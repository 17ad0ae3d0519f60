package io.brokerbench.containers.product;

import io.brokerbench.containers.container.ContainerImage;
import io.brokerbench.containers.container.ContainerRecipe;
import io.brokerbench.containers.container.ContainerStarter;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Deviation;
import java.util.Optional;
import java.util.Set;

/**
 * {@code container:PRODUCT} and {@code container:PRODUCT=IMAGE}; each product has a subclass, for
 * the service loader.
 */
public abstract sealed class ContainerProvider implements BrokerProvider {

  private final ContainerRecipe recipe;

  private ContainerProvider(ContainerRecipe recipe) {
    this.recipe = recipe;
  }

  @Override
  public final String name() {
    return ContainerImage.selector(recipe.name());
  }

  @Override
  public final String description() {
    return "%s in a container, of %s unless =IMAGE follows"
        .formatted(recipe.title(), ContainerImage.of(recipe.name(), name()));
  }

  @Override
  public final String title(String selector) {
    return "a container of " + ContainerImage.of(recipe.name(), selector);
  }

  @Override
  public final Optional<String> image(String selector) {
    return Optional.of(ContainerImage.of(recipe.name(), selector));
  }

  @Override
  public final boolean accepts(String selector) {
    return ContainerImage.isMeant(recipe.name(), selector);
  }

  @Override
  public final Set<Capability> capabilities() {
    return recipe.capabilities();
  }

  @Override
  public final boolean takesLimits() {
    return true;
  }

  @Override
  public final Broker start(BrokerRequest request) throws BrokerException, InterruptedException {
    String image = ContainerImage.of(recipe.name(), request.selector());
    return new ContainerStarter(recipe, image, request).start();
  }

  /** {@code container:mosquitto}. */
  public static final class Mosquitto extends ContainerProvider {
    /** For the service loader. */
    public Mosquitto() {
      super(new MosquittoContainer(""));
    }
  }

  /** {@code container:hivemq}. */
  public static final class HiveMq extends ContainerProvider {
    /** For the service loader. */
    public HiveMq() {
      super(new HiveMqContainer());
    }
  }

  /** {@code container:emqx}. */
  public static final class Emqx extends ContainerProvider {
    /** For the service loader. */
    public Emqx() {
      super(new EmqxContainer(System.getenv()));
    }
  }

  /** {@code container:vernemq}. */
  public static final class VerneMq extends ContainerProvider {
    /** For the service loader. */
    public VerneMq() {
      super(new VerneMqContainer(System.getenv()));
    }
  }

  /** {@code container:activemq}. */
  public static final class ActiveMq extends ContainerProvider {
    /** For the service loader. */
    public ActiveMq() {
      super(new ActiveMqContainer());
    }

    @Override
    public Set<Deviation> deviations() {
      return Set.of(Deviation.SILENT_ABOUT_SESSIONS);
    }
  }

  /** {@code container:artemis}. */
  public static final class Artemis extends ContainerProvider {
    /** For the service loader. */
    public Artemis() {
      super(new ArtemisContainer());
    }

    @Override
    public Set<Deviation> deviations() {
      return Set.of(Deviation.REORDERS_MESSAGES);
    }
  }

  /** {@code container:rabbitmq}. */
  public static final class RabbitMq extends ContainerProvider {
    /** For the service loader. */
    public RabbitMq() {
      this(ContainerImage.selector("rabbitmq"));
    }

    private RabbitMq(String selector) {
      super(new RabbitMqContainer(ContainerImage.tag(ContainerImage.of("rabbitmq", selector))));
    }

    @Override
    public BrokerProvider of(String selector) {
      return new RabbitMq(selector);
    }
  }
}
