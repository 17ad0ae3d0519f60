package io.brokerbench.report.html;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.brokerbench.report.html.Table.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Things one below the other, each with marks on a common axis: box plots, intervals, events.
 *
 * @param id by which the page knows it
 * @param title what it shows
 * @param summary what is to be seen
 * @param axis common to all
 * @param rows from the top
 */
@JsonTypeName("rows")
public record RowChart(String id, String title, String summary, Axis axis, List<Row> rows)
    implements Chart {

  /** What marks look like. */
  public enum Shape {
    /** A broad bar from one value to another. */
    BAR,
    /** A broad bar from zero to a value, in the colour of the marks that have its name. */
    FROM_ZERO,
    /** A thin line from one value to another, with an end at each. */
    WHISKER,
    /** A stroke across the row at one value. */
    TICK,
    /** A broken stroke across the row at one value: a limit. */
    LIMIT,
    /** A point. */
    DOT
  }

  /**
   * A mark.
   *
   * @param shape what it looks like
   * @param from its value
   * @param to its other end; the same where it has none
   * @param name what it is, for the table; those of one name stand in one column
   */
  public record Mark(Shape shape, double from, double to, String name) {

    /** Checks that all is there. */
    public Mark {
      Objects.requireNonNull(shape, "shape");
      Objects.requireNonNull(name, "name");
    }

    /** One at a single value. */
    public static Mark at(Shape shape, double value, String name) {
      return new Mark(shape, value, value, name);
    }
  }

  /**
   * One thing.
   *
   * @param label what it is
   * @param marks drawn in their order
   * @param link where it leads; empty for nowhere
   * @param counts whether its values say something; else it is drawn without a colour
   */
  public record Row(String label, List<Mark> marks, String link, boolean counts) {

    /** Copies the list. */
    public Row {
      Objects.requireNonNull(label, "label");
      Objects.requireNonNull(link, "link");
      marks = List.copyOf(marks);
    }

    /** One whose values count, and that leads nowhere. */
    public Row(String label, List<Mark> marks) {
      this(label, marks, "", true);
    }

    /** The same, leading somewhere. */
    public Row leading(String target) {
      return new Row(label, marks, target, counts);
    }
  }

  /** Copies the list. */
  public RowChart {
    rows = List.copyOf(rows);
  }

  @Override
  public Table table() {
    List<String> names =
        rows.stream().flatMap(row -> row.marks().stream()).map(Mark::name).distinct().toList();
    List<String> header = new ArrayList<>();
    header.add("");
    header.addAll(names);
    List<List<Cell>> cells = new ArrayList<>();
    for (Row row : rows) {
      List<Cell> line = new ArrayList<>();
      line.add(Cell.text(row.label()).leading(row.link()));
      names.forEach(name -> line.add(Cell.figure(values(row, name)).counting(row.counts())));
      cells.add(line);
    }
    return new Table(title + ": " + axis.label(), header, cells);
  }

  private String values(Row row, String name) {
    List<String> texts =
        row.marks().stream().filter(mark -> mark.name().equals(name)).map(this::value).toList();
    return texts.isEmpty() ? "\u2013" : String.join(", ", texts);
  }

  private String value(Mark mark) {
    String from = axis.quantity().text(mark.from());
    return mark.from() == mark.to() ? from : from + " to " + axis.quantity().text(mark.to());
  }
}
