package io.brokerbench.jms.client;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.base.ShippedJars;
import io.brokerbench.core.definition.LocatedTree;
import io.brokerbench.core.recipe.Template;
import jakarta.jms.ConnectionFactory;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What has to be right in a file of a client besides the types of its values.
 *
 * @param tree of the file
 * @param file what it says
 * @param folder from which paths go on
 * @param shipped jars that the tool carries
 */
record ClientFileCheck(LocatedTree tree, ClientFile file, Path folder, ShippedJars shipped) {

  private static final String SHIPPED = "shipped:";
  private static final String INITIAL = "java.naming.factory.initial";
  private static final Map<String, String> SAMPLE =
      ClientLibrary.values("localhost", 1, 1, Duration.ZERO);
  private static final Map<String, String> SECURED_SAMPLE = securedSample();

  private static Map<String, String> securedSample() {
    Map<String, String> sample = new HashMap<>(SAMPLE);
    sample.putAll(TlsStores.SAMPLE);
    return sample;
  }

  private DefinitionException error(List<String> path, String problem) {
    return tree.error(path, String.join(".", path) + ": " + problem);
  }

  /** Loads the library, and tries what can be tried without a broker. */
  ClientLibrary load() {
    if (file.factory().isPresent() == file.jndi().isPresent()) {
      throw error(List.of(), "either factory or jndi is needed, and not both");
    }
    ClientClassLoader loader = new ClientClassLoader(file.title(), urls());
    ClientLibrary library = new ClientLibrary(file, loader);
    file.jndi().ifPresent(jndi -> directory(jndi, loader));
    file.factory()
        .ifPresent(
            name -> {
              Object bean = factory(List.of("factory"), name, library, loader);
              properties(List.of("properties"), file.properties(), bean, library, SAMPLE);
              properties(List.of("producers"), file.producers(), bean, library, SAMPLE);
              ClientLibrary.close(bean);
            });
    file.tls().ifPresent(tls -> secured(tls, library, loader));
    return library;
  }

  private List<URL> urls() {
    List<URL> urls = new ArrayList<>();
    List<String> entries = file.classPath().orElse(List.of());
    for (int i = 0; i < entries.size(); i++) {
      List<String> path = List.of("classPath", Integer.toString(i));
      for (Path jar : jars(path, entries.get(i))) {
        try {
          urls.add(jar.toUri().toURL());
        } catch (MalformedURLException e) {
          throw error(path, entries.get(i) + " is no path");
        }
      }
    }
    return urls;
  }

  private List<Path> jars(List<String> path, String entry) {
    if (entry.startsWith(SHIPPED)) {
      String name = entry.substring(SHIPPED.length());
      return List.of(
          shipped
              .find(name)
              .orElseThrow(
                  () ->
                      error(
                          path,
                          "there are no jars %s in this distribution or build".formatted(name))));
    }
    Path at = folder.resolve(entry);
    if (Files.isRegularFile(at)) {
      return List.of(at);
    }
    try (Stream<Path> all = Files.isDirectory(at) ? Files.list(at) : Stream.of()) {
      List<Path> jars = all.filter(each -> each.toString().endsWith(".jar")).sorted().toList();
      if (!jars.isEmpty()) {
        return jars;
      }
    } catch (IOException e) {
      throw error(path, entry + " cannot be read: " + e.getMessage());
    }
    throw error(path, "a jar, or a folder with jars; " + at.normalize() + " is none");
  }

  private Class<?> loaded(List<String> path, String name, ClassLoader loader) {
    try {
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException e) {
      throw error(path, "there is no class " + name + " on the class path of the client");
    } catch (LinkageError e) {
      throw error(path, "the class " + name + " cannot be loaded: " + e);
    }
  }

  private void directory(ClientFile.Jndi jndi, ClassLoader loader) {
    List<String> path = List.of("jndi", "environment");
    Object initial = jndi.environment().get(INITIAL);
    if (initial == null) {
      throw error(path, INITIAL + " is missing, the class of the directory");
    }
    loaded(List.of("jndi", "environment", INITIAL), initial.toString(), loader);
    jndi.environment()
        .forEach((name, value) -> template(List.of("jndi", "environment", name), value, SAMPLE));
    if (file.properties().isPresent() || file.producers().isPresent()) {
      String field = file.properties().isPresent() ? "properties" : "producers";
      throw error(List.of(field), "only with factory; a directory has its own");
    }
  }

  private void secured(ClientFile.Tls tls, ClientLibrary library, ClassLoader loader) {
    if (file.factory().isEmpty()) {
      throw error(List.of("tls"), "only with factory; a directory has its own");
    }
    List<String> path = tls.factory().isPresent() ? List.of("tls", "factory") : List.of("factory");
    Object bean = factory(path, file.factory(true).orElseThrow(), library, loader);
    properties(List.of("tls", "properties"), tls.properties(), bean, library, SECURED_SAMPLE);
    properties(List.of("tls", "producers"), tls.producers(), bean, library, SECURED_SAMPLE);
    ClientLibrary.close(bean);
  }

  private Object factory(
      List<String> path, String name, ClientLibrary library, ClassLoader loader) {
    Class<?> type = loaded(path, name, loader);
    if (!ConnectionFactory.class.isAssignableFrom(type)) {
      throw error(path, name + " is no " + ConnectionFactory.class.getName());
    }
    try {
      return library.bean(type);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw error(path, name + " cannot be made without parameters: " + cause(e));
    }
  }

  private void properties(
      List<String> field,
      Optional<Map<String, Object>> properties,
      Object bean,
      ClientLibrary library,
      Map<String, String> sample) {
    Class<?> type = bean.getClass();
    FactoryProperties setters = new FactoryProperties(type);
    for (Map.Entry<String, Object> property : properties.orElse(Map.of()).entrySet()) {
      List<String> at = Stream.concat(field.stream(), Stream.of(property.getKey())).toList();
      String value = template(at, property.getValue(), sample);
      if (!setters.mayHave(property.getKey())) {
        throw error(
            at,
            "%s has no such property%s"
                .formatted(
                    type.getSimpleName(),
                    NearestName.hintOrList(property.getKey(), setters.names())));
      }
      Optional<String> problem =
          library.inLoader(() -> setters.set(bean, property.getKey(), value));
      if (problem.isPresent()) {
        throw error(at, problem.get());
      }
    }
  }

  private String template(List<String> path, Object value, Map<String, String> sample) {
    Template template = new Template(String.valueOf(value));
    List<String> names;
    try {
      names = template.names();
    } catch (DefinitionException e) {
      throw error(path, e.getMessage());
    }
    for (String name : names) {
      if (!sample.containsKey(name)) {
        throw error(
            path,
            "there is no placeholder ${%s}%s"
                .formatted(
                    name,
                    NearestName.hintOrList(name, sample.keySet().stream().sorted().toList())));
      }
    }
    return template.fill(sample);
  }

  private static String cause(Throwable failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return cause.toString();
  }
}
