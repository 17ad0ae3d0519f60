package io.brokerbench.report.text;

import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** One table of a study as text. */
final class StudyTableText {

  /** Columns with the rows' names, which are there again where a table goes on. */
  private static final int LABELS = 2;

  private StudyTableText() {}

  /**
   * Its lines.
   *
   * @param numbers of the cells that were named before; those that are new are added
   */
  static List<String> lines(StudyTable table, Map<String, Integer> numbers) {
    List<String> marks = table.rows().stream().map(row -> mark(row, numbers)).toList();
    List<String> lines = new ArrayList<>(Paragraph.of("", table.title()));
    if (!table.note().isEmpty()) {
      lines.addAll(Paragraph.of("", table.note()));
    }
    for (List<Integer> block : blocks(table, marks)) {
      lines.addAll(block(table, block, marks));
    }
    return lines;
  }

  private static String mark(List<Place> row, Map<String, Integer> numbers) {
    return row.stream()
        .flatMap(entry -> entry.cell().stream())
        .findFirst()
        .map(cell -> "[" + numbers.computeIfAbsent(cell, c -> numbers.size() + 1) + "]")
        .orElse("");
  }

  private static List<List<Integer>> blocks(StudyTable table, List<String> marks) {
    int labels = Math.min(LABELS, table.columns().size());
    int most = Paragraph.COLUMNS - 1 - marks.stream().mapToInt(String::length).max().orElse(0);
    List<List<Integer>> blocks = new ArrayList<>();
    List<Integer> block = new ArrayList<>(IntStream.range(0, labels).boxed().toList());
    for (int column = labels; column < table.columns().size(); column++) {
      if (empty(table, column)) {
        continue;
      }
      if (block.size() > labels && width(table, block) + 2 + width(table, column) > most) {
        blocks.add(block);
        block = new ArrayList<>(IntStream.range(0, labels).boxed().toList());
      }
      block.add(column);
    }
    blocks.add(block);
    return blocks;
  }

  private static boolean empty(StudyTable table, int column) {
    return table.columns().get(column).title().isEmpty()
        && table.rows().stream().allMatch(row -> row.get(column).text().isEmpty());
  }

  private static int width(StudyTable table, List<Integer> block) {
    return block.stream().mapToInt(column -> width(table, column)).sum() + 2 * (block.size() - 1);
  }

  private static int width(StudyTable table, int column) {
    Column head = table.columns().get(column);
    int least = Math.max(head.title().length(), head.unit().length());
    return table.rows().stream()
        .mapToInt(row -> row.get(column).text().length())
        .reduce(least, Math::max);
  }

  private static List<String> block(StudyTable table, List<Integer> block, List<String> marks) {
    List<String> lines = new ArrayList<>();
    lines.add(line(table, block, c -> table.columns().get(c).title()));
    if (block.stream().anyMatch(c -> !table.columns().get(c).unit().isEmpty())) {
      lines.add(line(table, block, c -> table.columns().get(c).unit()));
    }
    for (int row = 0; row < table.rows().size(); row++) {
      List<Place> entries = table.rows().get(row);
      String cells = line(table, block, c -> entries.get(c).text());
      lines.add((cells + " " + marks.get(row)).stripTrailing());
    }
    return lines;
  }

  private static String line(StudyTable table, List<Integer> block, IntFunction<String> text) {
    StringBuilder line = new StringBuilder();
    for (int column : block) {
      String word = text.apply(column);
      String padding = " ".repeat(width(table, column) - word.length());
      line.append(line.isEmpty() ? "" : "  ");
      line.append(isFigures(table, column) ? padding + word : word + padding);
    }
    return line.toString();
  }

  private static boolean isFigures(StudyTable table, int column) {
    return table.rows().stream().anyMatch(row -> row.get(column).value().isPresent());
  }
}
