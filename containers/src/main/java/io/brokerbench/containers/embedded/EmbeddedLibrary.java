package io.brokerbench.containers.embedded;

import io.brokerbench.core.broker.BrokerException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the launcher of an embedded broker; its manifest names the other jars of its folder.
 *
 * <p>A distribution has it at {@code <home>/brokers/<product>/lib}, where {@code home} is the
 * system property {@value #HOME}; a build of the project at {@code
 * containers/embedded/<product>/target/lib}, looked for in the folders above our own classes and
 * above the working directory. Another project has it as a {@link EmbeddedBundle} on its class
 * path.
 *
 * @param home of the distribution
 * @param startingPoints in the tree of a build
 */
record EmbeddedLibrary(Optional<Path> home, List<Path> startingPoints) {

  static final String HOME = "brokerbench.home";

  EmbeddedLibrary {
    startingPoints = List.copyOf(startingPoints);
  }

  /** As this JVM was started. */
  static EmbeddedLibrary ofThisJvm() {
    List<Path> startingPoints = new ArrayList<>();
    codeLocation().ifPresent(startingPoints::add);
    startingPoints.add(Path.of("").toAbsolutePath());
    return new EmbeddedLibrary(
        Optional.ofNullable(System.getProperty(HOME)).map(Path::of), startingPoints);
  }

  /**
   * The launcher's jar.
   *
   * @param product as the folders name it: {@code artemis}
   * @param folder of the broker, which gets the jars where they have to be unpacked
   */
  Path launcher(String product, Path folder) throws BrokerException, IOException {
    String jar = "brokerbench-embedded-" + product + ".jar";
    Optional<Path> found =
        candidates(product)
            .map(candidate -> candidate.resolve(jar))
            .filter(Files::isRegularFile)
            .findFirst();
    if (found.isPresent()) {
      return found.get();
    }
    return EmbeddedBundle.unpack(jar, folder.resolve("lib"), EmbeddedLibrary.class.getClassLoader())
        .orElseThrow(() -> missing(product));
  }

  private BrokerException missing(String product) {
    return new BrokerException(
        "embedded:%s: its jars are neither in a distribution (system property %s), nor in"
                .formatted(product, HOME)
            + " a bundle on the class path (brokerbench-embedded-%s-bundle), nor in"
                .formatted(product)
            + " a build above %s; build them: mvn package -DskipTests -pl"
                .formatted(startingPoints.get(startingPoints.size() - 1))
            + " containers/embedded/%s -am".formatted(product));
  }

  private Stream<Path> candidates(String product) {
    Stream<Path> distribution =
        home.stream().map(path -> path.resolve("brokers").resolve(product).resolve("lib"));
    Path inTree = Path.of("containers", "embedded", product, "target", "lib");
    Stream<Path> build =
        startingPoints.stream()
            .flatMap(point -> Stream.iterate(point, path -> path != null, Path::getParent))
            .map(folder -> folder.resolve(inTree));
    return Stream.concat(distribution, build);
  }

  private static Optional<Path> codeLocation() {
    CodeSource source = EmbeddedLibrary.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Path.of(source.getLocation().toURI()).toAbsolutePath());
    } catch (URISyntaxException | IllegalArgumentException e) {
      return Optional.empty(); // not on a file system, so not in a build's tree either
    }
  }
}
