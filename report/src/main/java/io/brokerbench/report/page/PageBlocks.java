package io.brokerbench.report.page;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.definition.GroupedScenarioCodec;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.publication.Publications;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.report.group.GroupsReport;
import io.brokerbench.report.html.Html;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.html.Table;
import io.brokerbench.report.html.Table.Cell;
import io.brokerbench.report.text.ScenarioText;
import io.brokerbench.report.text.ThresholdText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What pages of different results have in common. */
final class PageBlocks {

  /** How good the news is. */
  enum Tone {
    GOOD,
    WARN,
    BAD
  }

  /**
   * A figure that stands out.
   *
   * @param id of the element that holds the value; empty where it is not needed
   * @param label what it is
   * @param value with its unit
   * @param note in small print; may be empty
   * @param counts whether it says something; else it is struck through
   */
  record Card(String id, String label, String value, String note, boolean counts) {
    static Card of(String label, String value, String note) {
      return new Card("", label, value, note, true);
    }

    Card counting(boolean says) {
      return new Card(id, label, value, note, says);
    }
  }

  private PageBlocks() {}

  /** What it is about. */
  static Html head(String title, String about) {
    return new Html().element("h1", title).element("p", about, "class", "about");
  }

  /** The answer in a word and a sentence, and why. */
  static Html verdict(Tone tone, String word, String sentence, List<String> reasons) {
    Html html = new Html();
    html.open("div", "class", "verdict " + tone.name().toLowerCase(java.util.Locale.ROOT));
    html.open("p").element("strong", word).text(" " + sentence).close("p");
    if (!reasons.isEmpty()) {
      html.open("ul");
      reasons.forEach(reason -> html.element("li", reason));
      html.close("ul");
    }
    return html.close("div");
  }

  /** Figures that stand out. */
  static Html cards(List<Card> cards) {
    Html html = new Html().open("dl", "class", "facts");
    for (Card card : cards) {
      html.open("div", "class", card.counts() ? "fact" : "fact void");
      html.element("dt", card.label());
      if (!card.counts()) {
        html.open("dd").element("s", card.value());
      } else if (card.id().isEmpty()) {
        html.open("dd").text(card.value());
      } else {
        html.open("dd").element("span", card.value(), "id", card.id());
      }
      if (!card.note().isEmpty()) {
        html.element("small", card.note());
      }
      html.close("dd").close("div");
    }
    return html.close("dl");
  }

  /** Words and what they mean here. */
  static Html words(Map<String, String> words) {
    Html html = new Html().open("dl", "class", "words");
    words.forEach((word, text) -> html.element("dt", word).element("dd", text));
    return html.close("dl");
  }

  /** A paragraph for each sentence. */
  static Html paragraphs(List<String> sentences) {
    Html html = new Html();
    sentences.forEach(sentence -> html.element("p", sentence));
    return html;
  }

  /** How to use charts, and a note for those whose browser runs no script. */
  static Html usage() {
    return new Html()
        .element("p", "Charts need a script; their figures are in the tables.", "class", "nojs")
        .element(
            "p",
            "Drag along a chart to zoom in, double-click to see all of it. The names above it hide"
                + " and show its lines. Titles of columns sort their tables.",
            "class",
            "withjs");
  }

  /**
   * What leads the page where thresholds are crossed.
   *
   * @param crossed which ones; nothing is added where it is empty
   * @param counts whether what was measured says something
   */
  static void crossed(Page page, String crossed, boolean counts) {
    if (counts && !crossed.isEmpty()) {
      page.add(verdict(Tone.BAD, "FAILED", "threshold crossed: " + crossed, List.of()));
    }
  }

  /**
   * Each threshold with its value, its limit, and how far they are apart.
   *
   * @param counts whether what was measured says something
   */
  static void thresholds(Page page, List<ThresholdCheck> thresholds, boolean counts) {
    thresholds(page, List.of(), List.of(new Checked(Cell.text(""), thresholds, counts)));
  }

  /**
   * The same, of several results.
   *
   * @param of what these are, as the title of a column; none where there is only one
   */
  static void thresholds(Page page, List<String> of, List<Checked> results) {
    List<List<Cell>> crossed = new ArrayList<>();
    List<List<Cell>> kept = new ArrayList<>();
    for (Checked result : results) {
      for (ThresholdCheck check : result.thresholds()) {
        List<Cell> row = new ArrayList<>(of.isEmpty() ? List.of() : List.of(result.named()));
        row.addAll(threshold(check, result.counts()));
        (check.isCrossed() && result.counts() ? crossed : kept).add(row);
      }
    }
    crossed.addAll(kept);
    if (crossed.isEmpty()) {
      return;
    }
    List<String> header = new ArrayList<>(of);
    header.addAll(List.of("threshold", "", "figure", "value", "limit", "margin"));
    page.heading("Thresholds");
    page.add(new Table("The crossed ones first", header, crossed).html());
  }

