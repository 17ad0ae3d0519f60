package io.brokerbench.report.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.JsonProblem;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.report.html.Html;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.html.Quantity;
import io.brokerbench.report.html.Table;
import io.brokerbench.report.html.Table.Cell;
import io.brokerbench.report.page.OverviewPage.Listing;
import io.brokerbench.report.page.PageBlocks.Card;
import io.brokerbench.report.page.PageBlocks.Tone;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The page of a study: its tables, box plots, tests, curves and fits, and every cell.
 *
 * <p>It shows what the document {@code brokerbench.study/1} holds and computes nothing of it again.
 * Parts that a document does not have are left out.
 */
final class StudyPage implements ResultDocuments.Document {

  private static final String SCHEMA = "brokerbench.study/1";

  private final JsonNode study;

  /** Of each cell's folder the page of its run, or the folder where it had none. */
  private final Map<String, String> targets = new HashMap<>();

  private StudyPage(JsonNode study) {
    this.study = study;
    for (JsonNode cell : study.path("cells")) {
      String folder = cell.path("folder").asText();
      if (!folder.isEmpty()) {
        List<String> runs = each(cell.path("runs")).map(JsonNode::asText).toList();
        targets.put(folder, PageBlocks.link(folder) + "/" + StudyCell.mainPage(runs));
      }
    }
  }

  /**
   * Reads a document.
   *
   * @throws DefinitionException if it is not one of this schema; the message is one line
   */
  static StudyPage read(String json) {
    try {
      JsonNode tree = Json.mapper().readTree(json);
      String schema = tree.path("schema").asText("?");
      if (!schema.equals(SCHEMA)) {
        throw new DefinitionException("schema", "this version reads " + SCHEMA, schema);
      }
      return new StudyPage(tree);
    } catch (JsonProcessingException e) {
      throw new DefinitionException("not a study: " + JsonProblem.of(e), e);
    }
  }

