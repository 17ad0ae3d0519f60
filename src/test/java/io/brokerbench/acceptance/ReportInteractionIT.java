package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.Json;
import io.brokerbench.report.page.ReportFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** What readers do with a report: zoom, hide lines, sort, and open what a chart shows. */
class ReportInteractionIT {

  private static final Path EXAMPLES =
      Tool.PROJECT.resolve("report/src/test/resources/io/brokerbench/report/page");
  private static final String RATES = "[data-chart=rates]";
  private static final String KNEE = "[data-chart=knee-latency]";

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

  private static void show(String example, Consumer<ObjectNode> change) throws IOException {
    ObjectNode document = (ObjectNode) Json.mapper().readTree(EXAMPLES.resolve(example).toFile());
    change.accept(document);
    Path result = Files.createTempDirectory(folder, "result");
    boolean ofRun = !example.equals("search.json") && !example.equals("study.json");
    Files.writeString(result.resolve(ofRun ? "result.json" : example), document.toString());
    for (int step = 1; step <= 7 && example.equals("search.json"); step++) {
      Files.copy(EXAMPLES.resolve("run.json"), result.resolve("step-0" + step + ".json"));
    }
    Path page = ReportFolder.write(result, left -> {});
    browser.resize(1280, 900).show(page.toUri().toString()).awaitCharts(3);
  }

  private static void show(String example) throws IOException {
    show(example, document -> {});
  }

  /** Where the x axis of a chart begins and ends. */
  private static List<Double> axis(String plot) {
    List<?> ends =
        (List<?>)
            browser.ask(
                "const x = Chart.getChart(document.querySelector(arguments[0] + ' canvas'))"
                    + ".scales.x; return [x.min, x.max];",
                plot);
    return ends.stream().map(end -> ((Number) end).doubleValue()).toList();
  }

  private static Object said(String plot) {
    return browser.ask("return document.querySelector(arguments[0] + ' + p').textContent;", plot);
  }

  @Test
  void aDragZoomsEachChartOverTimeUntilADoubleClick() throws IOException {
    show("run.json");
    assertThat(axis(RATES)).containsExactly(0.0, 20.0);

    browser.drag(RATES, 0.4, 0.7);

    List<Double> zoomed = axis(RATES);
    assertThat(zoomed.get(0)).isBetween(5.0, 9.0);
    assertThat(zoomed.get(1)).isBetween(11.0, 15.0);
    assertThat(axis("[data-chart=cpu]")).isEqualTo(zoomed);
    assertThat(axis("[data-chart=percentiles]").get(0)).as("of other things").isEqualTo(1);
    browser.click(RATES, 2);
    assertThat(axis(RATES)).containsExactly(0.0, 20.0);
    browser.drag(RATES, 0.4, 0.7).click("[data-chart=cpu] .reset", 1);
    assertThat(axis(RATES)).containsExactly(0.0, 20.0);
    browser.isQuiet();
  }

  @Test
  void theKeyboardZoomsToo() throws IOException {
    show("run.json");

    browser.focus(RATES).type("++");
    assertThat(axis(RATES)).containsExactly(7.5, 12.5);
    browser.press(Keys.END);
    assertThat(axis(RATES)).as("where the value is that is read").containsExactly(17.0, 20.0);
    browser.type("0");
    assertThat(axis(RATES)).containsExactly(0.0, 20.0);
  }

  @Test
  void aLineThatIsHiddenStaysHiddenWhenThePageIsLoadedAgain() throws IOException {
    show("run.json");
    String visible =
        "return ['rates', 'latency-over-time'].map(id => Chart.getChart(document.querySelector("
            + "'[data-chart=' + id + '] canvas'))).map(c => c.isDatasetVisible(2));";
    assertThat(browser.ask(visible)).isEqualTo(List.of(true, true));

    browser.click("figure:has([data-chart=latency-over-time]) .legend .s2", 1);
    browser.reload().awaitCharts(4);

    assertThat(browser.ask(visible)).isEqualTo(List.of(true, false));
    browser.click("figure:has([data-chart=latency-over-time]) .legend .s2", 1);
    browser.reload().awaitCharts(4);
    assertThat(browser.ask(visible)).isEqualTo(List.of(true, true));
  }

  @Test
  void tablesAreSortedByTheirTitles() throws IOException {
    show("run.json");
    String p50 = ".table th:nth-child(3) button";
    List<String> written = List.of("12 ms", "12 ms", "70 us", "7.6 ms");
    assertThat(column()).isEqualTo(written);

    browser.click(p50, 1);
    assertThat(column()).containsExactly("ascending", "70 us", "7.6 ms", "12 ms", "12 ms");
    browser.focus(p50).press(Keys.ENTER);
    assertThat(column()).containsExactly("descending", "12 ms", "12 ms", "7.6 ms", "70 us");
    browser.press(Keys.SPACE);
    assertThat(column()).as("as it was").isEqualTo(written);
  }

  /** Lower bounds and very small numbers among others. */
  @Test
  void whatIsAtLeastSoMuchIsSortedAsAFigure() throws IOException {
    show("run.json");
    browser.ask(
        "const cells = [...document.querySelector('.table table').tBodies[0].rows]"
            + ".map(row => row.cells[2]);"
            + "['\\u2265 120\\u202f000', 'at least 940/s', '33\\u202f900', '1.2e-12']"
            + ".forEach((text, i) => { cells[i].textContent = text; });"
            + "return 0;");

    browser.click(".table th:nth-child(3) button", 1);

    assertThat(column())
        .containsExactly(
            "ascending", "1.2e-12", "at least 940/s", "33\u202f900", "\u2265 120\u202f000");
  }

