package io.brokerbench.report.text;

import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One table of a study as text. A table that is too wide goes on below itself, with the names of
 * its rows again. One whose columns have common titles is divided between these first, and has a
 * mark below each column for the cell that it comes from; others have it behind each row.
 */
final class StudyTableText {

  /** Columns with the rows' names, which are there again where a table goes on. */
  private static final int LABELS = 2;

  private static final String SOURCE = "measured in";

  /** About how wide a title is in lines of its own. */
  private static final int BROKEN = 10;

  private final StudyTable table;
  private final boolean grouped;

  /** Of each row, or of each column where columns have common titles. */
  private final List<String> marks;

  private StudyTableText(StudyTable table, Map<String, Integer> numbers) {
    this.table = table;
    this.grouped = table.hasGroups();
    Stream<Stream<Place>> sources =
        grouped
            ? columns(0).map(column -> table.rows().stream().map(row -> row.get(column)))
            : table.rows().stream().map(List::stream);
    this.marks = sources.map(places -> mark(places, numbers)).toList();
  }

  /**
   * Its lines.
   *
   * @param numbers of the cells that were named before; those that are new are added
   */
  static List<String> lines(StudyTable table, Map<String, Integer> numbers) {
    return new StudyTableText(table, numbers).lines();
  }

  private static String mark(Stream<Place> places, Map<String, Integer> numbers) {
    return places
        .flatMap(place -> place.cell().stream())
        .distinct()
        .map(cell -> "[" + numbers.computeIfAbsent(cell, c -> numbers.size() + 1) + "]")
        .collect(Collectors.joining());
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>(Paragraph.of("", table.title()));
    if (!table.note().isEmpty()) {
      lines.addAll(Paragraph.of("", table.note()));
    }
    blocks().forEach(block -> lines.addAll(block(block)));
    return lines;
  }

  private Stream<Integer> columns(int from) {
    return IntStream.range(from, table.columns().size()).boxed();
  }

  private List<List<Integer>> blocks() {
    int labels = grouped ? 1 : Math.min(LABELS, table.columns().size());
    List<Integer> names = IntStream.range(0, labels).boxed().toList();
    List<Integer> shown = columns(labels).filter(column -> !isEmpty(column)).toList();
    List<Integer> all = Stream.concat(names.stream(), shown.stream()).toList();
    if (!grouped || width(all) <= most()) {
      return packed(names, shown);
    }
    List<List<Integer>> blocks = new ArrayList<>();
    for (Optional<String> group : shown.stream().map(this::group).distinct().toList()) {
      blocks.addAll(packed(names, shown.stream().filter(c -> group(c).equals(group)).toList()));
    }
    return blocks;
  }

  /** What a block may have before the marks of its rows. */
  private int most() {
    int behind = grouped ? 0 : marks.stream().mapToInt(String::length).max().orElse(0);
    return Paragraph.COLUMNS - 1 - behind;
  }

  private List<List<Integer>> packed(List<Integer> names, List<Integer> columns) {
    List<List<Integer>> blocks = new ArrayList<>();
    List<Integer> block = new ArrayList<>(names);
    for (int column : columns) {
      if (block.size() > names.size() && width(block) + 2 + width(column) > most()) {
        blocks.add(block);
        block = new ArrayList<>(names);
      }
      block.add(column);
    }
    blocks.add(block);
    return blocks;
  }

  private boolean isEmpty(int column) {
    return head(column).title().isEmpty()
        && table.rows().stream().allMatch(row -> row.get(column).text().isEmpty());
  }

  private Column head(int column) {
    return table.columns().get(column);
  }

  private Optional<String> group(int column) {
    return head(column).group();
  }

  private int width(List<Integer> block) {
    return block.stream().mapToInt(this::width).sum() + 2 * (block.size() - 1);
  }

  private int width(int column) {
    int source = grouped ? (column == 0 ? SOURCE : marks.get(column)).length() : 0;
    IntStream texts = table.rows().stream().mapToInt(row -> row.get(column).text().length());
    return IntStream.concat(
            texts, IntStream.of(titleWidth(column), head(column).unit().length(), source))
        .max()
        .orElseThrow();
  }

  /** Where there are many columns, a title may be broken between words. */
  private int titleWidth(int column) {
    String title = head(column).title();
    return grouped
        ? Paragraph.of("", title, BROKEN).stream().mapToInt(String::length).max().orElse(0)
        : title.length();
  }

  private List<String> block(List<Integer> block) {
    List<String> lines = new ArrayList<>();
    if (grouped) {
      lines.add(groupTitles(block));
    }
    lines.addAll(titles(block));
    if (block.stream().anyMatch(c -> !head(c).unit().isEmpty())) {
      lines.add(line(block, c -> head(c).unit()));
    }
    for (int row = 0; row < table.rows().size(); row++) {
      List<Place> places = table.rows().get(row);
      String line = line(block, c -> places.get(c).text());
      if (!grouped) {
        lines.add((line + " " + marks.get(row)).stripTrailing());
      } else if (block.stream().anyMatch(c -> c > 0 && !places.get(c).text().isEmpty())) {
        lines.add(line.stripTrailing());
      }
    }
    if (grouped && block.stream().anyMatch(c -> !marks.get(c).isEmpty())) {
      lines.add(line(block, c -> c == 0 ? SOURCE : marks.get(c)).stripTrailing());
    }
    return lines;
  }

  private List<String> titles(List<Integer> block) {
    List<List<String>> titles =
        block.stream().map(c -> Paragraph.of("", head(c).title(), width(c))).toList();
    int height = titles.stream().mapToInt(List::size).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < height; i++) {
      int at = i;
      lines.add(
          line(
                  block,
                  c -> {
                    List<String> title = titles.get(block.indexOf(c));
                    return at < title.size() ? title.get(at) : "";
                  })
              .stripTrailing());
    }
    return lines;
  }

  /** Each above the first of its columns. */
  private String groupTitles(List<Integer> block) {
    StringBuilder line = new StringBuilder();
    Optional<String> before = Optional.empty();
    int start = 0;
    for (int column : block) {
      if (group(column).isPresent() && !group(column).equals(before)) {
        line.append(" ".repeat(Math.max(0, start - line.length()))).append(group(column).get());
      }
      before = group(column);
      start += width(column) + 2;
    }
    return line.toString();
  }

  private String line(List<Integer> block, IntFunction<String> text) {
    StringBuilder line = new StringBuilder();
    for (int column : block) {
      String word = text.apply(column);
      String padding = " ".repeat(width(column) - word.length());
      line.append(line.isEmpty() ? "" : "  ");
      line.append(isFigures(column) ? padding + word : word + padding);
    }
    return line.toString();
  }

  private boolean isFigures(int column) {
    return (grouped && column > 0)
        || table.rows().stream().anyMatch(row -> row.get(column).value().isPresent());
  }
}
