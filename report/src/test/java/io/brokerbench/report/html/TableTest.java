package io.brokerbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.report.html.Table.Cell;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void columnsThatHaveACommonTitleHaveItAboveThem() {
    List<Cell> row = List.of(Cell.text("rate"), Cell.figure("1"), Cell.figure("2"));
    Table table =
        new Table("a", List.of("", "QoS 0", "QoS 0"), List.of("", "x", "y"), List.of(row));

    assertThat(table.html().toString().replace("\n", ""))
        .contains(
            "<thead><tr><td colspan=\"1\"></td><th scope=\"colgroup\" colspan=\"2\">QoS 0</th></tr>"
                + "<tr><th scope=\"col\"></th>");
    Table plain = new Table("a", List.of("", "x", "y"), List.of(row));
    assertThat(plain.html().toString().replace("\n", ""))
        .contains("<thead><tr><th scope=\"col\"></th>");
  }
}
