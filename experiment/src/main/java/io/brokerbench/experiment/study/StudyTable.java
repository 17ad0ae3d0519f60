package io.brokerbench.experiment.study;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.experiment.cell.StudyCell;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A table of a study, whatever it is written to.
 *
 * @param title title of the table
 * @param note what has to be known to read it; empty for nothing
 * @param columns the first of which has the rows' names
 * @param rows as many entries as columns each
 */
public record StudyTable(String title, String note, List<Column> columns, List<List<Place>> rows) {

  /** Copies the lists. */
  public StudyTable {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<Place> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(row.size() + " entries, " + columns.size() + " columns");
      }
    }
  }

  /**
   * A column.
   *
   * @param group what it has in common with the columns beside it, above their titles; absent for
   *     nothing
   * @param title title of the column
   * @param unit unit of its figures; empty for none
   */
  public record Column(Optional<String> group, String title, String unit) {

    /** A column by itself. */
    public Column(String title, String unit) {
      this(Optional.empty(), title, unit);
    }

    /** The same below a common title. */
    public Column in(String groupTitle) {
      return new Column(Optional.of(groupTitle), title, unit);
    }

    /** The title, after that of its group where it has one: {@code QoS 0: Mosquitto}. */
    public String fullTitle() {
      return group.map(above -> above + ": " + title).orElse(title);
    }
  }

  /** Whether columns have common titles, so that each is a thing and each row a figure of all. */
  public boolean hasGroups() {
    return columns.stream().anyMatch(column -> column.group().isPresent());
  }

  /**
   * One place in the table.
   *
   * @param text what is shown
   * @param value the figure that the text is of, with all its digits; absent where there is none
   * @param cell folder of the cell that it comes from, from the study's folder on; absent where it
   *     comes from several or none
   */
  public record Place(
      String text, @Bounds(min = Bounds.UNBOUNDED) OptionalDouble value, Optional<String> cell) {

    /** Words. */
    public static Place of(String text) {
      return new Place(text, OptionalDouble.empty(), Optional.empty());
    }

    /** A figure. */
    public static Place of(String text, double value) {
      return new Place(text, OptionalDouble.of(value), Optional.empty());
    }

    /**
     * A figure of a cell, in the unit of columns: a dash where it is not known, at least so much
     * where it may be greater.
     */
    public static Place of(Figure figure, StudyCell cell) {
      Place place =
          cell.figure(figure)
              .map(value -> of(figure.unit().columnText(value), figure.unit().inColumn(value)))
              .orElseGet(() -> of("-"));
      return (cell.isLowerBound(figure) ? place.atLeast() : place).from(cell);
    }

    /** The same figure, of which more is known to be possible. */
    public Place atLeast() {
      return new Place(NumberText.atLeast(text), value, cell);
    }

    /** The same, from a cell. */
    public Place from(StudyCell source) {
      return new Place(text, value, Optional.of(source.folder()));
    }
  }
}
