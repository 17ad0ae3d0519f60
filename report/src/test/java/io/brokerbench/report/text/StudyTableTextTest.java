package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StudyTableTextTest {

  private final Map<String, Integer> numbers = new LinkedHashMap<>();

  private String text(StudyTable table) {
    return String.join("\n", StudyTableText.lines(table, numbers));
  }

  private static Place of(String text, String cell) {
    return new Place(text, OptionalDouble.of(1), Optional.of(cell));
  }

  /** Two groups of columns, each with so many brokers. */
  private static StudyTable grouped(int brokers) {
    List<Column> columns = new ArrayList<>(List.of(new Column("", "")));
    List<Place> rates = new ArrayList<>(List.of(Place.of("rate, msg/s")));
    List<Place> status = new ArrayList<>(List.of(Place.of("status")));
    for (int qos = 0; qos < 2; qos++) {
      for (int broker = 0; broker < brokers; broker++) {
        columns.add(new Column("Product 1.2.3, measured", "").in("QoS " + qos));
        rates.add(of("12 345", "cell-" + qos + broker));
        status.add(Place.of(qos == 0 ? "" : "FAILED"));
      }
    }
    return new StudyTable("a title", "", columns, List.of(rates, status));
  }

  @Test
  void groupsOfColumnsThatFitStandBesideEachOther() {
    assertThat(text(grouped(1)))
        .isEqualTo(
            """
            a title
                         QoS 0     QoS 1
                          Product   Product
                           1.2.3,    1.2.3,
                         measured  measured
            rate, msg/s    12 345    12 345
            status                   FAILED
            measured in       [1]       [2]\
            """);
  }

  @Test
  void groupsThatDoNotFitAreOneBelowTheOtherEachWithItsOwnMarks() {
    String text = text(grouped(5));

    assertThat(text.lines()).allMatch(line -> line.length() <= Paragraph.COLUMNS);
    assertThat(text.lines().filter(line -> line.contains("QoS ")).map(String::strip))
        .containsExactly("QoS 0", "QoS 1");
    assertThat(text.lines().filter(line -> line.startsWith("measured in")))
        .hasSize(2)
        .first()
        .asString()
        .containsSubsequence("[1]", "[2]", "[3]", "[4]", "[5]");
    assertThat(text.lines().filter(line -> line.startsWith("status")))
        .as("a row without any text in a block is left out")
        .hasSize(1);
  }

  @Test
  void aRowThatComesFromSeveralCellsHasAllOfThemBehindIt() {
    StudyTable table =
        new StudyTable(
            "a title",
            "",
            List.of(new Column("broker", ""), new Column("QoS 0", "ms"), new Column("QoS 1", "ms")),
            List.of(List.of(Place.of("one"), of("1.5", "a"), of("2.5", "b"))));

    assertThat(text(table)).endsWith("one       1.5    2.5 [1][2]");
    assertThat(numbers).containsExactly(Map.entry("a", 1), Map.entry("b", 2));
  }
}
