package io.brokerbench.containers.embedded;

import io.brokerbench.core.broker.BrokerException;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * A product's jars of the user's own, with our launcher before them.
 *
 * <p>The launcher's manifest names the jars that it was built with, by paths from where it lies. So
 * it is copied to where these are not, and the class path has no jar of them.
 */
final class UserSuppliedJars {

  private UserSuppliedJars() {}

  /**
   * The class path and the main class, as arguments of a JVM.
   *
   * @param launcher its jar, beside which are our other jars
   * @param jars folder of the product's
   * @param folder of the broker, which gets the copies
   */
  static List<String> arguments(Path launcher, Path jars, Path folder)
      throws BrokerException, IOException {
    Path copies = Files.createDirectories(folder.resolve("launcher"));
    Path beside = launcher.toAbsolutePath().getParent();
    try (DirectoryStream<Path> ours =
        Files.newDirectoryStream(beside, "brokerbench-embedded-*.jar")) {
      for (Path jar : ours) {
        Path copy = copies.resolve(jar.getFileName());
        if (!Files.exists(copy)) {
          Files.copy(jar, copy);
        }
      }
    }
    String classPath =
        copies.resolve("*") + File.pathSeparator + jars.toAbsolutePath().resolve("*");
    return List.of("-cp", classPath, mainClass(launcher));
  }

  private static String mainClass(Path launcher) throws BrokerException, IOException {
    try (JarFile jar = new JarFile(launcher.toFile())) {
      String name =
          jar.getManifest() == null
              ? null
              : jar.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
      if (name == null) {
        throw new BrokerException(launcher + " names no main class; build it again");
      }
      return name;
    }
  }
}
