package io.brokerbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class BoxPlotTest {

  @Test
  void quartilesLieBetweenSamplesAndWhatIsFarOffIsAPoint() {
    List<Double> samples = DoubleStream.of(9, 1, 2, 3, 4, 30, 5, 6, 7, 8, 10).boxed().toList();

    BoxPlot plot = BoxPlot.of(samples);

    assertThat(plot).isEqualTo(new BoxPlot(1, 3.5, 6, 8.5, 10, List.of(30.0)));
  }

  @Test
  void oneSampleIsABoxOfNoLength() {
    assertThat(BoxPlot.of(List.of(7.0))).isEqualTo(new BoxPlot(7, 7, 7, 7, 7, List.of()));
  }

  @Test
  void noSampleIsNoBox() {
    assertThatThrownBy(() -> BoxPlot.of(List.of()))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("samples");
  }
}
