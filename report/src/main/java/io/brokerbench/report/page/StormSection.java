package io.brokerbench.report.page;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.storm.StormKind;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.report.html.Html;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.html.Table;
import io.brokerbench.report.html.Table.Cell;
import io.brokerbench.report.page.PageBlocks.Card;
import io.brokerbench.report.text.FigureText;
import io.brokerbench.report.text.ResultSentences;
import java.util.List;
import java.util.stream.Collectors;

/** The part of a run's page about a storm: counts, and what is missing by name. */
final class StormSection {

  private StormSection() {}

  /** What a reader looks at first. */
  static List<Card> cards(FigureText figures) {
    return List.of(
        Card.of("Came", figures.value("storm.came"), figures.fill("of {storm.owed} owed")),
        Card.of("Until all had it", figures.value("storm.all"), "from the first client on"),
        Card.of(
            "A client had all after",
            figures.value("latency.timeToLast.p50"),
            figures.fill("at most {latency.timeToLast.max}")),
        Card.of("Not owed", figures.value("storm.unexpected"), ""));
  }

  static void add(Page page, RunResult result, StormOutcome storm) {
    page.heading("Storm");
    page.add(new Html().element("p", ResultSentences.storm(result, storm).get(0) + "."));
    storm
        .ends()
        .forEach(
            end ->
                page.add(
                    new Html().element("p", NumberText.count(end.count()) + " x " + end.reason())));
    storm.others().ifPresent(others -> page.add(kinds(result, storm, others).html()));
    names(page, missing(storm.kind()), storm.missingNames());
    names(page, unexpected(storm.kind()), storm.unexpectedNames());
  }

  /** The account of each kind of consumer. */
  private static Table kinds(RunResult result, StormOutcome storm, StormOutcome.Others others) {
    FigureText figures = new FigureText(result);
    return new Table(
        "Slow consumers, and the others",
        List.of("consumers", "number", "owed", "came", "never came", "p50", "p99"),
        List.of(
            List.of(
                Cell.text("slow"),
                Cell.figure(NumberText.count(storm.acts())),
                Cell.figure(figures.value("storm.owed")),
                Cell.figure(figures.value("storm.came")),
                Cell.figure(figures.value("storm.missing")),
                Cell.figure(figures.value("latency.storm.p50")),
                Cell.figure(figures.value("latency.storm.p99"))),
            List.of(
                Cell.text("others"),
                Cell.figure(NumberText.count(others.consumers())),
                Cell.figure(figures.value("storm.others.owed")),
                Cell.figure(figures.value("storm.others.came")),
                Cell.figure(figures.value("storm.others.missing")),
                Cell.figure(figures.value("latency.endToEnd.p50")),
                Cell.figure(figures.value("latency.endToEnd.p99")))));
  }

  private static String missing(StormKind kind) {
    return switch (kind) {
      case RETAINED, WILL, SILENCE -> "Missing";
      case TAKEOVER -> "Connections that did not end";
      case RECONNECT -> "Clients that did not come back";
      case CHURN -> "Clients that were not accepted";
      case SLOW -> "Slow consumers that never got all";
    };
  }

  private static String unexpected(StormKind kind) {
    return switch (kind) {
      case RETAINED, WILL, SILENCE -> "Came and was not owed";
      case TAKEOVER, RECONNECT -> "Clients without a session, as the broker said";
      case CHURN -> "Clients that did not stay";
      case SLOW -> "Slow consumers whose connections the broker ended";
    };
  }

  private static void names(Page page, String title, List<StormOutcome.Named> names) {
    if (names.isEmpty()) {
      return;
    }
    List<List<Cell>> rows =
        names.stream()
            .map(
                named ->
                    List.of(
                        Cell.text(named.name()),
                        Cell.figure(NumberText.count(named.count())),
                        Cell.text(
                            named.consumers().stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(", ")))))
            .toList();
    page.add(new Table(title, List.of("name", "consumers", "their ids"), rows).html());
  }
}
