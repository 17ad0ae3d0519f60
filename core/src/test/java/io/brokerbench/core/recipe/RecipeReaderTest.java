package io.brokerbench.core.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.recipe.RecipePart.Condition;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A recipe is read strictly: each mistake is one line with its place and the limit. */
class RecipeReaderTest {

  private static final String GOOD =
      """
      title: Mine
      program:
        command: mine
        arguments: [--port, "${port.mqtt}", --data, "${folder}"]
      files:
        mine.conf: |
          admin ${port.admin}
          ${parts}
      ports: [admin]
      parts:
        - when: [mqtts]
          lines: |
            tls ${port.mqtts} ${tls.key}
      ready:
        log: is ready
      version:
        pattern: Mine (.+)
      stop:
        signal: INT
        within: 3s
      capabilities: [MQTT_3_1_1, TLS]
      reports:
        http:
          port: admin
          queued:
            - path: /figures
              pointer: /queued
      """;

  @TempDir private Path folder;

  @Test
  void aRecipeSaysAllThatAStartNeeds() {
    Recipe recipe = RecipeReader.read(GOOD, "mine.yaml");
    assertThat(recipe.capabilities()).containsExactly(Capability.MQTT_3_1_1, Capability.TLS);
    assertThat(recipe.words()).contains("${port.mqtt}");
    assertThat(recipe.stop().orElseThrow().signal()).hasValue(Recipe.StopSignal.INT);
    assertThat(recipe.reports().orElseThrow().http().orElseThrow().queued().orElseThrow())
        .containsExactly(new Reports.Place("/figures", "/queued"));
    assertThat(recipe.tested()).isEmpty();
  }

