package io.brokerbench.containers.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * The jars of an embedded broker as entries of one jar on the class path, from which no class can
 * be loaded: so a project can depend on a broker without its libraries on its own class path. They
 * are unpacked for the child JVM, into the broker's own folder, and go with it.
 */
final class EmbeddedBundle {

  private EmbeddedBundle() {}

  /**
   * Unpacks one.
   *
   * @param launcher name of the launcher's jar
   * @param folder that gets them, where they are not there yet
   * @param classPath where it is looked for
   * @return the launcher's jar; empty where the class path has no such bundle
   */
  static Optional<Path> unpack(String launcher, Path folder, ClassLoader classPath)
      throws IOException {
    URL entry = classPath.getResource(launcher);
    if (entry == null || !(entry.openConnection() instanceof JarURLConnection connection)) {
      return Optional.empty();
    }
    connection.setUseCaches(false);
    try (JarFile bundle = connection.getJarFile()) {
      Files.createDirectories(folder);
      for (JarEntry jar : jars(bundle)) {
        unpack(bundle, jar, folder);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return Optional.of(folder.resolve(launcher));
  }

  private static List<JarEntry> jars(JarFile bundle) {
    return Collections.list(bundle.entries()).stream()
        .filter(entry -> entry.getName().endsWith(".jar") && entry.getName().indexOf('/') < 0)
        .toList();
  }

  private static void unpack(JarFile bundle, JarEntry jar, Path folder) throws IOException {
    Path target = folder.resolve(jar.getName());
    if (Files.exists(target)) {
      return;
    }
    try (InputStream in = bundle.getInputStream(jar)) {
      Files.copy(in, target);
    }
  }
}
