package io.brokerbench.core.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.scenario.Qos;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunResultSchemaTest {

  @Test
  void aFullResultIsValid() throws IOException {
    assertThat(problems(tree(new ExampleResult().calibrated(false).build()))).isEmpty();
  }

  @Test
  void aResultWithoutOptionalPartsIsValid() throws IOException {
    RunResult sparse = new ExampleResult().qos(Qos.AT_MOST_ONCE).withoutBrokerUsage().build();

    assertThat(problems(tree(sparse))).isEmpty();
  }

  @Test
  void aMachineOfWhichTheKernelReportsNothingIsValid() throws IOException {
    RunResult unknown = new ExampleResult().machine(ExampleMachine.unknown()).build();

    assertThat(problems(tree(unknown))).isEmpty();
    assertThat(RunResult.CODEC.read(RunResult.CODEC.write(unknown))).isEqualTo(unknown);
  }

  /** A figure may be named by its title. */
  @Test
  void aThresholdOfSeveralWordsIsValid() throws IOException {
    RunResult limited =
        new ExampleResult().thresholds("p99>5ms", "peak memory > 512 MiB", "loss>=0.1%").build();

    assertThat(problems(tree(limited))).isEmpty();
    assertThat(RunResult.CODEC.read(RunResult.CODEC.write(limited))).isEqualTo(limited);
  }

  @Test
  void aDisturbedMachineIsValid() throws IOException {
    RunResult disturbed = new ExampleResult().machine(ExampleMachine.busy()).build();

    assertThat(problems(tree(disturbed))).isEmpty();
    assertThat(RunResult.CODEC.read(RunResult.CODEC.write(disturbed))).isEqualTo(disturbed);
  }

  @Test
  void aDriftIsValidAndReadAgainAsItWas() throws IOException {
    RunResult soak = new ExampleResult().drift(ExampleDrift.leak()).build();

    assertThat(problems(tree(soak))).isEmpty();
    assertThat(RunResult.CODEC.read(RunResult.CODEC.write(soak))).isEqualTo(soak);
  }

  @Test
  void aBroadcastAndAConnectionBurstAreValid() throws IOException {
    assertThat(problems(tree(new ExampleResult().broadcast(1).build()))).isEmpty();
    assertThat(problems(tree(new ExampleResult().failover().build()))).isEmpty();
    assertThat(problems(tree(new ExampleResult().connectsOnly().build()))).isEmpty();
  }

  @Test
  void aResultWithMissingMessagesIsValid() throws IOException {
    RunResult lossy =
        new ExampleResult()
            .messages(
                new Messages(3, 3, 3, 3, 1, 2, 0, 0, 0, List.of(new MissingMessage(0, 1, -1))))
            .verdict(Verdict.Status.CONTRACT_BROKEN, true, "2 of 3 messages never came")
            .build();

    assertThat(problems(tree(lossy))).isEmpty();
  }

  @Test
  void anUnknownOrMissingOrWrongValueIsNotValid() throws IOException {
    ObjectNode unknown = tree(new ExampleResult().build());
    unknown.withObject("/messages").put("extra", 1);
    ObjectNode missing = tree(new ExampleResult().build());
    missing.withObject("/verdict").remove("complete");
    ObjectNode wrong = tree(new ExampleResult().build());
    wrong.withObject("/scenario/workload/payload").put("bytes", 8);

    assertThat(problems(unknown)).isNotEmpty();
    assertThat(problems(missing)).isNotEmpty();
    assertThat(problems(wrong)).isNotEmpty();
  }

  private static ObjectNode tree(RunResult result) throws IOException {
    return (ObjectNode) Json.mapper().readTree(RunResult.CODEC.write(result));
  }

  private static List<String> problems(JsonNode document) throws IOException {
    return DocumentSchema.problems(RunResult.class, document);
  }
}
