package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The documentation as a site, as {@code scripts/site} has built it: every page can be reached,
 * every link leads to a page and a place on it, nothing comes from another host, and the search
 * finds what a page is about.
 */
class SiteIT {

  private static final Path SITE = Tool.PROJECT.resolve("target").resolve("docs-site");

  /** The types that browsers insist on. */
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html", "css", "text/css", "js", "text/javascript", "svg", "image/svg+xml");

  /**
   * What a page leads to, which places it has, and what it loads. Of links, the address and the
   * place on the page, which is empty for none.
   */
  private static final String PAGE =
      """
      return fetch(arguments[0]).then(answer => answer.text()).then(text => {
        const page = new DOMParser().parseFromString(text, 'text/html');
        const all = (selector, name) => [...page.querySelectorAll(selector)]
            .map(element => new URL(element.getAttribute(name), arguments[0]).href);
        return {
          links: all('a[href]', 'href')
              .map(link => [link.split('#')[0], decodeURIComponent(link.split('#')[1] || '')]),
          places: [...page.querySelectorAll('[id], [name]')]
              .flatMap(element => [element.id, element.getAttribute('name')]).filter(place => place),
          loaded: [...all('link[href]', 'href'), ...all('[src]', 'src')]
        };
      });
      """;

  @TempDir private static Path folder;
  private static ExecutorService threads;
  private static HttpServer server;
  private static Browser browser;
  private static String root;

  /** A link, on the page that has it. */
  private record Link(String page, String target, String place) {}

  @BeforeAll
  static void serve() throws IOException {
    assumeTrue(
        Files.exists(SITE.resolve("index.html")),
        "the site of the documentation is not built (scripts/site)");
    browser = Browser.open(folder);
    threads = Executors.newCachedThreadPool();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", SiteIT::answer);
    server.start();
    root = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
    if (server != null) {
      server.stop(0);
      threads.shutdown();
    }
  }

  @Test
  void everyPageIsReachedAndEveryLinkLeadsToAPlace() throws IOException {
    browser.show(root + "index.html");
    Map<String, Set<String>> places = new LinkedHashMap<>();
    List<Link> links = new ArrayList<>();
    Deque<String> ahead = new ArrayDeque<>(List.of(root + "index.html"));
    while (!ahead.isEmpty()) {
      String page = ahead.remove();
      if (places.containsKey(page)) {
        continue;
      }
      Map<?, ?> read = (Map<?, ?>) browser.ask(PAGE, page);
      places.put(page, new HashSet<>(strings(read.get("places"))));
      assertThat(strings(read.get("loaded")))
          .as(page)
          .isNotEmpty()
          .filteredOn(SiteIT::isAway)
          .isEmpty();
      for (Object each : (List<?>) read.get("links")) {
        Link link = new Link(page, strings(each).get(0), strings(each).get(1));
        if (link.target().startsWith(root)) {
          links.add(link);
          if (link.target().endsWith(".html")) {
            ahead.add(link.target());
          }
        }
      }
    }
    assertThat(places.keySet()).containsExactlyInAnyOrderElementsOf(pages());
    assertThat(links)
        .hasSizeGreaterThan(places.size())
        .filteredOn(link -> !leads(link, places))
        .as("links to nothing")
        .isEmpty();
  }

  @Test
  void theSearchLeadsToThePageThatAnswers() {
    browser.show(root + "index.html").type("input.md-search__input", "sustainable throughput");
    String first = "return document.querySelector('.md-search-result__link')?.href ?? '';";
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> browser.ask(first).toString().startsWith(root + "search.html"));
    browser.show(browser.ask(first).toString()).awaitText("How much does a broker sustain?");
    Object loaded =
        browser.ask("return performance.getEntriesByType('resource').map(e => e.name);");
    assertThat(strings(loaded)).isNotEmpty().filteredOn(SiteIT::isAway).isEmpty();
    browser.hasNoErrors();
  }

  /** To a file of the site, and to a place that it has. */
  private static boolean leads(Link link, Map<String, Set<String>> places) {
    return !isAway(link.target())
        && (link.place().isEmpty() || places.get(link.target()).contains(link.place()));
  }

  /** Whether an address is not that of a file of the site. */
  private static boolean isAway(String address) {
    return !address.startsWith(root)
        || !Files.isRegularFile(file(address.substring(root.length())));
  }

  /** The addresses of all pages but that for addresses that do not exist. */
  private static List<String> pages() throws IOException {
    try (Stream<Path> files = Files.walk(SITE)) {
      return files
          .map(file -> SITE.relativize(file).toString())
          .filter(name -> name.endsWith(".html") && !name.equals("404.html"))
          .map(name -> root + name)
          .toList();
    }
  }

  private static Path file(String name) {
    return SITE.resolve(name.isEmpty() ? "index.html" : name);
  }

  private static List<String> strings(Object list) {
    return ((List<?>) list).stream().map(Object::toString).toList();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Path file = file(exchange.getRequestURI().getPath().substring(1));
      if (!file.normalize().startsWith(SITE) || !Files.isRegularFile(file)) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      String name = file.getFileName().toString();
      String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
      if (type != null) {
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
      }
      byte[] content = Files.readAllBytes(file);
      exchange.sendResponseHeaders(200, content.length);
      exchange.getResponseBody().write(content);
    }
  }
}
