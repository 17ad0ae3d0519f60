package io.brokerbench.core.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages for mistakes in a scenario. */
class ScenarioErrorsTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          topologie: {}                          | 2:1: a scenario has no key topologie; did you mean topology?
          topology: {publisherz: 5}              | 2:12: topology has no key publisherz; did you mean publishers?
          topology: {foo: 5}                     | 2:12: topology has no key foo; it has publishers, consumers, distribution, topics, responders
          workload: {payloadBytes: 32}           | 2:12: workload has no key payloadBytes; did you mean payload?
          workload: {load: {rat: 5}}             | 2:19: load has no key rat; did you mean rate?
          workload: {load: {type: poison}}       | 2:19: type poison: one of constant, poisson, ramp, profile, closed, none; did you mean poisson?
          workload: {load: {type: closed, rate: 1}} | 2:33: load has no key rate; it has window, backlog
          workload: {load: {type: ramp, to: 1, over: 1s}} | 2:12: from is missing
          topology: {publishers: 0}              | 2:12: publishers 0: between 1 and 4000000
          topology: {publishers: ten}            | 2:12: publishers ten: a whole number
          topology: {publishers: 1.5}            | 2:12: publishers 1.5: a whole number
          topology: {publishers: 99999999999}    | 2:12: publishers 99999999999: too large for a whole number here
          topology: {distribution: SHARD}        | 2:12: distribution SHARD: one of SINGLE, PARTITIONS, SHARED, ALL, NONE; did you mean SHARED?
          topology: {publishers: 5, consumers: 6, distribution: PARTITIONS} | 2:27: consumers 6: the most is 5, as each consumer has a partition of its own and each partition needs a publisher
          topology: {consumers: 2, distribution: SINGLE} | 2:12: consumers 2: SINGLE has exactly 1 consumer
          topology: 5                            | 2:1: topology 5: keys with values of their own
          topology: [5]                          | 2:1: topology [5]: keys with values of their own
          topology:                              | 2:1: topology has no value; give it one, or leave the key out
          workload: {payload: {bytes: 8}}        | 2:22: payload 8: at least 24 bytes are required for the message header
          workload: {payload: 64}                | 2:12: payload 64: keys with values of their own
          workload: {load: {rate: 0}}            | 2:19: rate 0: more than 0 and at most 100 000 000 per second
          workload: {load: {rate: -3}}           | 2:19: rate -3: more than 0 and at most 100 000 000 per second
          workload: {load: {rate: fast}}         | 2:19: rate fast: a number
          workload: {qos: 3}                     | 2:12: qos 3: one of 0, 1 and 2
          workload: {qos: high}                  | 2:12: qos high: one of 0, 1 and 2
          workload: {retain: yes}                | 2:12: retain yes: true or false
          workload: {topicLevels: 4}             | 2:12: topicLevels 4: between 5 and 100
          workload: {seed: 1.5}                  | 2:12: seed 1.5: a whole number
          session: {protocol: mqtt4}             | 2:11: protocol mqtt4: one of mqtt3.1.1, mqtt5, jms; did you mean mqtt5?
          session: {absentFraction: 2, persistent: true} | 2:11: absent 2.0: a fraction between 0 and 1
          session: {absentFraction: 0.5}         | 2:11: absent 0.5: needs a persistent session, or what is sent in the absence is lost by contract
          session: {keepAlive: 1500ms}           | 2:11: keepAlive 1500ms: whole seconds
          session: {clientIdPrefix: a.b}         | 2:11: clientIdPrefix a.b: 1 to 64 letters, digits, '-' and '_'
          session: {mqtt5: {topicAliases: true}} | 2:11: mqtt5 MQTT 3.1.1: only where session.protocol is mqtt5
          session: {protocol: mqtt5, mqtt5: {receiveMaximum: 0}} | 2:36: receiveMaximum 0: between 1 and 65535
          session: {protocol: mqtt5, mqtt5: {sessionExpiry: 1500ms}} | 2:36: sessionExpiry 1500ms: whole seconds, between 1 and 4294967294
          session: {inFlightWindow: 65536}       | 2:11: inFlightWindow 65536: between 1 and 65535
          phases: {steady: 10}                   | 2:10: steady 10: a number with a unit (ns, us, ms, s, m, h, d), such as 500ms
          phases: {steady: ten seconds}          | 2:10: steady ten seconds: a number with a unit (ns, us, ms, s, m, h, d), such as 500ms
          phases: {steady: 10ms}                 | 2:10: steady 10ms: between 100ms and 7d
          description: 1.10                      | 2:1: description 1.1: text; in quotes where it could be something else
          name: again                            | 2:1: name comes twice, first on line 1
          workload: {load: {rate: 1e8}}          | 2:19: rate 100000000: at most 4294967295 messages for each publisher in one run
          """)
  void aMistakeIsNamedWithItsPlaceAndWhatIsRight(String line, String message) {
    String more = line.contains("1e8") ? "\ntopology: {publishers: 1}\nphases: {steady: 1h}" : "";

    assertThat(errorOf("name: it\n" + line + more, ScenarioFormat.YAML))
        .isEqualTo("my.yaml:" + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          session: {protocol: mqtt5, persistent: true, absentFraction: 0.4, mqtt5: {sessionExpiry: 1s}}; workload: {qos: 1} | sessionExpiry 1s: at least the steady state, 10s, where consumers are absent for a third of it
          session: {protocol: mqtt5, reconnect: true, mqtt5: {sessionExpiry: 5s}}; workload: {qos: 1} | sessionExpiry 5s: at least the steady state and the drain limit, 40s, where clients come back
          session: {protocol: mqtt5, mqtt5: {sessionExpiry: 39s}}; workload: {qos: 2}; conditions: {highAvailability: true} | sessionExpiry 39s: at least the steady state and the drain limit, 40s, where clients come back
          conditions: {fault: {kind: KILL, at: 5s, healAfter: 35s}} | fault.healAfter 35s: less than 35s, when the drain ends at the latest
          conditions: {fault: {kind: KILL, at: 1s, healAfter: 40s, every: 1m}}; phases: {steady: 3m} | fault.healAfter 40s: less than 30s, when the drain ends at the latest
          conditions: {fault: {kind: KILL, at: 5s}}; workload: {onOff: {on: 1s, off: 1s}} | onOff a load on and off: not with a fault, whose outage the pauses would hide
          session: {protocol: jms, jmsConsumers: {acknowledgement: AUTO}}; workload: {retain: true} | retain true: only where publishers speak MQTT, as JMS retains no messages
          """)
  void whatDoesNotGoTogetherIsNamed(String parts, String message) {
    assertThat(errorOf("name: it\n" + parts.replace("; ", "\n"), ScenarioFormat.YAML))
        .contains(message);
  }

  @Test
  void allMistakesAreNamedInTheOrderOfTheirLines() {
    String text =
        """
        name: it
        topology: {publishers: ten, consumers: five}
        workload:
          qos: 3
          load: {rate: fast}
          payload: {bytes: 8}
        sesion: {}
        phases:
          steady: 10
        """;

    assertThat(errorOf(text, ScenarioFormat.YAML))
        .isEqualTo(
            """
            my.yaml:2:12: publishers ten: a whole number
            my.yaml:2:29: consumers five: a whole number
            my.yaml:4:3: qos 3: one of 0, 1 and 2
            my.yaml:5:10: rate fast: a number
            my.yaml:6:13: payload 8: at least 24 bytes are required for the message header
            my.yaml:7:1: a scenario has no key sesion; did you mean session?
            my.yaml:9:3: steady 10: a number with a unit (ns, us, ms, s, m, h, d), such as 500ms\
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          session: {persistent: maybe, absentFraction: 0.5} | my.yaml:2:11: persistent maybe: true or false
          session: {protocol: mqtt6, mqtt5: {topicAliases: true}} | my.yaml:2:11: protocol mqtt6: one of mqtt3.1.1, mqtt5, jms; did you mean mqtt5?
          topology: {publishers: x, consumers: 6, distribution: PARTITIONS} | my.yaml:2:12: publishers x: a whole number
          """)
  void whatMayFollowFromAnotherMistakeIsNotNamed(String line, String message) {
    assertThat(errorOf("name: it\n" + line, ScenarioFormat.YAML)).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          topology: {publishers: x, consumers: 6, distribution: SINGLE} | publishers x: a whole number | consumers 6: SINGLE has exactly 1 consumer
          topology: {publisherz: 5, consumers: 0} | topology has no key publisherz | consumers 0: between 1 and 4000000
          workload: {payload: {bytes: 8}, seed: x} | seed x: a whole number | payload 8: at least 24 bytes
          phases: {warmUp: soon, steady: 10ms} | warmUp soon: | steady 10ms: between 100ms and 7d
          session: {persistent: maybe, absentFraction: 2} | persistent maybe: | absent 2.0: a fraction between 0 and 1
          """)
  void whatIsWrongBesideAnotherMistakeIsNamedWithIt(String line, String one, String other) {
    assertThat(errorOf("name: it\n" + line, ScenarioFormat.YAML)).contains(one, other);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          {                                   | not JSON
          {"name": "a", "name": "b"}          | 1:15: name comes twice, first on line 1
          {"name": "a"} {}                    | 1:15: a second document; a file holds one scenario
          {"name": null}                      | 1:2: name has no value; give it one, or leave the key out
          {"name": "a", "session": {"persistent": 1}} | 1:27: persistent 1: true or false
          {"topology": {}}                    | 1:1: name is missing
          "FANIN"                             | 1:1: a scenario is a list of keys and values, such as name: mine
          """)
  void mistakesInJsonAreNamedTheSameWay(String text, String message) {
    assertThat(errorOf(text, ScenarioFormat.JSON)).contains(message).doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          name: a: b           | my.yaml:1:8: not YAML: mapping values are not allowed here
          name: [a             | not YAML
          %tname: a            | not YAML
          name: a%nb           | not YAML
          a: &x 1%nname: *x    | my.yaml:2:1: aliases of YAML are not read; write the value itself
          name: a%n---%nname: b | my.yaml:3:1: a second document; a file holds one scenario
          - a                  | my.yaml:1:1: a scenario is a list of keys and values, such as name: mine
          # nothing            | my.yaml: empty; a scenario is a list of keys and values
          """)
  void whatIsNotAScenarioAtAllIsRefusedInOneLine(String text, String message) {
    assertThat(errorOf(text.replace("%n", "\n").replace("%t", "\t"), ScenarioFormat.YAML))
        .contains(message)
        .startsWith("my.yaml")
        .doesNotContain("\n");
  }

  @Test
  void aFileThatCannotBeReadIsNamed() throws Exception {
    Path binary = Files.write(folder.resolve("binary.yaml"), new byte[] {(byte) 0xff, 0, 1});
    Path large = Files.write(folder.resolve("large.yaml"), new byte[1024 * 1024 + 1]);
    Path text = Files.writeString(folder.resolve("mine.txt"), "name: a");
    Path sub = Files.createDirectory(folder.resolve("sub.yaml"));
    Path none = folder.resolve("none.yaml");

    assertThat(errorOf(none)).isEqualTo("no file " + none);
    assertThat(errorOf(binary)).isEqualTo(binary + ": not text in UTF-8");
    assertThat(errorOf(large)).isEqualTo(large + ": over 1 MiB");
    assertThat(errorOf(sub)).isEqualTo("file " + sub + ": is a folder, and a scenario is a file");
    assertThat(errorOf(text)).contains("ends with .yaml, .yml or .json");
  }

  @Test
  void deepNestingIsRefusedAndNotFollowed() {
    String deep = "{\"name\":" + "[".repeat(100_000);

    assertThat(errorOf(deep, ScenarioFormat.JSON)).contains("not JSON").doesNotContain("\n");
  }

  @Test
  void valuesThatAreLongOrOfSeveralLinesDoNotMakeTheMessageSo() {
    String lines = "{\"name\": \"a\", \"workload\": {\"qos\": \"a\\nb\\u2028c\"}}";
    String wide = "name: a\nworkload: {seed: " + "x".repeat(5_000) + "}";

    assertThat(errorOf(lines, ScenarioFormat.JSON)).endsWith("qos a b c: one of 0, 1 and 2");
    assertThat(errorOf(wide, ScenarioFormat.YAML)).hasSizeLessThan(150);
    assertThat(errorOf("name: " + "x".repeat(101), ScenarioFormat.YAML))
        .isEqualTo("my.yaml:1:1: name of 101 characters: the most is 100");
  }

  private static String errorOf(String text, ScenarioFormat format) {
    String origin = format == ScenarioFormat.YAML ? "my.yaml" : "my.json";
    DefinitionException error =
        catchThrowableOfType(
            DefinitionException.class, () -> ScenarioCodec.read(text, format, origin));
    return error == null ? "no error for: " + text : error.getMessage();
  }

  private static String errorOf(Path file) {
    return catchThrowableOfType(DefinitionException.class, () -> ScenarioCodec.read(file))
        .getMessage();
  }
}
