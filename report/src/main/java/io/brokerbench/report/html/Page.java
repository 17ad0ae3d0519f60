package io.brokerbench.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A page that is complete in itself: style, script and figures are in it, and its content security
 * policy lets a browser load nothing from anywhere, and run no other script.
 *
 * <p>Belongs to one thread.
 */
public final class Page {

  /** Where a live page hears what is new; the script knows it too. */
  public static final String EVENTS = "events";

  private final String title;
  private final boolean live;
  private final Html content = new Html();
  private String doubt = "";
  private final List<Chart> charts = new ArrayList<>();

  private Page(String title, boolean live) {
    this.title = title;
    this.live = live;
  }

  /** A page that does not change. */
  public static Page of(String title) {
    return new Page(title, false);
  }

  /** A page that listens, at {@link #EVENTS} beside its own address, for what is new. */
  public static Page live(String title) {
    return new Page(title, true);
  }

  /**
   * Draws the charts that follow without colours and strikes their figures through, as they do not
   * count.
   *
   * @param word why, in a word, which stands in the title of each chart
   */
  public Page doubting(String word) {
    doubt = word;
    return this;
  }

  /** Adds markup. */
  public Page add(Html html) {
    content.add(html);
    return this;
  }

  /** Begins a section. */
  public Page heading(String text) {
    content.element("h2", text);
    return this;
  }

  /** Adds charts, side by side where there is room, each with its figures as a table. */
  public Page charts(List<? extends Chart> added) {
    content.open("div", "class", "charts");
    added.forEach(chart -> figure(chart, true));
    content.close("div");
    return this;
  }

  /** Adds charts whose figures are in one table. */
  public Page charts(List<? extends Chart> added, Table table) {
    content.open("div", "class", "charts");
    added.forEach(chart -> figure(chart, false));
    content.close("div");
    return details("All figures of these charts", table.counting(doubt.isEmpty()).html());
  }

  /** Adds something that is shown on demand. */
  public Page details(String summary, Html html) {
    content.open("details").element("summary", summary).add(html).close("details");
    return this;
  }

  /**
   * What a live page hears: the text of some elements, by their id, and charts, new or changed.
   *
   * @return data in one line
   */
  public static String update(Map<String, String> texts, List<? extends Chart> charts) {
    return ChartJson.of(new Update(texts, List.copyOf(charts)));
  }

  /** A document as data in one line, which takes the place of a live page. */
  public static String replacement(String document) {
    return ChartJson.of(document);
  }

  private record Contents(boolean live, List<Chart> charts) {}

  private record Update(Map<String, String> facts, List<Chart> charts) {}

  private void figure(Chart chart, boolean withTable) {
    charts.add(chart);
    if (doubt.isEmpty()) {
      content.open("figure").element("figcaption", chart.title());
    } else {
      content.open("figure", "class", "void").open("figcaption").text(chart.title() + " ");
      content.element("span", doubt + ", does not count").close("figcaption");
    }
    content
        .open("div", "class", "plot", "data-chart", chart.id())
        .close("div")
        .element("p", chart.summary(), "class", "summary");
    if (withTable) {
      content
          .open("details")
          .element("summary", "Figures of this chart")
          .add(chart.table().counting(doubt.isEmpty()).html())
          .close("details");
    }
    content.close("figure");
  }

  /** The document. */
  public String html() {
    Assets assets = Assets.load();
    Html html = new Html();
    html.verbatim("<!DOCTYPE html>\n").open("html", "lang", "en");
    html.open("head").verbatim("<meta charset=\"utf-8\">\n");
    html.open("meta", "http-equiv", "Content-Security-Policy", "content", policy(assets));
    html.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.open("meta", "name", "generator", "content", "brokerbench");
    // A page that names no picture makes browsers ask for one.
    html.open("link", "rel", "icon", "href", "data:,");
    html.element("title", title);
    html.open("style").verbatim(assets.style()).close("style").close("head");
    html.open("body").element("a", "Skip to the figures", "class", "skip", "href", "#main");
    html.open("main", "id", "main").add(content).close("main");
    html.add(footer(assets));
    html.open("script", "type", "application/json", "id", "charts")
        .verbatim(ChartJson.of(new Contents(live, charts)))
        .close("script");
    html.open("script").verbatim(assets.script()).close("script");
    return html.close("body").close("html").toString();
  }

  private String policy(Assets assets) {
    return String.join(
        "; ",
        "default-src 'none'",
        "script-src " + Assets.source(assets.script()),
        "style-src " + Assets.source(assets.style()),
        "img-src data:",
        live ? "connect-src 'self'" : "connect-src 'none'",
        "base-uri 'none'",
        "form-action 'none'");
  }

  private static Html footer(Assets assets) {
    Html html = new Html();
    html.open("footer").element("p", "Made by brokerbench. Charts by Chart.js.");
    html.open("details").element("summary", "Licence of Chart.js");
    html.element("pre", assets.licence()).close("details").close("footer");
    return html;
  }
}
