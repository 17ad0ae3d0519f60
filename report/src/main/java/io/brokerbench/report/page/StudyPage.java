package io.brokerbench.report.page;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.statistics.WelchTest;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.experiment.study.StudyResult.StudyBroker;
import io.brokerbench.experiment.study.StudyResult.VariantTest;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.report.html.Html;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.html.Quantity;
import io.brokerbench.report.html.Table;
import io.brokerbench.report.html.Table.Cell;
import io.brokerbench.report.page.OverviewPage.Listing;
import io.brokerbench.report.page.PageBlocks.Card;
import io.brokerbench.report.page.PageBlocks.Tone;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The page of a study: its tables, box plots, tests, curves and fits, and every cell.
 *
 * <p>It shows what the document holds and computes nothing of it again. Parts that a study does not
 * have are left out.
 */
final class StudyPage implements ResultDocuments.Document {

  private final StudyResult study;

  /** Of each cell's folder the page of its run, or the folder where it had none. */
  private final Map<String, String> targets = new HashMap<>();

  StudyPage(StudyResult study) {
    this.study = study;
    for (StudyCell cell : study.cells()) {
      String page = PageBlocks.link(cell.folder()) + "/" + StudyCell.mainPage(cell.runs());
      targets.put(cell.folder(), page);
    }
  }

  @Override
  public Listing entry(Path folder) {
    return Listing.of(
        folder,
        new Listing.Subject(
            study.startedAt().orElseThrow(() -> DefinitionException.missing("startedAt")),
            study.name() + ", study",
            brokers()),
        study.complete() ? "complete" : "incomplete",
        NumberText.counted(cells(), "cell"));
  }

