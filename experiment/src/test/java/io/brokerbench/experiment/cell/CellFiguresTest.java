package io.brokerbench.experiment.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.figure.Figure;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CellFiguresTest {

  private static List<String> names() throws IllegalAccessException {
    List<String> names = new ArrayList<>();
    for (Field field : CellFigures.class.getDeclaredFields()) {
      if (field.getType() == Figure.class) {
        names.add(((Figure) field.get(null)).path());
      }
    }
    return names;
  }

  @Test
  void eachHasANameOfItsOwn() throws Exception {
    assertThat(names()).doesNotHaveDuplicates().hasSizeGreaterThan(20);
  }

  @Test
  void thePageOnStudiesNamesEachFigureAndEachSeries() throws IOException, IllegalAccessException {
    String page = Files.readString(Path.of("../docs/studies.md"));
    assertThat(names()).allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    assertThat(Stream.of(CellSeries.values()).map(CellSeries::key))
        .allSatisfy(key -> assertThat(page).contains("`" + key + "`"));
  }
}
