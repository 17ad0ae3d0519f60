package io.brokerbench.core.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TemplateTest {

  @Test
  void eachPlaceholderGetsItsValue() {
    Template template = new Template("listener ${port.mqtt} ${host}\ntopic $SYS/# {x} ${host}");
    assertThat(template.names()).containsExactly("port.mqtt", "host", "host");
    assertThat(template.fill(Map.of("port.mqtt", "1883", "host", "$1\\")))
        .isEqualTo("listener 1883 $1\\\ntopic $SYS/# {x} $1\\");
  }

  @Test
  void twoDollarSignsAreOneBeforeABrace() {
    Template template = new Template("`$${port} $$`");
    assertThat(template.names()).isEmpty();
    assertThat(template.fill(Map.of())).isEqualTo("`${port} $$`");
  }

  @Test
  void aBraceThatIsNotClosedIsAMistake() {
    assertThatThrownBy(() -> new Template("a ${port\nb }").names())
        .isInstanceOf(DefinitionException.class)
        .hasMessage("${port has no closing brace");
  }
}
