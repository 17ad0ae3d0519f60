package io.brokerbench.containers.container;

import static org.junit.jupiter.api.Assumptions.abort;

import com.github.dockerjava.api.exception.NotFoundException;
import io.brokerbench.core.broker.BrokerException;

/** Skips tests of containers where there is no Docker, or no image for them. */
final class LocalImages {

  private static DockerEngine docker;

  private LocalImages() {}

  /** The Docker of this machine, which has the image that {@code scripts/build-images} builds. */
  static synchronized DockerEngine assume(String product) {
    if (docker == null) {
      try {
        docker = DockerEngine.find();
      } catch (BrokerException e) {
        return abort(e.getMessage());
      }
    }
    String image = "brokerbench/" + product + ":local";
    try {
      docker.client().inspectImageCmd(image).exec();
    } catch (NotFoundException e) {
      return abort("there is no image " + image + " here: scripts/build-images " + product);
    }
    return docker;
  }

  /** {@code container:PRODUCT=IMAGE} of that image. */
  static String selector(String product) {
    return "container:%s=brokerbench/%s:local".formatted(product, product);
  }
}
