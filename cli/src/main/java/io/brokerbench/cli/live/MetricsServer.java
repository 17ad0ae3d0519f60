package io.brokerbench.cli.live;

import com.sun.net.httpserver.HttpExchange;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.experiment.session.EnvironmentException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Serves the meters of runs to Prometheus, on the loopback address, until it is closed. */
public final class MetricsServer implements AutoCloseable {

  private static final String PATH = "metrics";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final LoopbackServer server;

  private MetricsServer(int port) throws EnvironmentException {
    server = LoopbackServer.open("--prometheus", port, Map.of("/" + PATH, this::answer));
  }

  /**
   * Opens one.
   *
   * @param port 0 for a free one
   * @throws DefinitionException if that is no port
   * @throws EnvironmentException if it cannot be had
   */
  public static MetricsServer open(int port) throws EnvironmentException {
    return new MetricsServer(port);
  }

  /** Where they are served. */
  public String url() {
    return server.url() + PATH;
  }

  /** What it serves. */
  public MeterRegistry registry() {
    return registry;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] text = registry.scrape().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
      exchange.sendResponseHeaders(200, text.length);
      exchange.getResponseBody().write(text);
    }
  }

  @Override
  public void close() {
    server.close();
    registry.close();
  }
}