  /**
   * The thresholds of one of several results.
   *
   * @param named names the result and leads to it
   * @param counts whether its figures say something; else they are struck through
   */
  record Checked(Cell named, List<ThresholdCheck> thresholds, boolean counts) {}

  private static List<Cell> threshold(ThresholdCheck check, boolean counts) {
    return List.of(
        Cell.text(check.threshold().toString()),
        Cell.text(ThresholdText.outcome(check, counts)),
        Cell.text(check.figure().title()),
        Cell.figure(
                check.value().isPresent()
                    ? check.figure().unit().text(check.value().getAsDouble())
                    : "not known")
            .counting(counts),
        Cell.figure(check.fails()).counting(counts),
        Cell.figure(check.distance().orElse("\u2013")).counting(counts));
  }

  /** Whether the figures of a run say something about the broker. */
  static boolean counts(Verdict verdict) {
    return !verdict.isInvalid() && verdict.status() != Verdict.Status.FAILED;
  }

  /**
   * The scenario in words, and all of it.
   *
   * @param products of the brokers
   */
  static void scenario(Page page, Scenario scenario, List<String> products) {
    page.heading("Scenario");
    String name = scenario.name() + ": " + scenario.description();
    page.add(new Html().element("p", name));
    Publications.load()
        .sentence(scenario, products)
        .ifPresent(text -> page.add(new Html().element("p", "Published: " + text + ".")));
    page.add(new Html().element("pre", String.join("\n", ScenarioText.lines("", scenario))));
    String yaml = ScenarioCodec.write(scenario, ScenarioFormat.YAML);
    page.details("The scenario in full", new Html().element("pre", yaml));
  }

  /** The groups in words, and all of them. */
  static void scenario(Page page, GroupedScenario groups) {
    page.heading("Scenario");
    page.add(new Html().element("p", groups.name() + ": " + groups.description()));
    page.add(new Html().element("pre", String.join("\n", GroupsReport.plan(groups))));
    page.details(
        "The scenario in full", new Html().element("pre", GroupedScenarioCodec.write(groups)));
  }

  /** How to do it again, and the other files of the folder. */
  static void again(Page page, PageContext pageContext) {
    page.heading("Do it again");
    if (pageContext.part() && pageContext.again().isPresent()) {
      page.add(new Html().element("p", "It is a part of what this command does:"));
    }
    pageContext
        .again()
        .ifPresentOrElse(
            command -> page.add(new Html().open("pre").element("code", command).close("pre")),
            () -> page.add(new Html().element("p", "The command was not kept.")));
    if (pageContext.files().isEmpty()) {
      return;
    }
    Html html = new Html().open("p").text("Beside this page: ");
    for (int i = 0; i < pageContext.files().size(); i++) {
      String file = pageContext.files().get(i);
      html.text(i == 0 ? "" : ", ").element("a", file, "href", link(file));
    }
    page.add(html.close("p"));
  }

  /** A file of the same folder; a name that begins like an address stays a name. */
  static String link(String file) {
    return "./" + file;
  }

  static String broker(BrokerIdentity broker) {
    return broker.title()
        + ", "
        + broker.origin()
        + " ("
        + broker.selector()
        + ")"
        + broker.limits().map(limits -> ", limited to " + limits.text()).orElse("");
  }

  static String driver(DriverInfo driver) {
    String consumers =
        driver
            .consumers()
            .map(other -> "; consumers by " + other.name() + " over " + other.transport())
            .orElse("");
    return "%s over %s, %s, %s%s"
        .formatted(
            driver.name(),
            driver.transport(),
            NumberText.counted(driver.lanes(), "lane"),
            NumberText.counted(driver.workers(), "worker"),
            consumers);
  }

  static String machine(Environment environment) {
    return "%s, %s, %s; %s, %s"
        .formatted(
            environment.cpuModel(),
            NumberText.counted(environment.cores(), "core"),
            NumberText.bytes(environment.memoryBytes()),
            environment.os(),
            environment.architecture());
  }

  static String time(Instant instant) {
    return instant
        .truncatedTo(ChronoUnit.SECONDS)
        .toString()
        .replace('T', ' ')
        .replace("Z", " UTC");
  }
}
