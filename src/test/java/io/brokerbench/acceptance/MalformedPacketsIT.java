package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A broker that sends what MQTT forbids gets no verdict but one that names the packet and the rule,
 * as soon as it has sent it.
 */
@Tag("in-process")
@Execution(ExecutionMode.CONCURRENT)
class MalformedPacketsIT {

  private static final int FAILED = 1;
  private static final int ENVIRONMENT_CANNOT = 3;

  private static final String OK_3 = "20020000";
  private static final String OK_5 = "2003000000";
  private static final String GRANTED_3 = "9003000101";
  private static final String GRANTED_5 = "900400010001";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          3.1.1 | 2003000000         | its remaining length is 3, and must be 2
          5     | 200600000326ffff   | the name of a user property needs 65535 bytes
          5     | 2006000003210000   | receive maximum is 0, and at least 1 is required
          5     | 200400000121       | receive maximum needs 2 bytes, and 0 are left
          5     | 20ffffff7f         | it has 268435460 bytes, and this client announced
          """)
  void aMalformedConnAckIsAConnectThatFailed(String version, String connAck, String rule)
      throws Exception {
    try (MalformedBroker broker = new MalformedBroker(connAck, "", "")) {
      Outcome outcome = run(broker, version);
      outcome.complains(ENVIRONMENT_CANNOT, "the broker sent an invalid CONNACK: " + rule);
      assertThat(broker.published()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          3.1.1 | 900300017f         | SUBACK  | its return code 0x7f is none
          5     | 90040001007f       | SUBACK  | its reason code 0x7f is none
          3.1.1 | 9003000901         | SUBACK  | no SUBSCRIBE waits for packet identifier 9
          5     | 900400010500       | SUBACK  | its property length is 5
          3.1.1 | 90030001013600     | PUBLISH | its QoS is 3
          5     | 9004000100013206000174000000 | PUBLISH | its packet identifier is 0
          3.1.1 | 900300010130ffffff7f         | PUBLISH | it has 268435460 bytes
          """)
  void aMalformedPacketToAConsumerFailsTheRun(
      String version, String subAck, String packet, String rule) throws Exception {
    String connAck = version.equals("5") ? OK_5 : OK_3;
    try (MalformedBroker broker = new MalformedBroker(connAck, subAck, "")) {
      fails(run(broker, version), packet, rule);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          3.1.1 | 40020000           | its packet identifier is 0
          5     | 4003000142         | its reason code 0x42 is none
          5     | 4004000100ff       | property length needs 1 byte
          """)
  void aMalformedPubAckFailsTheRun(String version, String pubAck, String rule) throws Exception {
    boolean v5 = version.equals("5");
    try (MalformedBroker broker =
        new MalformedBroker(v5 ? OK_5 : OK_3, v5 ? GRANTED_5 : GRANTED_3, pubAck)) {
      fails(run(broker, version), "PUBACK", rule);
      assertThat(broker.published()).isPositive();
    }
  }

  /** Before all clients are there the run is refused; later it has a result, and that says why. */
  private void fails(Outcome outcome, String packet, String rule) throws IOException {
    String why = "the broker sent an invalid " + packet + ": " + rule;
    if (outcome.exitCode() == ENVIRONMENT_CANNOT) {
      outcome.complains(ENVIRONMENT_CANNOT, why);
      return;
    }
    assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(FAILED);
    Verdict verdict =
        RunResult.CODEC.read(new Tool(folder).resultFolder().resolve("result.json")).verdict();
    assertThat(verdict.status()).isEqualTo(Verdict.Status.FAILED);
    assertThat(verdict.reasons()).anySatisfy(reason -> assertThat(reason).contains(why));
  }

  /** Of a run that would go on for longer than a call may take. */
  private Outcome run(MalformedBroker broker, String version) {
    List<String> command =
        new ArrayList<>(
            List.of(
                ("run FANIN.Q1.SINGLE --plain --publishers 5 --consumers 1 --rate 100"
                        + " --warmup 1s --duration 10m --broker "
                        + broker.selector()
                        + (version.equals("5") ? " --mqtt 5" : ""))
                    .split(" ", -1)));
    return new Tool(folder).run(command);
  }
}