  /** Where there is TLS, all that is said over a listener may be asked for over TLS, too. */
  @Test
  void eachListenerHasOneOverTlsBesideIt() {
    String plain =
        GOOD.replace("TLS]", "TLS, WEBSOCKET]")
            .replace("ready:\n", "  - when: [ws]\n    arguments: [\"${port.ws}\"]\nready:\n");
    assertThatThrownBy(() -> RecipeReader.read(plain, "mine.yaml"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageEndingWith("WEBSOCKET is claimed, and nothing has ${port.wss}");
    RecipeReader.read(
        plain.replace("ready:\n", "  - when: [wss]\n    arguments: [\"${port.wss}\"]\nready:\n"),
        "mine.yaml");
  }

  @Test
  void aBrokerWithoutMqttBeginsWithItsOwnListener() {
    String own =
        GOOD.replace("${port.mqtt}", "${port.jms}")
            .replace("${port.mqtts}", "${port.jmss}")
            .replace("[mqtts]", "[jmss]")
            .replace("[MQTT_3_1_1, TLS]", "[JMS, TLS]");
    assertThat(RecipeReader.read(own, "mine.yaml").firstListener()).isEqualTo(Listener.JMS);
    assertThat(RecipeReader.read(GOOD, "mine.yaml").firstListener()).isEqualTo(Listener.MQTT);
  }

  /** What stands in the good recipe, what in its place, and the one line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          stop:             | stopp:               | mine.yaml:18:1: a recipe has no key stopp; did you mean stop?
          title: Mine       | # none               | mine.yaml:2:1: title is missing
          arguments: [--port| argument: [--port    | mine.yaml:4:3: program has no key argument; did you mean arguments?
          "${folder}"       | "${foldr}"           | mine.yaml:4:47: program.arguments.3: no placeholder ${foldr}; did you mean folder?
          "${folder}"       | "${tls.key}"         | mine.yaml:4:47: program.arguments.3: ${tls.key} only in a part with when: mqtts, or wss, or amqps, or openwires, or cores, or jmss, or tls, or tls1.3, or rsa
          "${folder}"       | "${folder"           | mine.yaml:4:47: program.arguments.3: ${folder has no closing brace
          mine.conf:        | ../mine.conf:        | mine.yaml:6:3: files.../mine.conf: a path in the broker's folder
          [mqtts]           | [mqtt5]              | mine.yaml:11:12: 0 mqtt5: one of mqtts, psk, ws, wss, amqp, amqps, openwire, openwires, core, cores, jms, jmss, tls, tls1.2, tls1.3, rsa, delay; did you mean mqtts?
          [mqtts]           | []                   | mine.yaml:11:5: parts.0.when: at least one condition
          ${parts}          | nothing              | mine.yaml:12:5: parts.0.lines: no file has the placeholder ${parts}
          log: is ready     | log: "is (ready"     | mine.yaml:15:3: ready.log: not a regular expression: Unclosed group
          pattern: Mine (.+)| pattern: Mine .+     | mine.yaml:17:3: version.pattern: a regular expression with one group, the version
          signal: INT       | signal: KILL         | mine.yaml:19:3: signal KILL: one of TERM, INT, QUIT, HUP
          within: 3s        | command: [end]       | mine.yaml:18:1: stop: a signal or a command, not both
          within: 3s        | within: 3            | mine.yaml:20:3: within 3: a number with a unit (ns, us, ms, s, m, h, d), such as 500ms
          [MQTT_3_1_1, TLS] | [TLS]                | mine.yaml:21:1: capabilities: one of MQTT_3_1_1, MQTT_5, AMQP and JMS at least
          TLS]              | WEBSOCKET]           | mine.yaml:21:1: capabilities: WEBSOCKET is claimed, and nothing has ${port.ws}
          TLS]              | TLS, AMQP]           | mine.yaml:21:1: capabilities: AMQP is claimed, and nothing has ${port.amqp}
          [MQTT_3_1_1, TLS] | [JMS]                | mine.yaml:4:23: program.arguments.1: no placeholder ${port.mqtt}; did you mean port.mqtts?
          TLS]              | HIGH_AVAILABILITY]   | mine.yaml:21:1: capabilities: without HIGH_AVAILABILITY; a recipe is of one node
          port: admin       | port: web            | mine.yaml:24:5: reports.http.port: a name in ports, which are [admin]; not web
          path: /figures    | path: figures        | mine.yaml:23:3: reports.http: each path begins with a slash
          path: /figures    | path: "/my figures"  | mine.yaml:23:3: reports.http: paths as in a URL, with %20 for a space; not /my figures
          pointer: /queued  | pointer: queued      | mine.yaml:23:3: reports.http: pointers as /a/b of RFC 6901; not queued
          """)
  void aMistakeIsOneLineWithItsPlaceAndTheLimit(String right, String wrong, String message) {
    String text = GOOD.replace(right, wrong);
    assertThat(text).isNotEqualTo(GOOD);
    assertThatThrownBy(() -> RecipeReader.read(text, "mine.yaml"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(message);
  }

  @Test
  void aProgramBesideTheRecipeHasToBeThere() throws Exception {
    Path file = Files.writeString(folder.resolve("m.yaml"), GOOD.replace(": mine\n", ": ./mine\n"));
    assertThatThrownBy(() -> RecipeReader.read(file))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "%s:3:3: program.command: a file that may be executed; %s is none"
                .formatted(file, folder.resolve("mine")));
    assertThat(Files.createFile(folder.resolve("mine")).toFile().setExecutable(true)).isTrue();
    assertThat(RecipeReader.read(file).program().orElseThrow().command()).isEqualTo("./mine");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> RecipeReader.read(folder.resolve("none.yaml")))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("no file " + folder.resolve("none.yaml"));
  }

  @Test
  void conditionsFollowWhatIsAskedFor() {
    Set<Listener> listeners = Set.of(Listener.MQTT, Listener.MQTTS);
    Asked old = new Asked(listeners, Optional.of(CipherSuite.RSA_AES256_GCM), false);
    assertThat(List.of(Condition.MQTTS, Condition.TLS, Condition.TLS_1_2, Condition.RSA))
        .allMatch(condition -> condition.holds(old));
    assertThat(List.of(Condition.WS, Condition.TLS_1_3, Condition.PSK, Condition.DELAY))
        .noneMatch(condition -> condition.holds(old));
    Asked key =
        new Asked(
            Set.of(Listener.MQTT, Listener.MQTT_PSK),
            Optional.of(CipherSuite.PSK_AES256_CBC),
            true);
    assertThat(List.of(Condition.TLS, Condition.RSA)).noneMatch(each -> each.holds(key));
    assertThat(List.of(Condition.PSK, Condition.DELAY)).allMatch(each -> each.holds(key));
  }

  private static final String IMAGE =
      """
      title: Mine
      image:
        name: registry/mine:3.2
        arguments: [serve, "--limit=${value.limit}"]
        environment:
          MINE_LISTEN: ${host}:${port.mqtt}
        passes:
          MINE_KEY:
            required: accepted
            reason: it has a licence
        ports:
          mqtts: 8884
          admin: 18083
        always: [amqp]
      since:
        MQTT_5: "3.1"
      files:
        /etc/mine.conf: |
          admin ${port.admin}
          ${parts}
        own.conf: keys ${folder}
      values:
        limit: ${limit.packetBytes}
      parts:
        - when: [mqtts]
          lines: |
            tls ${port.mqtts} ${tls.key}
          values:
            limit: "0"
        - when: [amqps]
          lines: |
            tls ${port.amqps}
          arguments: [--amqps]
      version:
        pattern: Mine (.+)
      capabilities: [MQTT_3_1_1, MQTT_5, TLS]
      reports:
        http:
          port: admin
          queued:
            - path: /figures
              json: "{}"
              pointer: /queued
      """;

  @Test
  void anImageIsStartedInPlaceOfAProgram() {
    Recipe recipe = RecipeReader.read(IMAGE, "mine.yaml");
    RecipeImage image = recipe.image().orElseThrow();
    assertThat(recipe.program()).isEmpty();
    assertThat(recipe.words()).containsExactly("serve", "--limit=${value.limit}");
    assertThat(recipe.otherPorts()).containsExactly("admin");
    assertThat(List.of(image.port("mqtt"), image.port("mqtts"), image.port("admin")))
        .containsExactly(1883, 8884, 18083);
    assertThat(recipe.fileOfLines()).hasValue("/etc/mine.conf");
  }

  @Test
  void whatIsAskedHasAListenerOverTlsBesideEachPlainOne() {
    Recipe recipe = RecipeReader.read(IMAGE, "mine.yaml");
    BrokerRequest plain = BrokerRequest.of("recipe:mine.yaml");
    assertThat(Asked.of(recipe, plain).listeners()).containsExactly(Listener.MQTT, Listener.AMQP);
    Asked asked =
        Asked.of(
            recipe,
            plain
                .withWebSocket()
                .withDeliveryDelay()
                .withSecurity(Security.ofAll(CipherSuite.TLS13_AES256_GCM)));
    assertThat(asked.listeners())
        .containsExactly(Listener.MQTT, Listener.WS, Listener.WSS, Listener.AMQP, Listener.AMQPS);
    assertThat(asked.deliveryDelay()).isTrue();
    assertThat(
            Asked.of(recipe, plain.withSecurity(Security.ofAll(CipherSuite.PSK_AES256_CBC)))
                .listeners())
        .containsExactly(Listener.MQTT, Listener.MQTT_PSK, Listener.AMQP);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          title: Mine        | title: Mine~program: {command: x} | mine.yaml:3:1: image: a program or an image; both are there
          version:           | ports: [admin]~version:          | mine.yaml:34:1: ports: image.ports has the ports of a container
          version:           | stop: {signal: INT}~version:     | mine.yaml:34:1: stop: a container is removed; it has no stop
          pattern: Mine (.+) | pattern: Mine (.+)~  command: [x] | mine.yaml:36:3: version.command: no command in a container
          mqtts: 8884        | mqtts: 70000                      | mine.yaml:12:5: image.ports.mqtts: between 1 and 65535; not 70000
          admin: 18083       | Admin: 18083                      | mine.yaml:13:5: image.ports.Admin: a name of letters and digits
          MQTT_5: "3.1"      | MQTT_5: "new"                     | mine.yaml:16:3: since.MQTT_5: a release such as 3.13; not new
          MQTT_5: "3.1"      | QOS_2: "3.1"                      | mine.yaml:16:3: since.QOS_2: one of capabilities; QOS_2 is none of them
          ${folder}          | ${user}                           | mine.yaml:21:3: files.own.conf: ${user} only with a program, not in an image
          own.conf           | ../own.conf                       | mine.yaml:21:3: files.../own.conf: a path in the broker's folder, or an absolute one in the container
          limit: "0"         | limits: "0"                       | mine.yaml:29:7: parts.0.values.limits: a name in values, which are [limit]
          limit: "0"         | limit: "${value.limit}"           | mine.yaml:29:7: parts.0.values.limit: no ${value.NAME} in a value
          version:           | mistake: (a) (b)~version:        | mine.yaml:34:1: mistake: only with a program
          name: registry/    | name: my registry/                | mine.yaml:3:3: image.name: the name of an image; not my registry/mine:3.2
          MQTT_5: "3.1"      | MQTT_6: "3.1"                     | mine.yaml:15:1: since {"MQTT_6":"3.1"}: one of MQTT_3_1_1, MQTT_5, QOS_2, QOS_2_REPEATED, RETAINED_MESSAGES, RETAINED_BY_WILDCARD, SHARED_SUBSCRIPTIONS, TLS, TLS_PSK, WEBSOCKET, PERSISTENT_SESSIONS, SURVIVES_KILL, HIGH_AVAILABILITY, AMQP, JMS_SHARED, VIRTUAL_TOPICS, OPENWIRE, CORE, JMS, DELIVERY_DELAY; did you mean MQTT_5?
          ${host}:${port.mqtt} | 1883                            | mine.yaml:6:5: MINE_LISTEN 1883: text; in quotes where it could be something else
          tls ${port.amqps}  | tls                               | mine.yaml:36:1: capabilities: TLS is claimed, and nothing has ${port.amqps}
          arguments: [serve, "--limit=${value.limit}"] | # none | mine.yaml:33:5: parts.1.arguments: only with image.arguments, as they would take the place of the image's own
          port: admin        | port: web                         | mine.yaml:39:5: reports.http.port: a name in image.ports, which are [admin]; not web
          """)
  void aMistakeInAnImageIsOneLineToo(String right, String wrong, String message) {
    String text = IMAGE.replace(right, wrong.replace("~", "\n"));
    assertThat(text).isNotEqualTo(IMAGE);
    assertThatThrownBy(() -> RecipeReader.read(text, "mine.yaml"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(message);
  }
}
