package io.brokerbench.cli.live;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.experiment.session.EnvironmentException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * Serves something over HTTP, on the loopback address and on threads of its own, until it is
 * closed. Only GET is answered, and only under a name of this machine: a page of another site could
 * otherwise give its own name this address, and read what is served.
 */
final class LoopbackServer implements AutoCloseable {

  private static final int MAX_PORT = 65_535;
  private static final int FORBIDDEN = 403;
  private static final int NOT_ALLOWED = 405;
  private static final Pattern LOCAL =
      Pattern.compile(
          "(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?", Pattern.CASE_INSENSITIVE);

  private final HttpServer server;
  private final ExecutorService threads;

  private LoopbackServer(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /**
   * Opens one.
   *
   * @param option that asks for it
   * @param port 0 for a free one
   * @param handlers by the start of their paths; they close what they answer
   * @throws DefinitionException if that is no port
   * @throws EnvironmentException if it cannot be had
   */
  static LoopbackServer open(String option, int port, Map<String, HttpHandler> handlers)
      throws EnvironmentException {
    if (port < 0 || port > MAX_PORT) {
      throw new DefinitionException(option, "between 0 and " + MAX_PORT, port);
    }
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try {
      HttpServer server = HttpServer.create(address, 0);
      ExecutorService threads = Executors.newCachedThreadPool(task -> thread(option, task));
      server.setExecutor(threads);
      handlers.forEach((path, handler) -> server.createContext(path, reading(handler)));
      server.start();
      return new LoopbackServer(server, threads);
    } catch (BindException e) {
      throw new EnvironmentException(
          "%s: port %d cannot be had (%s): take another, or 0 for a free one"
              .formatted(option, port, e.getMessage()));
    } catch (IOException e) {
      throw new EnvironmentException(option + ": " + e.getMessage());
    }
  }

  private static Thread thread(String option, Runnable task) {
    Thread thread = new Thread(task, option.replace("-", ""));
    thread.setDaemon(true);
    return thread;
  }

  private static HttpHandler reading(HttpHandler handler) {
    return exchange -> {
      boolean here = isOfThisMachine(exchange.getRequestHeaders().getFirst("Host"));
      if (here && exchange.getRequestMethod().equals("GET")) {
        handler.handle(exchange);
        return;
      }
      try (exchange) {
        exchange.sendResponseHeaders(here ? NOT_ALLOWED : FORBIDDEN, -1);
      }
    };
  }

  /** Whether a browser was pointed to this machine; HTTP 1.0 names no host. */
  private static boolean isOfThisMachine(String host) {
    return host == null || LOCAL.matcher(host).matches();
  }

  /** Where it is, with a slash at the end. */
  String url() {
    InetSocketAddress address = server.getAddress();
    return "http://" + address.getAddress().getHostAddress() + ":" + address.getPort() + "/";
  }

  /** Ends all that is being answered, too. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
