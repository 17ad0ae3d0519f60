package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DefinitionExceptionTest {

  @Test
  void theUsualFormHasTheFieldItsValueAndTheLimit() {
    DefinitionException error = new DefinitionException("payloadBytes", "the least is 24", 8);

    assertThat(error).hasMessage("payloadBytes 8: the least is 24");
    assertThat(error.field()).hasValue("payloadBytes");
    assertThat(error.limit()).isEqualTo("the least is 24");
    assertThat(error.named("--payload")).hasMessage("--payload 8: the least is 24");
  }

  @Test
  void aFieldMayBeWrongWhateverItsValueIs() {
    DefinitionException about = DefinitionException.about("--search", "only with --broker", null);
    assertThat(about).hasMessage("--search: only with --broker");
    assertThat(about.limit()).isEqualTo("only with --broker");

    DefinitionException missing = DefinitionException.missing("from");
    assertThat(missing).hasMessage("from is missing");
    assertThat(missing.named("workload.load.from")).hasMessage("workload.load.from is missing");
  }

  @Test
  void aLimitNamesOtherSettingsAsTheFrontEndDoes() {
    DefinitionException error =
        DefinitionException.naming("rate", "only with %s", "5%s", "workload.load.type");

    assertThat(error).hasMessage("rate 5%s: only with workload.load.type");
    assertThat(error.withSettings(path -> "--arrivals"))
        .hasMessage("rate 5%s: only with --arrivals");
  }

  @Test
  void aSentenceHasNoField() {
    DefinitionException error = new DefinitionException("no scenario X: did you mean Y?");
    assertThat(error.field()).isEmpty();
    assertThat(error.limit()).isEqualTo("no scenario X: did you mean Y?");
    assertThat(error.named("--broker")).isSameAs(error);
  }

  @Test
  void severalMistakesAreALineEach() {
    DefinitionException first = DefinitionException.missing("from");
    assertThat(DefinitionException.all(List.of(first))).isSameAs(first);
    assertThat(
            DefinitionException.all(
                List.of(first, new DefinitionException("to", "at most 9", 10), first)))
        .hasMessage("from is missing\nto 10: at most 9");
  }
}
