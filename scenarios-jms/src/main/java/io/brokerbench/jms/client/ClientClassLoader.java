package io.brokerbench.jms.client;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Loads a client library from its own jars alone: no library of the tool stands in for one of the
 * client's, in whatever version. The interfaces of JMS are the tool's, which calls them, and those
 * of logging, so that the client logs where the tool does.
 */
final class ClientClassLoader extends URLClassLoader {

  static {
    registerAsParallelCapable();
  }

  private static final List<String> SHARED = List.of("jakarta.jms.", "org.slf4j.");

  private final ClassLoader tool = ClientClassLoader.class.getClassLoader();

  /** Of a class path; without one, all is the tool's own. */
  ClientClassLoader(String name, List<URL> classPath) {
    super(
        name,
        classPath.toArray(URL[]::new),
        classPath.isEmpty()
            ? ClientClassLoader.class.getClassLoader()
            : ClassLoader.getPlatformClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (SHARED.stream().anyMatch(name::startsWith)) {
      return tool.loadClass(name);
    }
    return super.loadClass(name, resolve);
  }
}
