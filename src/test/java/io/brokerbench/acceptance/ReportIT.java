package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.report.Figures;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.RunResultCodec;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.report.ReportFolder;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Reports as a browser shows them, while a run is under way and afterwards. */
@Tag("release")
class ReportIT {

  private static final Path EXAMPLES =
      Tool.PROJECT.resolve("report/src/test/resources/io/brokerbench/report");

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
  void aRunIsWatchedAndEndsAsItsReport() throws Exception {
    Tool tool = new Tool(folder);
    try (FaultyBroker broker = FaultyBroker.start();
        Call call =
            tool.start(
                line -> {},
                List.of(
                    ("run FANIN.Q1.SINGLE --publishers 10 --rate 500 --warmup 1s --duration 4s"
                            + " --watch --broker "
                            + broker.endpoint().uri())
                        .split(" ", -1)))) {
      String url =
          call.awaitLine("watch ").line("watch ").orElseThrow().text().replaceFirst(".* ", "");
      browser.scripts(true).theme("light").resize(1280, 900).show(url);
      browser.awaitCharts(3).awaitText("steady, ").picture("live");
      browser.awaitText("./brokerbench run FANIN.Q1.SINGLE").awaitCharts(4);
      Outcome outcome = call.end();
      assertThat(outcome.exitCode()).isIn(0, Tool.GENERATOR_LIMITED);
      assertThat(browser.text()).doesNotContain("It is running");
    }
    showsWhatWasMeasured(tool.resultFolder());
    readsWithoutAScript(tool.resultFolder());
  }

  private static void showsWhatWasMeasured(Path result) throws IOException {
    RunResult run = RunResultCodec.read(result.resolve("result.json"));
    browser.show(result.resolve(ReportFolder.PAGE).toUri().toString()).awaitCharts(4).isQuiet();
    String p99 = Figures.latency(run.latency().endToEnd().p99Nanos());
    assertThat(browser.text()).contains(run.verdict().status().name(), p99);
    List<?> received =
        (List<?>)
            browser.ask(
                "return Chart.getChart(document.querySelector('[data-chart=rates] canvas'))"
                    + ".data.datasets.find(d => d.label === 'received').data.map(p => p.y);");
    double sum = 0;
    for (int i = 0; i < received.size(); i++) {
      TimelineInterval interval = run.timeline().get(i);
      // A last interval of a few milliseconds has no rate.
      sum +=
          received.get(i) instanceof Number rate
              ? rate.doubleValue() * interval.lengthMillis() / 1e3
              : (double) interval.received();
    }
    assertThat(sum)
        .isCloseTo((double) run.messages().received(), org.assertj.core.data.Offset.offset(1.0));
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

  private static void fitsAPhone(String picture) {
    browser.resize(360, 740).awaitWidth(360);
    browser.awaitCharts(1).picture(picture).resize(1280, 900);
  }

  private static void readsWithoutAScript(Path result) throws IOException {
    RunResult run = RunResultCodec.read(result.resolve("result.json"));
    browser.scripts(false).show(result.resolve(ReportFolder.PAGE).toUri().toString());
    assertThat(browser.text())
        .contains(run.verdict().status().name())
        .contains(Figures.latency(run.latency().service().p999Nanos()))
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

  private static void shows(Path page, int charts, String name) {
    browser.show(page.toUri().toString()).awaitCharts(charts).isQuiet().picture(name);
    fitsAPhone(name + "-phone");
  }

  private static void put(Path results, String name, String example, String document)
      throws IOException {
    Path result = Files.createDirectories(results.resolve(name));
    Files.copy(EXAMPLES.resolve(example), result.resolve(document));
  }
}
