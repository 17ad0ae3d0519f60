package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.ExampleResult;
import org.junit.jupiter.api.Test;

class FigureTextTest {

  private final FigureText figures =
      new FigureText(new ExampleResult().withoutBrokerUsage().build());

  @Test
  void pathsInASentenceBecomeValuesWithTheirUnits() {
    assertThat(NumberText.plain(figures.fill("{messages.lost} of {messages.expected} lost")))
        .isEqualTo("0 of 120 000 lost");
    assertThat(figures.fill("{generator.peakRss}, no {braces}")).isEqualTo("118 MB, no {braces}");
  }

  @Test
  void whatTheRunDoesNotHaveIsADashOrTheGivenWord() {
    assertThat(figures.value("broker.cpu")).isEqualTo("\u2013");
    assertThat(new FigureText(figures.run(), "never").value("failover.allBack")).isEqualTo("never");
  }

  @Test
  void aPathThatIsNoFigureIsAnError() {
    assertThatThrownBy(() -> figures.fill("{messages.losst}"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("did you mean messages.lost?");
  }
}
