package io.brokerbench.cli.live;

import com.sun.net.httpserver.HttpExchange;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.measure.Companion;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.cell.CellStep;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.live.LiveMeters;
import io.brokerbench.report.page.LiveReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
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
  private final Map<String, LiveReport> groups = new LinkedHashMap<>();
  private final LoopbackServer server;
  private final Semaphore browsers = new Semaphore(MOST_BROWSERS);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile Optional<String> page = Optional.empty();

  private WatchServer(int port, String title, List<String> names) throws EnvironmentException {
    for (String name : names) {
      groups.put(name, new LiveReport(title + ", " + name, NanoClock.SYSTEM, names));
    }
    this.report =
        names.isEmpty() ? new LiveReport(title, NanoClock.SYSTEM) : groups.get(names.get(0));
    this.server =
        LoopbackServer.open(
            "--watch", port, Map.of("/", this::page, "/" + Page.EVENTS, this::events));
  }

  /**
   * Opens one.
   *
   * @param port 0 for a free one
   * @param title what is shown meanwhile
   * @param groups of clients that are shown, each by a page in a folder of its name, the first one
   *     at the root, too; empty without groups
   * @throws io.brokerbench.core.base.DefinitionException if that is no port
   * @throws EnvironmentException if it cannot be had
   */
  public static WatchServer open(int port, String title, List<String> groups)
      throws EnvironmentException {
    return new WatchServer(port, title, groups);
  }

  /** Where it is to be seen. */
  public String url() {
    return server.url();
  }

  /** Rigs that can be watched: of two side by side, the one whose load begins first. */
  public RigFactory around(RigFactory rigs) {
    return (scenario, broker, driver, settings, listener) -> {
      if (settings.companion().filter(Companion::isSecond).isPresent()) {
        return rigs.create(scenario, broker, driver, settings, listener);
      }
      LiveReport shown = groups.getOrDefault(LiveMeters.groupOf(scenario), report);
      shown.begin(scenario, broker.identity());
      return rigs.create(scenario, broker, driver, settings, RunListener.both(shown, listener));
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
    groups.values().stream().filter(other -> other != report).forEach(other -> other.begin(part));
  }

  @Override
  public void onStep(SearchStep step) {
    report.onStep(step);
  }

  @Override
  public void onStep(CellStep step) {
    report.onStep(step);
  }

  /** What is at a path: the root, or the folder of a group. */
  private Optional<LiveReport> at(String path) {
    return path.equals("/")
        ? Optional.of(report)
        : groups.entrySet().stream()
            .filter(group -> path.equals("/" + group.getKey() + "/"))
            .map(Map.Entry::getValue)
            .findFirst();
  }

  private void page(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (path.endsWith("/" + Page.EVENTS)) {
      events(exchange);
      return;
    }
    try (exchange) {
      Optional<LiveReport> asked = at(exchange.getRequestURI().getPath());
      if (asked.isEmpty()) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      byte[] html = page.orElseGet(asked.get()::page).getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
      exchange.sendResponseHeaders(200, html.length);
      exchange.getResponseBody().write(html);
    }
  }

  private void events(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    Optional<LiveReport> asked =
        at(path.substring(0, Math.max(0, path.length() - Page.EVENTS.length())));
    if (asked.isEmpty() || !browsers.tryAcquire()) {
      try (exchange) {
        exchange.sendResponseHeaders(asked.isEmpty() ? 404 : 503, -1);
      }
      return;
    }
    try {
      try (exchange) {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(200, 0);
        follow(asked.get(), exchange.getResponseBody());
      }
    } finally {
      // Only then is its last word sent.
      browsers.release();
    }
  }

  private void follow(LiveReport shown, OutputStream out) throws IOException {
    boolean over = false;
    while (!over) {
      send(out, "state", shown.state());
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
