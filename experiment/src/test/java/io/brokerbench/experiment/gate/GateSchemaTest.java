package io.brokerbench.experiment.gate;

import static io.brokerbench.core.result.DocumentSchema.problems;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class GateSchemaTest {

  @Test
  void eachDocumentIsValidAndReadAsItWasWritten() throws IOException {
    AbResult ab = ExampleComparison.ab(ExampleComparison.losing());
    CompareResult compare = ExampleComparison.compare();
    Baseline baseline = ExampleComparison.baseline();

    assertThat(problems(AbResult.class, Json.mapper().readTree(AbResult.CODEC.write(ab))))
        .isEmpty();
    assertThat(
            problems(
                CompareResult.class, Json.mapper().readTree(CompareResult.CODEC.write(compare))))
        .isEmpty();
    assertThat(problems(Baseline.class, Json.mapper().readTree(Baseline.CODEC.write(baseline))))
        .isEmpty();
    assertThat(AbResult.CODEC.read(AbResult.CODEC.write(ab))).isEqualTo(ab);
    assertThat(CompareResult.CODEC.read(CompareResult.CODEC.write(compare))).isEqualTo(compare);
    assertThat(Baseline.CODEC.read(Baseline.CODEC.write(baseline))).isEqualTo(baseline);
    assertThat(ab.verdict().figures())
        .extracting(figure -> figure.outcome().decision())
        .contains(Decision.PASS, Decision.REGRESSED, Decision.INCONCLUSIVE);
  }

  @Test
  void whatIsUnknownOrWrongIsNotValid() throws IOException {
    ObjectNode tree =
        (ObjectNode)
            Json.mapper()
                .readTree(
                    AbResult.CODEC.write(ExampleComparison.ab(ExampleComparison.regressed())));
    tree.put("extra", 1);
    assertThat(problems(AbResult.class, tree)).isNotEmpty();
    tree.remove("extra");
    tree.withObject("/verdict").put("decision", "MAYBE");
    assertThat(problems(AbResult.class, tree)).isNotEmpty();
  }

  @Test
  void aDocumentOfAnotherSchemaIsRefused() {
    assertThatThrownBy(() -> AbResult.CODEC.read("{\"schema\":\"brokerbench.ab/2\"}"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("schema brokerbench.ab/2: this version reads brokerbench.ab/1");
    assertThatThrownBy(() -> Baseline.CODEC.read("{"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("not a brokerbench.baseline/1 document");
  }
}