  /** The medians of the table of latencies, after how it is sorted, if it is. */
  private static List<String> column() {
    List<?> texts =
        (List<?>)
            browser.ask(
                "const table = document.querySelector('.table table');"
                    + "const title = table.tHead.rows[0].cells[2].getAttribute('aria-sort');"
                    + "return [title, ...[...table.tBodies[0].rows]"
                    + ".map(row => row.cells[2].textContent)];");
    return texts.stream().map(Object::toString).filter(text -> !text.equals("none")).toList();
  }

  @Test
  void aStepOpensFromItsPoint() throws IOException {
    show("search.json");
    String places =
        "const chart = Chart.getChart(document.querySelector(arguments[0] + ' canvas'));"
            + "const at = chart.getDatasetMeta(0).data[0];"
            + "return [at.x / chart.width, at.y / chart.height];";
    List<?> share = (List<?>) browser.ask(places, KNEE);

    browser.click(
        KNEE, ((Number) share.get(0)).doubleValue(), ((Number) share.get(1)).doubleValue(), 1);

    browser.awaitAddress("/step-01.html");
    show("search.json");
    browser.focus(KNEE).press(Keys.HOME, Keys.ARROW_RIGHT);
    assertThat((String) said(KNEE)).startsWith("54").endsWith("Enter opens it.");
    browser.press(Keys.ENTER).awaitAddress("/step-02.html").awaitCharts(4);
  }

  @Test
  void anEventOfAFailoverOpensItsSecondsInTheChartsOverTime() throws IOException {
    show("failover.json");

    browser.focus("[data-chart=failover]").press(Keys.HOME, Keys.ARROW_DOWN);
    assertThat((String) said("[data-chart=failover]")).startsWith("no delivery: ");
    browser.press(Keys.ENTER);

    assertThat(axis(RATES)).containsExactly(12.0, 19.9);
    assertThat(axis("[data-chart=backlog]")).containsExactly(12.0, 19.9);
    browser.click(RATES, 2).click("[data-chart=failover]", 0.6, 0.1, 1);
    assertThat(axis(RATES)).as("the fault").containsExactly(12.0, 18.0);
  }

  @Test
  void anOutlierOfASearchIsMarkedAtTheEdgeWithItsValue() throws IOException {
    show(
        "search.json",
        search -> ((ObjectNode) search.at("/steps/4")).put("offeredPerSecond", 1_500_000.0));

    assertThat(axis(KNEE).get(1)).as("the end of the axis").isLessThan(120_000);
    browser.focus(KNEE).press(Keys.END);
    assertThat((String) said(KNEE)).startsWith("1\u202f500\u202f000/s: ");
    assertThat(
            browser.ask(
                "const chart = Chart.getChart(document.querySelector(arguments[0] + ' canvas'));"
                    + "const last = chart.data.datasets.at(-1);"
                    + "return [last.pointStyle.at(-1), last.pointRotation.at(-1),"
                    + " chart.tooltip.title[0]];",
                KNEE))
        .isEqualTo(List.of("triangle", 90L, "1\u202f500\u202f000/s"));
  }

  @Test
  void theCurveHasItsTicksWherePercentilesAreAskedFor() throws IOException {
    show("run.json");
    String ticks =
        "return Chart.getChart(document.querySelector('[data-chart=percentiles] canvas'))"
            + ".scales.x.ticks.map(tick => tick.label).filter(label => label);";

    assertThat((List<?>) browser.ask(ticks))
        .isEqualTo(List.of("0", "50", "90", "95", "99", "99.9", "99.99", "99.999"));
    browser.resize(360, 740).awaitWidth(360);
    assertThat(((List<?>) browser.ask(ticks)).stream().map(Object::toString))
        .as("without those for which there is no room")
        .contains("50", "90", "99", "99.9")
        .doesNotContain("95");
  }

  @Test
  void aFigureOfAStudyLooksLikeAFigureAndLeadsToItsRun() throws IOException {
    show("study.json");

    assertThat(
            browser.ask(
                "const link = document.querySelector('td.n a');"
                    + "const cell = getComputedStyle(link.parentElement);"
                    + "return [getComputedStyle(link).textDecorationLine,"
                    + " getComputedStyle(link).color === cell.color, link.getAttribute('href')];"))
        .isEqualTo(List.of("none", true, "./cells/q0/result.html"));
  }

  @Test
  void anInvalidRunLooksInvalid() throws IOException {
    show("run.json", run -> ((ObjectNode) run.path("verdict")).put("status", "GENERATOR_LIMITED"));
    String looks =
        "const tile = document.querySelector('.fact'); const style = e => getComputedStyle(e);"
            + "return [style(tile.querySelector('s')).textDecorationLine,"
            + " style(document.querySelector('.plot')).filter,"
            + " style(tile).backgroundColor === style(document.querySelector('.fact:not(.void)'))"
            + ".backgroundColor];";

    assertThat(browser.ask(looks)).isEqualTo(List.of("line-through", "grayscale(1)", false));
    Number above =
        (Number)
            browser.ask(
                "return document.querySelector('.facts').getBoundingClientRect().top"
                    + " - document.querySelector('.verdict').getBoundingClientRect().bottom;");
    assertThat(above.doubleValue()).as("the reason is on top").isCloseTo(20, within(40.0));
    browser.picture("invalid").theme("dark").picture("invalid-dark").theme("light");
    browser.resize(360, 740).awaitWidth(360).picture("invalid-phone");
  }
}
