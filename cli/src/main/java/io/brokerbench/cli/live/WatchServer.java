package io.brokerbench.cli.live;

import com.sun.net.httpserver.HttpExchange;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.cell.CellStep;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.page.LiveReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Shows runs to browsers on this machine while they are under way, and in the end the report.
 *
 * <p>Each browser has a thread of its own that makes and writes a state once a second (server-sent
 * events), so that one that does not read delays no other browser, and least of all the run.
 */
public final class WatchServer implements LiveView, AutoCloseable {

  private static final int MOST_BROWSERS = 16;
  private static final long INTERVAL_MILLIS = 1_000;

  /** For browsers to take the report, once all is over. */
  private static final long FAREWELL_MILLIS = 2_000;

  private final LiveReport report;
  private final LoopbackServer server;
  private final Semaphore browsers = new Semaphore(MOST_BROWSERS);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile Optional<String> page = Optional.empty();

  private WatchServer(int port, LiveReport report) throws EnvironmentException {
    this.report = report;
    this.server =
        LoopbackServer.open(
            "--watch", port, Map.of("/", this::page, "/" + Page.EVENTS, this::events));
  }

  /**
   * Opens one.
   *
   * @param port 0 for a free one
   * @param report what is shown meanwhile
   * @throws io.brokerbench.core.base.DefinitionException if that is no port
   * @throws EnvironmentException if it cannot be had
   */
  public static WatchServer open(int port, LiveReport report) throws EnvironmentException {
    return new WatchServer(port, report);
  }

  /** Where it is to be seen. */
  public String url() {
    return server.url();
  }

  /** Rigs that can be watched. */
  public RigFactory around(RigFactory rigs) {
    return (scenario, broker, driver, settings, listener) -> {
      report.begin(scenario, broker.identity());
      return rigs.create(scenario, broker, driver, settings, RunListener.both(report, listener));
    };
  }

  /** Takes the place of the live page when all is over. */
  @Override
  public void show(String html) {
    page = Optional.of(html);
  }

  @Override
  public void begin(String part) {
    report.begin(part);
  }

  @Override
  public void onStep(SearchStep step) {
    report.onStep(step);
  }

  @Override
  public void onStep(CellStep step) {
    report.onStep(step);
  }

  private void page(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals("/")) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      byte[] html = page.orElseGet(report::page).getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
      exchange.sendResponseHeaders(200, html.length);
      exchange.getResponseBody().write(html);
    }
  }

  private void events(HttpExchange exchange) throws IOException {
    if (!browsers.tryAcquire()) {
      try (exchange) {
        exchange.sendResponseHeaders(503, -1);
      }
      return;
    }
    try {
      try (exchange) {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(200, 0);
        follow(exchange.getResponseBody());
      }
    } finally {
      // Only then is its last word sent.
      browsers.release();
    }
  }

  private void follow(OutputStream out) throws IOException {
    boolean over = false;
    while (!over) {
      send(out, "state", report.state());
      try {
        over = ended.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    send(out, "report", page.map(Page::replacement).orElse("null"));
  }

  /** The data is one line. */
  private static void send(OutputStream out, String event, String data) throws IOException {
    String text = "event: " + event + "\ndata: " + data + "\n\n";
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Gives browsers the report, and leaves the port. */
  @Override
  public void close() {
    ended.countDown();
    try (server) {
      // A browser that does not read does not keep the command from ending.
      browsers.tryAcquire(MOST_BROWSERS, FAREWELL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