  /** The elements of a list; none where it is missing. */
  static Stream<JsonNode> each(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  @Override
  public Listing entry(Path folder) {
    return Listing.of(
        folder,
        new Listing.Subject(startedAt(), text("name") + ", study", brokers()),
        complete() ? "complete" : "incomplete",
        NumberText.counted(cells(), "cell"));
  }

  @Override
  public String html(PageContext pageContext) {
    Page page = Page.of("Study " + text("name"));
    page.add(PageBlocks.head("Study " + text("name"), text("description")));
    page.add(verdict());
    page.add(
        PageBlocks.cards(
            List.of(
                Card.of(
                    "Cells",
                    NumberText.count(cells()),
                    NumberText.count(count("FAILED")) + " failed"),
                Card.of(
                    "Doubtful",
                    NumberText.count(count("DOUBTFUL")),
                    NumberText.count(count("INVALID")) + " invalid: to be measured again"),
                Card.of("Brokers", NumberText.count(study.path("brokers").size()), brokers()))));
    thresholds(page, pageContext.thresholds());
    page.add(PageBlocks.usage());
    String above = "";
    for (JsonNode table : study.path("tables")) {
      table(page, table, above);
      above = table.path("title").asText();
    }
    if (!above.isEmpty()) {
      String leads = "A figure leads to the run that it was measured in.";
      page.add(new Html().element("p", leads, "class", "note"));
    }
    pictures(page);
    tests(page);
    page.heading("Cells");
    page.add(
        new Html()
            .element(
                "p",
                "Each leads to what was measured; a run's page has the scenario in full, and its"
                    + " charts."));
    page.add(cellTable().html());
    page.heading("Brokers");
    page.add(PageBlocks.words(identities()));
    environment(page);
    Optional<String> again =
        pageContext
            .again()
            .or(() -> Optional.of(text("again")).filter(command -> !command.isEmpty()));
    PageBlocks.again(page, new PageContext(again, pageContext.files()));
    return page.html();
  }

  private Html verdict() {
    List<String> reasons =
        each(study.path("cells"))
            .filter(cell -> !cell.path("status").asText().equals("MEASURED"))
            .map(
                cell ->
                    name(cell)
                        + ": "
                        + cell.path("status").asText()
                        + ", "
                        + cell.path("reason").asText())
            .limit(20)
            .toList();
    String word = complete() ? "complete" : "incomplete";
    String sentence =
        complete()
            ? "All cells of the matrix are there."
            : "Some cells of the matrix have not been run; the same command goes on with them.";
    return PageBlocks.verdict(
        complete() && count("MEASURED") == cells() ? Tone.GOOD : Tone.WARN,
        word,
        sentence,
        reasons);
  }

  private static String name(JsonNode cell) {
    String repetition = " #" + cell.path("repetition").asInt(1);
    return Stream.of("scenario", "variant", "broker")
            .map(part -> cell.path(part).asText())
            .filter(part -> !part.isEmpty())
            .reduce((one, other) -> one + ", " + other)
            .orElse("cell")
        + repetition;
  }

  private void thresholds(Page page, Map<String, List<ThresholdCheck>> checks) {
    Map<Cell, List<ThresholdCheck>> cells = new LinkedHashMap<>();
    for (JsonNode cell : study.path("cells")) {
      cells.put(named(cell), checks.getOrDefault(cell.path("folder").asText(), List.of()));
    }
    PageBlocks.thresholds(page, List.of("cell"), cells);
  }

  /** A cell by its name, which leads to what was measured. */
  private Cell named(JsonNode cell) {
    return Cell.text(name(cell)).leading(targets.getOrDefault(cell.path("folder").asText(), ""));
  }

  /**
   * A table, below a heading unless it is the one that is above it already.
   *
   * @param above title of the table before
   */
  private void table(Page page, JsonNode table, String above) {
    List<String> header = new ArrayList<>();
    for (JsonNode column : table.path("columns")) {
      String unit = column.path("unit").asText();
      header.add(column.path("title").asText() + (unit.isEmpty() ? "" : " (" + unit + ")"));
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (JsonNode row : table.path("rows")) {
      rows.add(each(row).map(this::cell).toList());
    }
    String title = table.path("title").asText();
    if (!title.equals(above)) {
      page.heading(title);
    }
    page.add(new Table(title, header, rows).underHeading());
    if (!table.path("note").asText().isEmpty()) {
      page.add(new Html().element("p", table.path("note").asText(), "class", "note"));
    }
  }

  /** Each leads to what it was taken from. */
  private Cell cell(JsonNode cell) {
    String text = cell.path("text").asText();
    String target = text.isEmpty() ? "" : targets.getOrDefault(cell.path("cell").asText(), "");
    return (cell.has("value") ? Cell.figure(text) : Cell.text(text)).leading(target);
  }

  private void pictures(Page page) {
    StudyCharts charts = new StudyCharts(study);
    if (!charts.boxPlots().isEmpty()) {
      page.heading("Box plots");
      page.charts(charts.boxPlots());
    }
    if (!charts.curves().isEmpty()) {
      page.heading("Curves");
      page.charts(charts.curves());
    }
  }

  private void tests(Page page) {
    if (study.path("tTests").isEmpty()) {
      return;
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (JsonNode test : study.path("tTests")) {
      JsonNode figures = test.path("test");
      rows.add(
          List.of(
              Cell.text(test.path("title").asText() + ", " + test.path("scenario").asText()),
              Cell.text(test.path("broker").asText()),
              tested(test, "first"),
              tested(test, "second"),
              Cell.figure(number(figures.path("meanFirst"), test.path("unit").asText())),
              Cell.figure(number(figures.path("meanSecond"), test.path("unit").asText())),
              Cell.figure(number(figures.path("t"), "")),
              Cell.figure(number(figures.path("degreesOfFreedom"), "")),
              Cell.figure(number(figures.path("p"), "")),
              Cell.text(test.path("significant").asBoolean() ? "significant" : "not significant")));
    }
    page.heading("Welch's t-tests");
    page.add(
        new Table(
                "Two-sided; p below 0.05 says that the means differ",
                List.of(
                    "", "broker", "one", "other", "mean", "mean of the other", "t", "df", "p", ""),
                rows)
            .html());
  }

  /** A variant, which leads to the cell whose samples were tested unless there are several. */
  private Cell tested(JsonNode test, String which) {
    String variant = test.path(which).asText();
    List<String> found =
        each(study.path("cells"))
            .filter(cell -> cell.path("status").asText().equals("MEASURED"))
            .filter(cell -> cell.path("variant").asText().equals(variant))
            .filter(cell -> cell.path("scenario").equals(test.path("scenario")))
            .filter(cell -> cell.path("broker").equals(test.path("broker")))
            .map(cell -> targets.get(cell.path("folder").asText()))
            .filter(Objects::nonNull)
            .toList();
    return found.size() == 1 ? Cell.link(variant, found.get(0)) : Cell.text(variant);
  }

  static String number(JsonNode value, String unit) {
    return value.isNumber()
        ? NumberText.measured(value.asDouble()) + (unit.isEmpty() ? "" : " " + unit)
        : "\u2013";
  }

  private Table cellTable() {
    List<List<Cell>> rows = new ArrayList<>();
    for (JsonNode cell : study.path("cells")) {
      rows.add(
          List.of(
              named(cell),
              Cell.text(cell.path("status").asText()),
              Cell.text(cell.path("reason").asText()),
              Cell.figure(took(cell))));
    }
    return new Table("Every cell", List.of("cell", "status", "reason", "took"), rows);
  }

  private static String took(JsonNode cell) {
    String took = cell.path("took").asText();
    return took.isEmpty()
        ? "\u2013"
        : Quantity.SECONDS.text(Durations.parse(took).toMillis() / 1e3);
  }

  private void environment(Page page) {
    JsonNode environment = study.path("environment");
    if (environment.isMissingNode()) {
      return;
    }
    Map<String, String> words = new LinkedHashMap<>();
    for (String name : List.of("cpuModel", "cores", "os", "jvm", "tool")) {
      words.put(name.equals("cpuModel") ? "processor" : name, environment.path(name).asText());
    }
    page.heading("Environment");
    page.add(PageBlocks.words(words));
  }

  /** What each selector stood for. */
  private Map<String, String> identities() {
    Map<String, String> words = new LinkedHashMap<>();
    for (JsonNode broker : study.path("brokers")) {
      JsonNode identity = broker.path("identity");
      words.put(
          broker.path("selector").asText(),
          identity.isMissingNode() || identity.isNull()
              ? "not started"
              : "%s %s, %s"
                  .formatted(
                      identity.path("product").asText(),
                      identity.path("version").asText(),
                      identity.path("origin").asText()));
    }
    return words;
  }

  private Instant startedAt() {
    try {
      return Instant.parse(text("startedAt"));
    } catch (DateTimeException e) {
      throw new DefinitionException("startedAt", "an instant", text("startedAt"));
    }
  }

  private boolean complete() {
    return study.path("complete").asBoolean();
  }

  private int cells() {
    return study.path("cells").size();
  }

  private long count(String status) {
    return each(study.path("cells"))
        .filter(cell -> cell.path("status").asText().equals(status))
        .count();
  }

  private String brokers() {
    return String.join(
        ", ", each(study.path("brokers")).map(b -> b.path("selector").asText()).toList());
  }

  private String text(String field) {
    return study.path(field).asText();
  }
}
