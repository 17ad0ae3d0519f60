package io.brokerbench.report.page;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.report.html.Html;
import io.brokerbench.report.html.LineChart.Place;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.html.Table;
import io.brokerbench.report.html.Table.Cell;
import io.brokerbench.report.page.PageBlocks.Card;
import io.brokerbench.report.page.PageBlocks.Tone;
import io.brokerbench.report.text.FigureText;
import io.brokerbench.report.text.MissingRanges;
import io.brokerbench.report.text.RequestText;
import io.brokerbench.report.text.ResultSentences;
import io.brokerbench.report.text.ThresholdText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The page of one run. */
final class RunPage {

  /** More would cover each other. */
  private static final int MOST_MARKS = 20;

  static final String DOUBT = " are struck through: they do not count.";

  private final RunResult result;
  private final PageContext pageContext;
  private final FigureText figures;
  private final boolean counts;

  RunPage(RunResult result, PageContext pageContext) {
    this.result = result;
    this.pageContext = pageContext;
    this.figures = new FigureText(result);
    this.counts = PageBlocks.counts(result.verdict());
  }

  String html() {
    String title = result.scenario().name() + " on " + result.broker().title();
    Page page = Page.of(title + ": " + ResultSentences.word(result));
    String about =
        PageBlocks.time(result.startedAt()) + "; " + PageBlocks.machine(result.environment());
    page.add(PageBlocks.head(title, about));
    PageBlocks.crossed(page, ThresholdText.headline(ThresholdCheck.of(result)), counts);
    page.add(verdict());
    if (!counts) {
      String word = result.verdict().status().name();
      page.add(
          new Html().element("p", "Figures of a run that is " + word + DOUBT, "class", "note"));
      page.doubting(word);
    }
    page.add(PageBlocks.cards(cards()));
    PageBlocks.thresholds(page, ThresholdCheck.of(result), counts);
    page.add(PageBlocks.usage());
    if (result.scenario().connectsOnly()) {
      connections(page);
    } else {
      latency(page);
    }
    result.failover().ifPresent(failover -> failover(page, failover));
    result.storm().ifPresent(storm -> StormSection.add(page, result, storm));
    timeline(page);
    result.drift().ifPresent(drift -> DriftTable.add(page, drift));
    account(page);
    PageBlocks.scenario(page, result.scenario(), List.of(result.broker().product()));
    environment(page);
    PageBlocks.again(page, pageContext);
    return page.html();
  }

  private Html verdict() {
    Verdict verdict = result.verdict();
    List<String> reasons = new ArrayList<>();
    if (!verdict.complete()) {
      reasons.add("Incomplete: " + ResultSentences.incomplete(result));
    }
    String sentence = ResultSentences.verdict(result);
    verdict.reasons().stream()
        .skip(isFine(verdict) ? 1 : 0)
        .filter(reason -> !sentence.contains(reason))
        .forEach(reasons::add);
    if (!result.messages().missing().isEmpty()) {
      boolean fanOut = result.scenario().topology().fanOut() > 1;
      reasons.add(
          result
              .requests()
              .map(requests -> "Unanswered: " + RequestText.unanswered(requests))
              .orElseGet(
                  () -> "Missing, " + MissingRanges.of(result.messages().missing(), fanOut)));
    }
    return PageBlocks.verdict(tone(verdict), verdict.status().name(), sentence, reasons);
  }

  /** Then the first reason is what the sentence says. */
  private static boolean isFine(Verdict verdict) {
    return verdict.status() == Verdict.Status.OK && verdict.complete();
  }

  static Tone tone(Verdict verdict) {
    return switch (verdict.status()) {
      case OK -> verdict.complete() ? Tone.GOOD : Tone.WARN;
      case GENERATOR_LIMITED, DISTURBED -> Tone.WARN;
      case BROKER_LIMITED, CONTRACT_BROKEN, FAILED -> Tone.BAD;
    };
  }

