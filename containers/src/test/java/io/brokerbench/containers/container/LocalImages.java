package io.brokerbench.containers.container;

import static org.junit.jupiter.api.Assumptions.abort;

import com.github.dockerjava.api.exception.NotFoundException;
import io.brokerbench.core.broker.BrokerException;

/** Skips tests of containers where there is no Docker, or no image for them. */
final class LocalImages {

  private static final String LOCAL = "local";

  /** Products and tags, as {@code scripts/build-images} makes them here. */
  static final String MADE_HERE =
      """
      mosquitto, local
      mosquitto, forky
      hivemq, local
      activemq, local
      artemis, local
      rabbitmq, local
      rabbitmq, forky
      """;

  private static DockerEngine docker;

  private LocalImages() {}

  /** The Docker of this machine, which has the image that {@code scripts/build-images} builds. */
  static DockerEngine assume(String product) {
    return assume(product, LOCAL);
  }

  /**
   * The same with the image of another suite of Debian.
   *
   * @param tag {@code local}, or the suite that was given to {@code scripts/build-images --suite}
   */
  static synchronized DockerEngine assume(String product, String tag) {
    if (docker == null) {
      try {
        docker = DockerEngine.find();
      } catch (BrokerException e) {
        return abort(e.getMessage());
      }
    }
    String image = "brokerbench/" + product + ":" + tag;
    try {
      docker.client().inspectImageCmd(image).exec();
    } catch (NotFoundException e) {
      String suite = tag.equals(LOCAL) ? "" : "--suite " + tag + " ";
      return abort(
          "there is no image %s here: scripts/build-images %s%s".formatted(image, suite, product));
    }
    return docker;
  }

  /** {@code container:PRODUCT=IMAGE} of that image. */
  static String selector(String product) {
    return selector(product, LOCAL);
  }

  /** The same with a tag. */
  static String selector(String product, String tag) {
    return "container:%s=brokerbench/%s:%s".formatted(product, product, tag);
  }
}
