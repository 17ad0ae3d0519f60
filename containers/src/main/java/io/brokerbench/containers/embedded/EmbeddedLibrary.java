package io.brokerbench.containers.embedded;

import io.brokerbench.core.base.ShippedJars;
import io.brokerbench.core.broker.BrokerException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds the launcher of an embedded broker; its manifest names the other jars of its folder.
 *
 * <p>{@link ShippedJars} says where it is. Another project has it as a {@link EmbeddedBundle} on
 * its class path.
 *
 * @param home of the distribution
 * @param startingPoints in the tree of a build
 */
record EmbeddedLibrary(Optional<Path> home, List<Path> startingPoints) {

  EmbeddedLibrary {
    startingPoints = List.copyOf(startingPoints);
  }

  /** As this JVM was started. */
  static EmbeddedLibrary ofThisJvm() {
    ShippedJars jars = ShippedJars.ofThisJvm();
    return new EmbeddedLibrary(jars.home(), jars.startingPoints());
  }

  /**
   * The launcher's jar.
   *
   * @param product as the folders name it: {@code artemis}
   * @param folder of the broker, which gets the jars where they have to be unpacked
   */
  Path launcher(String product, Path folder) throws BrokerException, IOException {
    Optional<Path> found = new ShippedJars(home, startingPoints).find(product);
    if (found.isPresent()) {
      return found.get();
    }
    return EmbeddedBundle.unpack(
            ShippedJars.jar(product), folder.resolve("lib"), EmbeddedLibrary.class.getClassLoader())
        .orElseThrow(() -> missing(product));
  }

  private BrokerException missing(String product) {
    return new BrokerException(
        "embedded:%s: its jars are neither in a distribution (system property %s), nor in"
                .formatted(product, ShippedJars.HOME)
            + " a bundle on the class path (brokerbench-embedded-%s-bundle), nor in"
                .formatted(product)
            + " a build above %s; build them: mvn package -DskipTests -pl"
                .formatted(startingPoints.get(startingPoints.size() - 1))
            + " containers/embedded/%s -am".formatted(product));
  }
}