  private List<Card> cards() {
    List<Card> cards = new ArrayList<>();
    if (result.scenario().connectsOnly()) {
      cards.add(
          Card.of(
              "Connections",
              figures.value("connections.perSecond"),
              figures.fill("{connections.connected} of {connections.asked}")));
      cards.add(Card.of("Connect p50", figures.value("latency.connect.p50"), "from when due"));
      cards.add(Card.of("Connect p99", figures.value("latency.connect.p99"), ""));
    } else if (result.stormOfMessages().isPresent()) {
      cards.addAll(StormSection.cards(figures));
    } else {
      ofMessages(cards);
    }
    cards.add(Card.of("Broker CPU", figures.value("broker.cpu"), figures.value("broker.peakRss")));
    cards.replaceAll(card -> card.counting(counts));
    // What follows says why a run does not count, and is true in any case.
    cards.add(
        Card.of(
            "Generator CPU",
            figures.value("generator.cpu"),
            result.generator().healthy() ? "healthy" : "over its limits"));
    result
        .machine()
        .ifPresent(
            machine ->
                cards.add(
                    Card.of(
                        "Other work",
                        figures.value("machine.otherCpu"),
                        "of %d%s"
                            .formatted(
                                machine.cores(), machine.disturbed() ? ", in the way" : ""))));
    return cards;
  }

  private void ofMessages(List<Card> cards) {
    cards.add(
        Card.of(
            "Received",
            figures.value("throughput.received"),
            figures.fill("of {throughput.offered} offered")));
    cards.add(Card.of("End-to-end p50", figures.value("latency.endToEnd.p50"), ""));
    cards.add(
        Card.of(
            "End-to-end p99",
            figures.value("latency.endToEnd.p99"),
            result.latency().find(LatencyKind.END_TO_END).isPresent()
                ? figures.fill("at most {latency.endToEnd.max}")
                : ""));
    cards.add(
        Card.of(
            "Lost", figures.value("messages.lost"), figures.fill("of {messages.expected} owed")));
    cards.add(
        Card.of(
            "Backlog",
            figures.fill("at most {backlog.highWaterMark}"),
            result.backlog().growing() ? "growing" : "not growing"));
  }

  private void latency(Page page) {
    Map<String, LatencySummary> all = latencies();
    page.heading("Latency");
    if (result.latency().of(LatencyKind.END_TO_END).count() == 0) {
      String none = "No message was delivered in the steady state, so there are no latencies.";
      page.add(new Html().element("p", none));
      return;
    }
    page.add(LatencyCharts.table("Latencies of the steady state", all).counting(counts).html());
    boolean storm = result.stormOfMessages().isPresent();
    String endToEnd = LatencyCharts.inWords(result.latency().of(LatencyKind.END_TO_END));
    String summary =
        storm
            ? "From when each delivery was due: " + endToEnd + "."
            : "End-to-end, from the intended send time: %s. Service time, from the actual send: %s."
                    .formatted(
                        endToEnd, LatencyCharts.inWords(result.latency().of(LatencyKind.SERVICE)))
                + " Where both part, messages left late: the send delay.";
    Map<String, LatencySummary> both = new LinkedHashMap<>();
    for (LatencyKind kind :
        List.of(LatencyKind.END_TO_END, storm ? LatencyKind.TIME_TO_LAST : LatencyKind.SERVICE)) {
      both.put(kind.title(), result.latency().of(kind));
    }
    page.charts(
        List.of(
            LatencyCharts.distribution("distribution", "Distribution of the latencies", both),
            LatencyCharts.percentiles("percentiles", "Latency by percentile", summary, all)));
  }

  private Map<String, LatencySummary> latencies() {
    Map<String, LatencySummary> all = new LinkedHashMap<>();
    LatencyKind.shown(result).forEach((kind, latency) -> all.put(kind.title(), latency));
    return all;
  }

