package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CsvTest {

  @Test
  void textIsQuotedWhereItMustBeAndFiguresHaveAllTheirDigits() {
    String text = "more than twenty-four characters, and \"quoted\"";

    assertThat(
            Csv.of(
                List.of("name", "count", "share, of all"),
                List.of(
                    List.of(text, 12L, OptionalDouble.of(1.5e-7)),
                    List.of("a text that needs no quotation marks", OptionalLong.of(1), 61.0))))
        .isEqualTo(
            "name,count,\"share, of all\"\n"
                + "\"more than twenty-four characters, and \"\"quoted\"\"\",12,1.5E-7\n"
                + "a text that needs no quotation marks,1,61.0\n");
  }

  @Test
  void whatIsAbsentIsAnEmptyField() {
    assertThat(
            Csv.of(
                List.of("a", "b", "c"),
                List.of(List.of(Optional.empty(), OptionalDouble.empty(), OptionalLong.empty()))))
        .isEqualTo("a,b,c\n,,\n");
  }
}