  @Override
  public String html(PageContext pageContext) {
    Page page = Page.of("Study " + study.name());
    page.add(PageBlocks.head("Study " + study.name(), study.description()));
    page.add(verdict());
    page.add(
        PageBlocks.cards(
            List.of(
                Card.of(
                    "Cells",
                    NumberText.count(cells()),
                    NumberText.count(count(StudyCell.Status.FAILED))
                        + " failed, "
                        + NumberText.count(count(StudyCell.Status.UNSUPPORTED))
                        + " unsupported"),
                Card.of(
                    "Doubtful",
                    NumberText.count(count(StudyCell.Status.DOUBTFUL)),
                    NumberText.count(count(StudyCell.Status.INVALID))
                        + " invalid: to be measured again"),
                Card.of("Brokers", NumberText.count(study.brokers().size()), brokers()))));
    thresholds(page, pageContext.thresholds());
    page.add(PageBlocks.usage());
    String above = "";
    for (StudyTable table : study.tables()) {
      table(page, table, above);
      above = table.title();
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
            .or(() -> Optional.of(study.again()).filter(command -> !command.isEmpty()));
    PageBlocks.again(page, new PageContext(again, pageContext.files()));
    return page.html();
  }

  private Html verdict() {
    List<StudyCell> wrong =
        study.cells().stream()
            .filter(cell -> !cell.passes() && cell.status() != StudyCell.Status.UNSUPPORTED)
            .toList();
    List<String> reasons =
        wrong.stream()
            .map(cell -> name(cell) + ": " + cell.status() + ", " + cell.reason())
            .limit(20)
            .toList();
    String word = study.complete() ? "complete" : "incomplete";
    String sentence =
        study.complete()
            ? "All cells of the matrix are there."
            : "Some cells of the matrix have not been run; the same command goes on with them.";
    return PageBlocks.verdict(
        study.complete() && wrong.isEmpty() ? Tone.GOOD : Tone.WARN, word, sentence, reasons);
  }

  private static String name(StudyCell cell) {
    return Stream.of(cell.scenario(), cell.variant(), cell.broker())
            .filter(part -> !part.isEmpty())
            .reduce((one, other) -> one + ", " + other)
            .orElse("cell")
        + " #"
        + cell.repetition();
  }

  private void thresholds(Page page, Map<String, List<ThresholdCheck>> checks) {
    PageBlocks.thresholds(
        page,
        List.of("cell"),
        study.cells().stream()
            .map(
                cell ->
                    new PageBlocks.Checked(
                        named(cell),
                        checks.getOrDefault(cell.folder(), List.of()),
                        cell.counts() || cell.status() == StudyCell.Status.DOUBTFUL))
            .toList());
  }

  /** A cell by its name, which leads to what was measured. */
  private Cell named(StudyCell cell) {
    return Cell.text(name(cell)).leading(targets.get(cell.folder()));
  }

  /**
   * A table, below a heading unless it is the one that is above it already.
   *
   * @param above title of the table before
   */
  private void table(Page page, StudyTable table, String above) {
    List<String> header =
        table.columns().stream()
            .map(
                column ->
                    column.title() + (column.unit().isEmpty() ? "" : " (" + column.unit() + ")"))
            .toList();
    List<List<Cell>> rows =
        table.rows().stream().map(row -> row.stream().map(this::cell).toList()).toList();
    if (!table.title().equals(above)) {
      page.heading(table.title());
    }
    List<String> groups = table.columns().stream().map(c -> c.group().orElse("")).toList();
    page.add(new Table(table.title(), groups, header, rows).underHeading());
    if (!table.note().isEmpty()) {
      page.add(new Html().element("p", table.note(), "class", "note"));
    }
  }

  /** Each leads to what it was taken from. */
  private Cell cell(StudyTable.Place place) {
    String text = place.text();
    String target = text.isEmpty() ? "" : place.cell().map(targets::get).orElse("");
    return (place.value().isPresent() ? Cell.figure(text) : Cell.text(text)).leading(target);
  }

  private void pictures(Page page) {
    StudyCharts charts = new StudyCharts(study);
    if (!study.bars().isEmpty()) {
      page.heading("Bar charts");
      page.charts(charts.bars(targets));
    }
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
    if (study.testNote().isEmpty()) {
      return;
    }
    page.heading("Welch's t-tests");
    page.add(new Html().element("p", study.testNote(), "class", "note"));
    if (study.tTests().isEmpty()) {
      return;
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (VariantTest test : study.tTests()) {
      WelchTest figures = test.test();
      rows.add(
          List.of(
              Cell.text(test.title() + ", " + test.scenario()),
              Cell.text(test.broker()),
              Cell.text(test.first()),
              Cell.text(test.second()),
              Cell.figure(test.firstRepetitions() + ", " + test.secondRepetitions()),
              Cell.figure(number(figures.meanFirst(), test.unit())),
              Cell.figure(number(figures.meanSecond(), test.unit())),
              Cell.figure(number(figures.t(), "")),
              Cell.figure(number(figures.degreesOfFreedom(), "")),
              Cell.figure(NumberText.chance(figures.p())),
              Cell.figure(NumberText.chance(test.adjustedP())),
              Cell.text(test.significant() ? "different" : "not different")));
    }
    page.add(
        new Table(
                "Tests of repetitions",
                List.of(
                    "",
                    "broker",
                    "one",
                    "other",
                    "repetitions",
                    "mean",
                    "mean of the other",
                    "t",
                    "df",
                    "p",
                    "adjusted p",
                    ""),
                rows)
            .html());
  }

  static String number(double value, String unit) {
    return Double.isNaN(value)
        ? "\u2013"
        : NumberText.measured(value) + (unit.isEmpty() ? "" : " " + unit);
  }

  private Table cellTable() {
    List<List<Cell>> rows = new ArrayList<>();
    for (StudyCell cell : study.cells()) {
      rows.add(
          List.of(
              named(cell),
              Cell.text(cell.status().name()),
              Cell.text(cell.reason()),
              Cell.figure(Quantity.SECONDS.text(cell.took().toMillis() / 1e3))));
    }
    return new Table("Every cell", List.of("cell", "status", "reason", "took"), rows);
  }

  private void environment(Page page) {
    if (study.environment().isEmpty()) {
      return;
    }
    Environment environment = study.environment().get();
    Map<String, String> words = new LinkedHashMap<>();
    words.put("processor", environment.cpuModel());
    words.put("cores", String.valueOf(environment.cores()));
    words.put("os", environment.os());
    words.put("jvm", environment.jvm());
    words.put("tool", environment.tool());
    page.heading("Environment");
    page.add(PageBlocks.words(words));
  }

  /** What each selector stood for. */
  private Map<String, String> identities() {
    Map<String, String> words = new LinkedHashMap<>();
    for (StudyBroker broker : study.brokers()) {
      words.put(
          broker.selector(),
          broker
              .identity()
              .map(it -> "%s %s, %s".formatted(it.product(), it.version(), it.origin()))
              .orElse("not started"));
    }
    return words;
  }

  private int cells() {
    return study.cells().size();
  }

  private long count(StudyCell.Status status) {
    return study.cells().stream().filter(cell -> cell.status() == status).count();
  }

  private String brokers() {
    return String.join(", ", study.brokers().stream().map(StudyBroker::selector).toList());
  }
}
