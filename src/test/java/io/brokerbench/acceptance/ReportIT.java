package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.report.page.ReportFolder;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Reports as a browser shows them, while a run is under way and afterwards. */
class ReportIT {

  private static final Path EXAMPLES =
      Tool.PROJECT.resolve("report/src/test/resources/io/brokerbench/report/page");

  @TempDir static Path folder;
  private static Browser browser;

  @BeforeAll
  static void open() {
    browser = Browser.open(folder);
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  @Tag("release")
  void aRunIsWatchedAndEndsAsItsReport() throws Exception {
    Tool tool = new Tool(folder);
    try (FaultyBroker broker = FaultyBroker.start();
        Call call =
            tool.start(
                line -> {},
                List.of(
                    ("run FANIN.Q1.SINGLE --publishers 10 --rate 500 --warmup 1s --duration 8s"
                            + " --watch --broker "
                            + broker.endpoint().uri()
                            + "?pid="
                            + ProcessHandle.current().pid())
                        .split(" ", -1)))) {
      String url =
          call.awaitLine("watch ").line("watch ").orElseThrow().text().replaceFirst(".* ", "");
      browser.scripts(true).theme("light").resize(1280, 900).show(url);
      browser.awaitText("FANIN.Q1.SINGLE on ").awaitCharts(3).awaitText("steady, ");
      browser.awaitText("In the steady state so far: half within ").picture("live");
      browser.awaitText("/brokerbench run FANIN.Q1.SINGLE").awaitCharts(4);
      Outcome outcome = call.end();
      assertThat(outcome.exitCode()).isIn(0, Tool.INVALID);
      assertThat(browser.text()).doesNotContain("It is running");
    }
    showsWhatWasMeasured(tool.resultFolder());
    readsWithoutAScript(tool.resultFolder());
  }

  @Test
  @Tag("release")
  void aStudyIsWatchedAndEndsAsItsReport() throws Exception {
    String study =
        """
        name: watched
        scenarios:
          - name: FEW
            topology: {publishers: 5, distribution: SINGLE}
            workload: {load: {rate: 200}}
            phases: {warmUp: 500ms, steady: 4s}
        """;
    Path file = Files.writeString(folder.resolve("watched.yaml"), study);
    try (FaultyBroker broker = FaultyBroker.start();
        Call call =
            new Tool(folder.resolve("watched"))
                .start(
                    line -> {},
                    List.of(
                        "study",
                        file.toString(),
                        "--watch",
                        "--brokers",
                        broker.endpoint().uri()))) {
      String url =
          call.awaitLine("watch ").line("watch ").orElseThrow().text().replaceFirst(".* ", "");
      browser.scripts(true).resize(1280, 900).show(url);
      browser.awaitCharts(3).awaitText("cell 1 of 1, about ").awaitText(": steady, ");
      browser.awaitText("/brokerbench study ");
      Outcome outcome = call.end();
      assertThat(outcome.exitCode()).as("%s", outcome).isIn(0, Tool.INVALID);
      assertThat(browser.text()).contains("watched").doesNotContain("It is running");
    }
  }

  /** Its samples are those of a probe that runs alone. */
  @Test
  @Tag("release")
  void aCellWithoutLoadIsWatchedToo() throws Exception {
    Mosquitto.assumeInstalled();
    try (Call call =
        new Tool(folder.resolve("alone"))
            .start(
                line -> {},
                List.of(
                    "study EMBEDDED.STORED --small --samples 6 --watch --brokers process:mosquitto"
                        .split(" ", -1)))) {
      String url =
          call.awaitLine("watch ").line("watch ").orElseThrow().text().replaceFirst(".* ", "");
      browser.scripts(true).resize(1280, 900).show(url);
      browser.awaitText("cell 1 of 4, about ").awaitText(": steady, ").awaitCharts(3);
      assertThat(call.end().exitCode()).isIn(0, Tool.INVALID);
    }
  }

  private static void showsWhatWasMeasured(Path result) throws IOException {
    RunResult run = RunResult.CODEC.read(result.resolve("result.json"));
    browser.show(result.resolve(ReportFolder.PAGE).toUri().toString()).awaitCharts(4).isQuiet();
    String p99 = NumberText.latency(run.latency().of(LatencyKind.END_TO_END).p99Nanos());
    assertThat(browser.text()).contains(run.verdict().status().name(), p99);
    List<?> received =
        (List<?>)
            browser.ask(
                "return Chart.getChart(document.querySelector('[data-chart=rates] canvas'))"
                    + ".data.datasets.find(d => d.label === 'received').data.map(p => p.y);");
    double sum = 0;
    List<TimelineInterval> drawn = drawn(run);
    assertThat(received).hasSize(drawn.size());
    for (int i = 0; i < received.size(); i++) {
      sum += ((Number) received.get(i)).doubleValue() * drawn.get(i).lengthMillis() / 1e3;
    }
    long rest = run.timeline().stream().mapToLong(TimelineInterval::received).sum();
    rest -= drawn.stream().mapToLong(TimelineInterval::received).sum();
    assertThat(sum + rest)
        .isCloseTo((double) run.messages().received(), org.assertj.core.data.Offset.offset(1.0));
    plotsTheDocument(run);
    browser.ask("document.querySelector('[data-chart=rates]').focus();");
    browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
    assertThat(
            (String)
                browser.ask("return document.querySelector('[data-chart=rates] + p').textContent;"))
        .as("the middle of the second interval")
        .matches("\\d\\.\\d s: sent [^,]+, received .+");
    browser.picture("run-light").theme("dark").awaitCharts(4).picture("run-dark").theme("light");
    fitsAPhone("run-phone");
  }

  /** Without the last part of a second. */
  private static List<TimelineInterval> drawn(RunResult run) {
    return run.timeline().stream().filter(interval -> interval.lengthMillis() == 1_000).toList();
  }

  /** Every point of every line, as the chart's own data has it. */
  private static void plotsTheDocument(RunResult run) {
    Map<String, Function<TimelineInterval, OptionalDouble>> lines = new LinkedHashMap<>();
    lines.put("rates/sent", i -> rate(i, i.sent()));
    lines.put("rates/received", i -> rate(i, i.received()));
    if (run.timeline().stream().anyMatch(i -> i.acknowledged() != i.sent())) {
      lines.put("rates/acknowledged", i -> rate(i, i.acknowledged()));
    }
    lines.put("backlog/backlog", i -> OptionalDouble.of((double) i.backlog()));
    lines.put("latency-over-time/p50", i -> real(i.endToEndP50Nanos()));
    lines.put("latency-over-time/p99", i -> real(i.endToEndP99Nanos()));
    lines.put("latency-over-time/max", i -> real(i.endToEndMaxNanos()));
    lines.put("cpu/broker", TimelineInterval::brokerCpuPercentOfCore);
    lines.put("cpu/generator", TimelineInterval::generatorCpuPercentOfCore);
    lines.put("memory/resident", i -> real(i.brokerRssBytes()));
    lines.forEach(
        (line, figure) -> {
          List<Double> plotted =
              plotted(line.replaceFirst("/.*", ""), line.replaceFirst(".*/", ""));
          assertThat(plotted).as(line).hasSize(drawn(run).size());
          for (int i = 0; i < plotted.size(); i++) {
            OptionalDouble expected = figure.apply(drawn(run).get(i));
            assertThat(Double.isNaN(plotted.get(i)))
                .as("whether %s is known in interval %d", line, i)
                .isEqualTo(expected.isEmpty());
            assertThat(expected.isEmpty() ? 0 : plotted.get(i))
                .as("%s in interval %d", line, i)
                .isCloseTo(expected.orElse(0), Percentage.withPercentage(0.001));
          }
        });
    Histogram endToEnd = run.latency().of(LatencyKind.END_TO_END).toHistogram();
    List<Double> places = numbers("percentiles", "end-to-end", "x");
    List<Double> curve = plotted("percentiles", "end-to-end");
    assertThat(curve).hasSizeGreaterThan(20);
    for (int i = 0; i < curve.size(); i++) {
      boolean slowest = places.get(i) >= endToEnd.getTotalCount();
      double expected =
          slowest
              ? endToEnd.getMaxValue()
              : endToEnd.getValueAtPercentile(100 - 100 / places.get(i));
      assertThat(curve.get(i))
          .as("one of %s is slower", places.get(i))
          .isCloseTo(expected, Percentage.withPercentage(0.2));
    }
  }

  private static OptionalDouble rate(TimelineInterval interval, long count) {
    return OptionalDouble.of(count * 1e3 / interval.lengthMillis());
  }

  private static OptionalDouble real(OptionalLong value) {
    return value.isPresent()
        ? OptionalDouble.of((double) value.getAsLong())
        : OptionalDouble.empty();
  }

  private static List<Double> plotted(String chart, String line) {
    return numbers(chart, line, "y");
  }

  /** NaN where nothing is drawn. */
  private static List<Double> numbers(String chart, String line, String axis) {
    List<?> points =
        (List<?>)
            browser.ask(
                "return Chart.getChart(document.querySelector('[data-chart="
                    + chart
                    + "] canvas')).data.datasets.find(d => d.label === '"
                    + line
                    + "').data.map(p => p."
                    + axis
                    + ");");
    return points.stream().map(ReportIT::number).toList();
  }

  private static double number(Object point) {
    return point instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  private static void fitsAPhone(String picture) {
    browser.resize(360, 740).awaitWidth(360);
    browser.awaitCharts(1).picture(picture).resize(1280, 900);
  }

  private static void readsWithoutAScript(Path result) throws IOException {
    RunResult run = RunResult.CODEC.read(result.resolve("result.json"));
    browser.scripts(false).show(result.resolve(ReportFolder.PAGE).toUri().toString());
    assertThat(browser.text())
        .contains(run.verdict().status().name())
        .contains(NumberText.latency(run.latency().of(LatencyKind.SERVICE).p999Nanos()))
        .contains("Charts need a script");
    browser.scripts(true);
  }

  @Test
  void everyKindOfResultIsDrawn() throws IOException {
    Path results = Files.createDirectories(folder.resolve("stored"));
    put(results, "failover", "failover.json", "result.json");
    put(results, "connects", "connects.json", "result.json");
    put(results, "search", "search.json", "search.json");
    put(results, "ab", "ab.json", "ab.json");
    put(results, "study", "study.json", "study.json");
    Path overview = ReportFolder.write(results, left -> {});

    browser.scripts(true).theme("light").resize(1280, 900);
    shows(overview, 1, "overview");
    shows(results.resolve("failover/report.html"), 6, "failover");
    shows(results.resolve("connects/report.html"), 1, "connects");
    shows(results.resolve("search/report.html"), 4, "search");
    shows(results.resolve("ab/report.html"), 2, "ab");
    shows(results.resolve("study/report.html"), 3, "study");
  }

  private static void shows(Path page, int charts, String name) throws IOException {
    browser.show(page.toUri().toString()).awaitCharts(charts).isQuiet().picture(name);
    readsByKeyboardWhatTheTablesSay();
    fitsAPhone(name + "-phone");
    prints(name);
  }

  /** What a script words and what the page was written with are the same figures. */
  private static void readsByKeyboardWhatTheTablesSay() {
    List<?> charts =
        (List<?>)
            browser.ask(
                "return [...document.querySelectorAll('.plot')].map(p => p.dataset.chart);");
    for (Object chart : charts) {
      String plot = "[data-chart='" + chart + "']";
      browser.ask("document.querySelector(arguments[0]).focus();", plot);
      browser.press(Keys.END);
      String said =
          (String)
              browser.ask(
                  "return document.querySelector(arguments[0] + ' + p').textContent;", plot);
      List<?> figures =
          (List<?>)
              browser.ask(
                  "const table = document.querySelector(arguments[0]).closest('figure')"
                      + ".querySelector('tbody');"
                      + "return table ? [...table.lastElementChild.children]"
                      + ".map(cell => cell.textContent) : [];",
                  plot);
      assertThat(said).as("%s", chart).contains(": ");
      figures.stream()
          .map(Object::toString)
          .filter(figure -> !figure.equals("\u2013"))
          .forEach(figure -> assertThat(said).as("%s", chart).contains(figure));
      browser.press(Keys.ESCAPE);
    }
  }

  /** Dark on white and as wide as the paper, whatever the screen has. */
  private static void prints(String name) throws IOException {
    browser.theme("dark");
    browser.ask(
        "addEventListener('beforeprint', () => { window.printed = {"
            + " paper: getComputedStyle(document.body).backgroundColor,"
            + " widest: Math.max(...[...document.querySelectorAll('canvas')]"
            + ".map(c => c.clientWidth))}; });");
    byte[] pdf = browser.print();
    Files.write(Path.of("target", "pictures", name + ".pdf"), pdf);
    assertThat(new String(pdf, StandardCharsets.ISO_8859_1)).startsWith("%PDF-");
    Map<?, ?> printed = (Map<?, ?>) browser.ask("return window.printed;");
    assertThat(printed.get("paper")).isEqualTo("rgb(255, 255, 255)");
    assertThat((Long) printed.get("widest")).isBetween(300L, 700L);
    assertThat((Boolean) browser.ask("return document.documentElement.matches('.paper');"))
        .as("the screen is as it was")
        .isFalse();
    browser.theme("light");
  }

  private static void put(Path results, String name, String example, String document)
      throws IOException {
    Path result = Files.createDirectories(results.resolve(name));
    Files.copy(EXAMPLES.resolve(example), result.resolve(document));
  }
}
