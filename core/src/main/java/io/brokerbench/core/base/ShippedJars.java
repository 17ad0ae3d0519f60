package io.brokerbench.core.base;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds jars that the tool carries and that are not on its own class path: of products in JVMs of
 * their own, of client libraries in class loaders of their own. The manifest of the jar that is
 * found names the others of its folder.
 *
 * <p>A distribution has them at {@code <home>/brokers/<name>/lib}, where {@code home} is the system
 * property {@value #HOME}; a build of the project at {@code containers/embedded/<name>/target/lib},
 * looked for in the folders above our own classes and above the working directory.
 *
 * @param home of the distribution
 * @param startingPoints in the tree of a build
 */
public record ShippedJars(Optional<Path> home, List<Path> startingPoints) {

  /** System property with the folder of a distribution. */
  public static final String HOME = "brokerbench.home";

  /** Copies the list. */
  public ShippedJars {
    startingPoints = List.copyOf(startingPoints);
  }

  /** As this JVM was started. */
  public static ShippedJars ofThisJvm() {
    List<Path> startingPoints = new ArrayList<>();
    codeLocation().ifPresent(startingPoints::add);
    startingPoints.add(Path.of("").toAbsolutePath());
    return new ShippedJars(
        Optional.ofNullable(System.getProperty(HOME)).map(Path::of), startingPoints);
  }

  /** Name of the jar whose manifest names the others. */
  public static String jar(String name) {
    return "brokerbench-embedded-" + name + ".jar";
  }

  /**
   * The jar whose manifest names the others.
   *
   * @param name as the folders have it
   */
  public Optional<Path> find(String name) {
    return candidates(name)
        .map(candidate -> candidate.resolve(jar(name)))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private Stream<Path> candidates(String name) {
    Stream<Path> distribution =
        home.stream().map(path -> path.resolve("brokers").resolve(name).resolve("lib"));
    Path inTree = Path.of("containers", "embedded", name, "target", "lib");
    Stream<Path> build =
        startingPoints.stream()
            .flatMap(point -> Stream.iterate(point, path -> path != null, Path::getParent))
            .map(folder -> folder.resolve(inTree));
    return Stream.concat(distribution, build);
  }

  private static Optional<Path> codeLocation() {
    CodeSource source = ShippedJars.class.getProtectionDomain().getCodeSource();
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
