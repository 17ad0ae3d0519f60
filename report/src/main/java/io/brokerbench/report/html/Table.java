package io.brokerbench.report.html;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A table of figures.
 *
 * @param caption what it holds
 * @param groups common titles of columns that are beside each other, one for each column; empty
 *     texts, or no list at all, where there are none
 * @param header of the columns; the first column names the rows
 * @param rows as long as the header
 */
public record Table(
    String caption, List<String> groups, List<String> header, List<List<Cell>> rows) {

  /** Copies the lists. */
  public Table {
    groups = List.copyOf(groups);
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** One whose columns have no common titles. */
  public Table(String caption, List<String> header, List<List<Cell>> rows) {
    this(caption, List.of(), header, rows);
  }

  /**
   * A cell.
   *
   * @param text what is read
   * @param link where it leads, relative to the page; empty for nowhere
   * @param number whether it is a figure, which stands at the right
   * @param counts whether it says something; else it is struck through
   */
  public record Cell(String text, Optional<String> link, boolean number, boolean counts) {

    /** A word. */
    public static Cell text(String text) {
      return new Cell(text, Optional.empty(), false, true);
    }

    /** A figure with its unit. */
    public static Cell figure(String text) {
      return new Cell(text, Optional.empty(), true, true);
    }

    /** A word that leads somewhere. */
    public static Cell link(String text, String target) {
      return new Cell(text, Optional.of(target), false, true);
    }

    /** The same, leading somewhere; to nowhere if the target is empty. */
    public Cell leading(String target) {
      return target.isEmpty() ? this : new Cell(text, Optional.of(target), number, counts);
    }

    /** The same, struck through unless it counts. */
    public Cell counting(boolean says) {
      return new Cell(text, link, number, says);
    }
  }

  /** The same with all its figures struck through if they do not count. */
  public Table counting(boolean counts) {
    return new Table(
        caption,
        groups,
        header,
        rows.stream()
            .map(
                row ->
                    row.stream()
                        .map(cell -> cell.counting(cell.counts() && (counts || !cell.number()))))
            .map(Stream::toList)
            .toList());
  }

  /** Itself as HTML, in an element of its own that scrolls where it is too wide. */
  public Html html() {
    return html(new Html().element("caption", caption));
  }

  /** The same below a heading that says what it holds, which is not said again. */
  public Html underHeading() {
    return html(new Html().element("caption", caption, "class", "hidden"));
  }

  private Html html(Html named) {
    Html html = new Html();
    html.open("div", "class", "table", "role", "region", "tabindex", "0", "aria-label", caption);
    html.open("table").add(named).open("thead");
    groups(html);
    html.open("tr");
    for (int i = 0; i < header.size(); i++) {
      if (isFigures(i)) {
        html.element("th", header.get(i), "scope", "col", "class", "n");
      } else {
        html.element("th", header.get(i), "scope", "col");
      }
    }
    html.close("tr").close("thead").open("tbody");
    rows.forEach(row -> row(html, row));
    return html.close("tbody").close("table").close("div");
  }

  private void groups(Html html) {
    if (groups.stream().allMatch(String::isEmpty)) {
      return;
    }
    html.open("tr");
    for (int from = 0; from < groups.size(); ) {
      String group = groups.get(from);
      int to = from + 1;
      while (to < groups.size() && groups.get(to).equals(group)) {
        to++;
      }
      String span = Integer.toString(to - from);
      if (group.isEmpty()) {
        html.element("td", "", "colspan", span);
      } else {
        html.element("th", group, "scope", "colgroup", "colspan", span);
      }
      from = to;
    }
    html.close("tr");
  }

  private boolean isFigures(int column) {
    return column > 0 && !rows.isEmpty() && rows.stream().allMatch(r -> r.get(column).number());
  }

  private static void row(Html html, List<Cell> row) {
    html.open("tr");
    for (int i = 0; i < row.size(); i++) {
      Cell cell = row.get(i);
      if (i == 0) {
        html.open("th", "scope", "row");
      } else if (cell.number()) {
        html.open("td", "class", "n");
      } else {
        html.open("td");
      }
      if (!cell.counts()) {
        html.open("s");
      }
      cell.link()
          .ifPresentOrElse(
              target -> html.element("a", cell.text(), "href", target),
              () -> html.text(cell.text()));
      if (!cell.counts()) {
        html.close("s");
      }
      html.close(i == 0 ? "th" : "td");
    }
    html.close("tr");
  }
}
