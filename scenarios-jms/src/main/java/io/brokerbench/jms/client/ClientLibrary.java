package io.brokerbench.jms.client;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.recipe.Template;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.security.Access.Login;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** A client library that is loaded. Safe for use by several threads. */
public final class ClientLibrary {

  private static final String HOST = "host";
  private static final String PORT = "port";
  static final String PREFETCH = "prefetch";
  private static final String KEEP_ALIVE = "keepAlive";

  /** Of a connection on its own, as of scenarios unless they say otherwise. */
  private static final Duration KEEP_ALIVE_OF_ONE = Duration.ofSeconds(60);

  private final ClientFile file;
  private final ClassLoader loader;

  ClientLibrary(ClientFile file, ClassLoader loader) {
    this.file = file;
    this.loader = loader;
  }

  /** What its file says. */
  public ClientFile file() {
    return file;
  }

  static Map<String, String> values(String host, int port, int prefetch, Duration keepAlive) {
    return Map.of(
        HOST,
        host.contains(":") ? "[" + host + "]" : host,
        PORT,
        Integer.toString(port),
        PREFETCH,
        Integer.toString(prefetch),
        KEEP_ALIVE,
        Long.toString(keepAlive.toMillis()));
  }

  /**
   * A factory of connections to a broker; a new one, which is to be closed with {@link #close}.
   * Looking it up in a directory may wait.
   *
   * @param endpoint of the broker; one with TLS only where the file has it
   * @param consumes whether its connections are those of consumers
   * @param prefetch messages that the broker may send ahead, where the library can say so
   * @param keepAlive longest silence before a ping; zero for none
   * @param tls values of the placeholders for TLS; none for a plain endpoint
   */
  public ConnectionFactory factory(
      Endpoint endpoint,
      boolean consumes,
      int prefetch,
      Duration keepAlive,
      Map<String, String> tls)
      throws JMSException {
    int ahead = Math.min(prefetch, file.mostPrefetch().orElse(Integer.MAX_VALUE));
    boolean secured = endpoint.listener().isSecured();
    Map<String, String> values =
        new HashMap<>(values(endpoint.host(), endpoint.port(), ahead, keepAlive));
    values.putAll(tls);
    try {
      return call(() -> file.jndi().isPresent() ? lookUp(values) : make(consumes, secured, values));
    } catch (JMSException e) {
      throw e;
    } catch (Exception e) {
      JMSException failure = new JMSException("no connection factory: " + e.getMessage());
      failure.initCause(e);
      throw failure;
    }
  }

  /**
   * One connection as consumers have them, on its own; it has neither a client id nor been started.
   *
   * @param endpoint of the broker, without TLS
   * @throws JMSException if the broker does not answer, or refuses it
   */
  public Connection connect(Endpoint endpoint, Optional<Login> login) throws JMSException {
    ConnectionFactory factory =
        factory(endpoint, true, JmsConsumers.PREFETCH, KEEP_ALIVE_OF_ONE, Map.of());
    boolean made = false;
    try {
      Connection connection =
          call(
              () ->
                  login.isPresent()
                      ? factory.createConnection(login.get().user(), login.get().password())
                      : factory.createConnection());
      made = true;
      return connection;
    } catch (JMSException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      if (!made) {
        close(factory);
      }
    }
  }

  private ConnectionFactory make(boolean consumes, boolean secured, Map<String, String> values)
      throws ReflectiveOperationException, JMSException {
    Class<?> type = Class.forName(file.factory(secured).orElseThrow(), true, loader);
    Object bean = bean(type);
    FactoryProperties setters = new FactoryProperties(type);
    for (Map.Entry<String, Object> property : file.properties(consumes, secured).entrySet()) {
      String value = new Template(property.getValue().toString()).fill(values);
      Optional<String> problem = setters.set(bean, property.getKey(), value);
      if (problem.isPresent()) {
        throw new JMSException("properties." + property.getKey() + ": " + problem.get());
      }
    }
    return (ConnectionFactory) bean;
  }

  /** The user names the directory, and the type of the environment is that of JNDI. */
  @SuppressWarnings({"BanJNDI", "JdkObsolete"})
  private ConnectionFactory lookUp(Map<String, String> values)
      throws NamingException, JMSException {
    ClientFile.Jndi jndi = file.jndi().orElseThrow();
    Hashtable<String, Object> environment = new Hashtable<>();
    jndi.environment()
        .forEach(
            (name, value) -> environment.put(name, new Template(value.toString()).fill(values)));
    Context context = new InitialContext(environment);
    try {
      Object found = context.lookup(jndi.name());
      if (!(found instanceof ConnectionFactory factory)) {
        throw new JMSException(jndi.name() + " in the directory is no ConnectionFactory");
      }
      return factory;
    } finally {
      context.close();
    }
  }

  Object bean(Class<?> type) throws ReflectiveOperationException {
    try {
      return call(() -> type.getConstructor().newInstance());
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new ReflectiveOperationException(e);
    }
  }

  /** Version of the library, as its jar has it; empty where it has none. */
  public String version() {
    return file.factory().map(this::version).orElse("");
  }

  private String version(String factory) {
    try {
      String version =
          Class.forName(factory, false, loader).getPackage().getImplementationVersion();
      return version == null ? "" : version;
    } catch (ClassNotFoundException e) {
      return "";
    }
  }

  /** Frees what a factory holds. */
  public static void close(Object factory) {
    if (factory instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        // It was not needed any more, and holds nothing that outlives this process.
      }
    }
  }

  /** Does something as code of the library does, which finds its own classes then. */
  <T> T inLoader(Supplier<T> work) {
    try {
      return call(work::get);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Calls something as code of the library does, which finds its own classes then. */
  public <T> T call(Callable<T> work) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return work.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** What the names of its threads contain. */
  public List<String> threads() {
    return file.threads().orElse(List.of());
  }
}
