package io.brokerbench.report.html;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.report.html.Table.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Values over something: lines over time, curves over a rate.
 *
 * @param id by which the page knows it
 * @param title what it shows
 * @param summary what is to be seen
 * @param axes of both directions
 * @param xs places on the x axis, in ascending order
 * @param series the lines
 * @param places what else is marked on the x axis
 * @param links for each place on the x axis where it leads, or nothing; empty where none leads
 *     anywhere
 */
@JsonTypeName("lines")
public record LineChart(
    String id,
    String title,
    String summary,
    Axes axes,
    List<Double> xs,
    List<Series> series,
    List<Place> places,
    List<String> links)
    implements Chart {

  /**
   * Both axes.
   *
   * @param x to the right
   * @param y upwards
   */
  public record Axes(Axis x, Axis y) {}

  /**
   * A stretch of the x axis, or an instant where both ends are the same.
   *
   * @param label what it is
   * @param from start
   * @param to end
   */
  public record Place(String label, double from, double to) {

    /** An instant. */
    public static Place at(String label, double value) {
      return new Place(label, value, value);
    }
  }

  /** Copies the lists, and leaves out series without values. */
  public LineChart {
    xs = List.copyOf(xs);
    series = series.stream().filter(Series::hasValues).toList();
    places = List.copyOf(places);
    links = List.copyOf(links);
    for (Series line : series) {
      if (line.values().size() != xs.size()) {
        throw new DefinitionException(
            line.name(), "as many values as places on the x axis, " + xs.size(), line.values());
      }
    }
  }

  /** One whose places lead nowhere. */
  public LineChart(
      String id,
      String title,
      String summary,
      Axes axes,
      List<Double> xs,
      List<Series> series,
      List<Place> places) {
    this(id, title, summary, axes, xs, series, places, List.of());
  }

  /**
   * The same with places that lead somewhere.
   *
   * @param link of a place, by its number; nothing where it leads nowhere
   */
  public LineChart leading(IntFunction<String> link) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < xs.size(); i++) {
      all.add(link.apply(i));
    }
    boolean none = all.stream().allMatch(String::isEmpty);
    return new LineChart(id, title, summary, axes, xs, series, places, none ? List.of() : all);
  }

  /** Whether there is anything to draw. */
  public boolean hasValues() {
    return !series.isEmpty();
  }

  @Override
  public Table table() {
    List<String> header = new ArrayList<>();
    header.add(axes.x().label());
    series.forEach(line -> header.add(line.name()));
    List<List<Cell>> rows = new ArrayList<>();
    for (int i = 0; i < xs.size(); i++) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.figure(axes.x().quantity().text(xs.get(i))).leading(link(i)));
      for (Series line : series) {
        row.add(Cell.figure(axes.y().quantity().text(line.values().get(i))));
      }
      rows.add(row);
    }
    return new Table(title + ": " + axes.y().label(), header, rows);
  }

  private String link(int place) {
    return links.isEmpty() ? "" : links.get(place);
  }
}
