package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a person reads of a document that is damaged: no class of Java, and no flood. */
class JsonProblemTest {

  private static final String LONG = "x".repeat(100_000);

  private static ObjectNode document() throws IOException {
    return (ObjectNode) Json.mapper().readTree(RunResult.CODEC.write(new ExampleResult().build()));
  }

  private static String problem(ObjectNode document) {
    return JsonProblem.of(
        catchThrowableOfType(
            JsonProcessingException.class,
            () -> Json.mapper().treeToValue(document, RunResult.class)));
  }

  @Test
  void aWordThatIsNoneOfItsKindNamesTheKind() throws IOException {
    ObjectNode document = document();
    document.withObject("/verdict").put("status", "FINE");

    assertThat(problem(document))
        .isEqualTo(
            "verdict.status: \"FINE\", which is none of FAILED, CONTRACT_BROKEN, DISTURBED,"
                + " GENERATOR_LIMITED, BROKER_LIMITED, OK");
  }

  @Test
  void textInPlaceOfANumberSaysSo() throws IOException {
    ObjectNode document = document();
    document.withObject("/messages").put("sent", "many");

    assertThat(problem(document)).isEqualTo("messages.sent: no whole number");
  }

  @Test
  void anUnknownFieldIsNamed() throws IOException {
    ObjectNode document = document();
    document.withObject("/messages").put("extra", 1);

    assertThat(problem(document)).isEqualTo("messages.extra: \"extra\" is no field");
  }

  @Test
  void whatIsMissingIsNamed() throws IOException {
    ObjectNode document = document();
    document.remove("driver");

    assertThat(problem(document)).isEqualTo("driver: missing");
  }

  @Test
  void noProblemNamesAClassOrRepeatsALongValue() throws IOException {
    for (String field : List.of("verdict", "messages", "timeline", "startedAt", "latency")) {
      for (int i = 0; i < 4; i++) {
        ObjectNode document = document();
        switch (i) {
          case 0 -> document.put(field, LONG);
          case 1 -> document.putArray(field).add(LONG).add(1);
          case 2 -> document.putObject(field).put(LONG, LONG);
          default -> document.remove(field);
        }
        assertThat(problem(document))
            .hasSizeLessThan(400)
            .doesNotContain("io.brokerbench", "java.", "com.fasterxml", "`", "Coercion", "\n");
      }
    }
  }

  @Test
  void aDocumentThatIsCutNamesThePlace() {
    assertThatThrownBy(() -> RunResult.CODEC.read("{\"schema\":"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("not a brokerbench.run/1 document: it ends too early")
        .hasMessageEndingWith("(line 1, column 11)");
  }

  @Test
  void aNameWithoutAnEndIsNotRepeated() {
    assertThatThrownBy(() -> RunResult.CODEC.read("{\"" + LONG + "\": 1}"))
        .hasMessage(
            "not a brokerbench.run/1 document: a name, a number or a depth beyond all that"
                + " documents have here");
  }
}
