package io.brokerbench.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.brokerbench.core.report.LiveMeters;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves the meters of runs to Prometheus, on the loopback address, until it is closed. */
final class MetricsServer implements AutoCloseable {

  private static final String PATH = "/metrics";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<Tags, LiveMeters> meters = new ConcurrentHashMap<>();
  private final HttpServer server;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread worker = new Thread(task, "metrics");
            worker.setDaemon(true);
            return worker;
          });

  private MetricsServer(HttpServer server) {
    this.server = server;
    server.setExecutor(thread);
    server.createContext(PATH, this::answer);
    server.start();
  }

  /**
   * Opens one.
   *
   * @param port 0 for a free one
   * @throws EnvironmentException if it can't be had
   */
  static MetricsServer open(int port) throws EnvironmentException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try {
      return new MetricsServer(HttpServer.create(address, 0));
    } catch (BindException e) {
      throw new EnvironmentException(
          "--prometheus: port %d can't be had (%s): take another, or 0 for a free one"
              .formatted(port, e.getMessage()));
    } catch (IOException e) {
      throw new EnvironmentException("--prometheus: " + e.getMessage());
    }
  }

  /** Where they are served. */
  String url() {
    InetSocketAddress address = server.getAddress();
    return "http://" + address.getAddress().getHostAddress() + ":" + address.getPort() + PATH;
  }

  /** Rigs of which the meters tell. */
  RigFactory around(RigFactory rigs) {
    return (scenario, broker, driver, settings, listener) -> {
      Tags tags = LiveMeters.tags(scenario, broker.identity(), driver.name());
      LiveMeters live = meters.computeIfAbsent(tags, key -> new LiveMeters(registry, key));
      return rigs.create(
          scenario,
          broker,
          driver,
          settings,
          progress -> {
            live.onProgress(progress);
            listener.onProgress(progress);
          });
    };
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestMethod().equals("GET")) {
        exchange.sendResponseHeaders(405, -1);
        return;
      }
      byte[] text = registry.scrape().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
      exchange.sendResponseHeaders(200, text.length);
      exchange.getResponseBody().write(text);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
    registry.close();
  }
}
