package io.brokerbench.report.page;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.experiment.search.SearchFindings.LimitedBy;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.html.Table;
import io.brokerbench.report.html.Table.Cell;
import io.brokerbench.report.page.PageBlocks.Card;
import io.brokerbench.report.page.PageBlocks.Tone;
import io.brokerbench.report.text.ResultSentences;
import io.brokerbench.report.text.StepColumn;
import io.brokerbench.report.text.ThresholdText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The page of a search: the answer, the knee curve, and every step. */
final class SearchPage {

  private final SearchResult result;
  private final PageContext pageContext;
  private final KneeCharts knee;

  SearchPage(SearchResult result, PageContext pageContext) {
    this.result = result;
    this.pageContext = pageContext;
    this.knee = new KneeCharts(result.steps(), result.sustainablePerSecond(), this::page);
  }

  String html() {
    String title =
        "Sustainable throughput of " + result.scenario().name() + " on " + result.broker().title();
    Page page = Page.of(title);
    String about =
        PageBlocks.time(result.startedAt()) + "; " + PageBlocks.machine(result.environment());
    page.add(PageBlocks.head(title, about));
    List<ThresholdCheck> thresholds = result.thresholds().orElse(List.of());
    PageBlocks.crossed(page, ThresholdText.headline(thresholds), result.answers());
    page.add(PageBlocks.verdict(tone(), word(), ResultSentences.answer(result) + ".", reasons()));
    page.add(PageBlocks.cards(cards()));
    PageBlocks.thresholds(page, thresholds, result.answers());
    page.add(PageBlocks.usage());
    if (!result.steps().isEmpty()) {
      page.heading("Knee curve");
      page.charts(knee.charts(), steps());
    }
    PageBlocks.scenario(page, result.scenario(), List.of(result.broker().product()));
    Map<String, String> words = new LinkedHashMap<>();
    words.put("broker", PageBlocks.broker(result.broker()));
    words.put("driver", PageBlocks.driver(result.driver()));
    words.put("machine", PageBlocks.machine(result.environment()));
    words.put("tool", result.environment().tool() + " on " + result.environment().jvm());
    page.heading("Environment");
    page.add(PageBlocks.words(words));
    PageBlocks.again(page, pageContext);
    return page.html();
  }

  private Tone tone() {
    if (result.sustainablePerSecond().isEmpty()) {
      return result.limitedBy().isBrokers() ? Tone.BAD : Tone.WARN;
    }
    boolean bounded = result.limitedBy() == LimitedBy.UPPER_RATE && result.notConfirmed().isEmpty();
    return result.conclusive() || bounded ? Tone.GOOD : Tone.WARN;
  }

  private String word() {
    return result.sustainablePerSecond().isPresent()
        ? (result.conclusive() ? "" : "at least ")
            + NumberText.rate(result.sustainablePerSecond().getAsDouble())
            + " msg/s"
        : ResultSentences.invalid(result).orElse("none");
  }

  private List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    if (!result.complete()) {
      reasons.add("The search did not go to its end.");
    }
    reasons.add(sentence(ResultSentences.limit(result)));
    ResultSentences.interval(result)
        .ifPresent(text -> reasons.add("The limit lies in " + text + "."));
    ResultSentences.normalised(result)
        .ifPresent(text -> reasons.add("At 100 % CPU: " + text + "."));
    return reasons;
  }

  private static String sentence(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT)
        + text.substring(1)
        + (text.endsWith(".") ? "" : ".");
  }

  private List<Card> cards() {
    List<Card> cards = new ArrayList<>();
    cards.add(
        Card.of(
            result.notConfirmed().isEmpty() ? "Sustained" : "Kept",
            word(),
            "of " + NumberText.counted(result.steps().size(), "step")));
    if (result.sustainablePerSecond().isPresent()) {
      String most = "at most " + NumberText.count(result.backlogHighWaterMark());
      cards.add(Card.of("Backlog at that rate", most, ""));
    }
    return cards;
  }

  /** Where readers of a step are led; nothing where its run was not kept. */
  private String page(SearchStep step) {
    return step.run().map(run -> PageBlocks.link(pageContext.target(run))).orElse("");
  }

  private Table steps() {
    List<String> header = new ArrayList<>(List.of("", "kind"));
    StepColumn.STEPS.forEach(column -> header.add(column.heading()));
    header.add("verdict");
    List<List<Cell>> rows = new ArrayList<>();
    for (SearchStep step : result.steps()) {
      String name = "step " + step.number();
      String why = step.verdict().reason().isEmpty() ? "" : ": " + step.verdict().reason();
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.text(name).leading(page(step)));
      cells.add(Cell.text(step.kind().name().toLowerCase(Locale.ROOT)));
      boolean counts = !KneeCharts.isInvalid(step);
      StepColumn.STEPS.forEach(
          column -> cells.add(Cell.figure(column.text(step)).counting(counts)));
      cells.add(Cell.text(step.verdict().outcome().title() + why));
      rows.add(cells);
    }
    return new Table("Steps in the order in which they were run", header, rows);
  }
}
