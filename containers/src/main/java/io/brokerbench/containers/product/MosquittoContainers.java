package io.brokerbench.containers.product;

import io.brokerbench.containers.container.ContainerImage;
import io.brokerbench.containers.container.ContainerNode;
import io.brokerbench.containers.container.ContainerRecipe;
import io.brokerbench.containers.container.ContainerStarter;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;

/** Mosquittos in containers that know of each other. */
public final class MosquittoContainers {

  private static final String PRODUCT = "mosquitto";

  private MosquittoContainers() {}

  /** Whether a selector means a Mosquitto in a container. */
  public static boolean accepts(String selector) {
    return ContainerImage.isMeant(PRODUCT, selector);
  }

  /**
   * Starts one.
   *
   * @param more lines at the end of its configuration
   * @throws BrokerException if it did not start; nothing is left of it then
   */
  public static Broker start(BrokerRequest request, String more)
      throws BrokerException, InterruptedException {
    String image = ContainerImage.of(PRODUCT, request.selector());
    return new ContainerStarter(new MosquittoContainer(more), image, request).start();
  }

  /** Where other containers reach plain MQTT of one that was started here: {@code HOST:PORT}. */
  public static String addressFromOthers(Broker broker) {
    ContainerNode only = (ContainerNode) broker.nodes().get(0);
    return only.addressFromOthers() + ":" + ContainerRecipe.Plan.MQTT_PORT;
  }
}