  private void connections(Page page) {
    Map<String, LatencySummary> parts = latencies();
    page.heading("Connections");
    page.add(new Html().element("p", ResultSentences.connections(result) + "."));
    result
        .connections()
        .refusals()
        .forEach(
            refusal ->
                page.add(
                    new Html()
                        .element(
                            "p", NumberText.count(refusal.count()) + " x " + refusal.reason())));
    page.add(
        LatencyCharts.table("From when a client was due to connect", parts)
            .counting(counts)
            .html());
    String summary =
        "Connect: " + LatencyCharts.inWords(result.latency().of(LatencyKind.CONNECT)) + ".";
    if (result.latency().of(LatencyKind.CONNECT).count() == 0) {
      return;
    }
    page.charts(
        List.of(
            LatencyCharts.distribution("distribution", "Distribution of connecting", parts),
            LatencyCharts.percentiles(
                "percentiles", "Connect latency by percentile", summary, parts)));
  }

  private void failover(Page page, Failover failover) {
    page.heading("Failover");
    page.charts(List.of(FailoverChart.of(result, failover)));
  }

  private void timeline(Page page) {
    if (result.timeline().isEmpty()) {
      return;
    }
    List<Place> marks = result.failover().map(RunPage::marks).orElse(List.of());
    TimelineCharts charts =
        new TimelineCharts(
            result.timeline(), marks, OptionalLong.of(result.backlog().highWaterMark()));
    page.heading("Over time");
    page.charts(charts.charts(), charts.table());
  }

  private static List<Place> marks(Failover failover) {
    String label = failover.fault().isPresent() ? "fault" : "broken";
    List<Place> marks = new ArrayList<>();
    for (Failover.Outage outage : failover.each().stream().limit(MOST_MARKS).toList()) {
      double fault = outage.atMillis() / 1e3;
      marks.add(Place.at(label, fault));
      outage
          .healedAfterNanos()
          .ifPresent(after -> marks.add(Place.at("undone", fault + after / 1e9)));
    }
    return marks;
  }

  private void account(Page page) {
    Map<String, String> words = new LinkedHashMap<>();
    ResultSentences.reasonCodes(result).ifPresent(text -> words.put("Reason codes", text));
    if (!result.scenario().connectsOnly()) {
      words.put("messages", ResultSentences.account(result));
      result
          .requests()
          .ifPresent(requests -> words.put("requests", RequestText.of(result, requests)));
      ResultSentences.warmUp(result).ifPresent(text -> words.put("warm-up", text));
      words.put("connections", ResultSentences.connections(result));
    }
    result
        .broadcast()
        .ifPresent(bursts -> words.put("bursts", ResultSentences.broadcast(result, bursts)));
    ResultSentences.agents(result)
        .forEach((name, text) -> words.put(name.isEmpty() ? "agents" : "agent " + name, text));
    words.putAll(ResultSentences.machine(result));
    page.heading("Account");
    page.add(PageBlocks.words(words));
    page.details("All figures", figures().counting(counts).html());
  }

  /** Each figure that the run has, by the path that options and assertions name it by. */
  private Table figures() {
    List<List<Cell>> rows = new ArrayList<>();
    FigureCatalogue.values(result)
        .forEach(
            (figure, value) ->
                rows.add(
                    List.of(
                        Cell.text(figure.path()),
                        Cell.text(figure.title()),
                        Cell.figure(figures.value(figure.path())))));
    return new Table("Figures of the run", List.of("path", "", "value"), rows);
  }

  private void environment(Page page) {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("broker", PageBlocks.broker(result.broker()));
    words.put("driver", PageBlocks.driver(result.driver()));
    result
        .driver()
        .tls()
        .ifPresent(
            tls -> words.put("TLS", tls.protocol() + ", " + tls.cipher() + ", " + tls.provider()));
    words.put("machine", PageBlocks.machine(result.environment()));
    words.put("tool", result.environment().tool() + " on " + result.environment().jvm());
    words.put("started", PageBlocks.time(result.startedAt()));
    page.heading("Environment");
    page.add(PageBlocks.words(words));
  }
}
