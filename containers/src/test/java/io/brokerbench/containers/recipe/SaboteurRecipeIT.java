package io.brokerbench.containers.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.kit.BrokenClaimException;
import io.brokerbench.kit.ClaimCheck;
import io.brokerbench.kit.CompatibilityKit;
import io.brokerbench.kit.KitBroker;
import io.brokerbench.kit.KitLibrary;
import io.brokerbench.kit.KitRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A recipe that claims what its broker does not do fails the kit, of that claim and no other. */
@EnabledIf(
    value = "io.brokerbench.containers.Installed#mosquitto",
    disabledReason = "mosquitto is not installed (apt-get install mosquitto)")
class SaboteurRecipeIT {

  private static final String SABOTEUR =
      """
      title: Saboteur
      program:
        command: mosquitto
        arguments: [-c, "${folder}/mosquitto.conf"]
      files:
        mosquitto.conf: |
          listener ${port.mqtt} ${host}
          allow_anonymous true
          user ${user}
          retain_available false
          persistence true
          persistence_location ${folder}/
      version:
        pattern: mosquitto version (\\S+) running
      capabilities: [MQTT_3_1_1, RETAINED_MESSAGES, RETAINED_BY_WILDCARD, SURVIVES_KILL]
      """;

  /** What listens there does not speak what it claims; that it listens is not enough. */
  private static final String SABOTEUR_OF_JMS =
      """
      title: Saboteur of JMS
      program:
        command: mosquitto
        arguments: [-c, "${folder}/mosquitto.conf"]
      files:
        mosquitto.conf: |
          listener ${port.jms} ${host}
          allow_anonymous true
          user ${user}
      version:
        pattern: mosquitto version (\\S+) running
      capabilities: [JMS]
      """;

  /** Of AMQP, as a library of its own would be. */
  private static final KitLibrary LIBRARY =
      new KitLibrary(
          JmsProtocol.JMS,
          (endpoint, login) ->
              new JmsConnectionFactory(
                      "amqp://%s:%d?jms.connectTimeout=5000"
                          .formatted(endpoint.host(), endpoint.port()))
                  .createConnection());

  @TempDir private Path folder;

  @Test
  void whatItDoesNotDoFails() throws Exception {
    Path file = Files.writeString(folder.resolve("saboteur.yaml"), SABOTEUR);
    BrokerProvider provider = new RecipeProvider().of("recipe:" + file);
    try (KitBroker broker = KitBroker.start(provider, "recipe:" + file, 100)) {
      List<ClaimCheck> checks = new CompatibilityKit(broker).checks();
      for (ClaimCheck check : checks) {
        if (check.claim().filter(claim -> claim != Capability.MQTT_3_1_1).isPresent()) {
          assertThatThrownBy(check.proof()::run)
              .as(check.name())
              .isInstanceOf(BrokenClaimException.class);
        } else {
          check.proof().run();
        }
      }
      assertThat(checks)
          .extracting(check -> check.claim().orElse(null))
          .contains(
              Capability.RETAINED_MESSAGES,
              Capability.RETAINED_BY_WILDCARD,
              Capability.SURVIVES_KILL,
              Capability.MQTT_3_1_1);
    }
  }

  private List<KitRow> ofJms(List<KitLibrary> libraries) throws Exception {
    Path file = Files.writeString(folder.resolve("saboteur-of-jms.yaml"), SABOTEUR_OF_JMS);
    BrokerProvider provider = new RecipeProvider().of("recipe:" + file);
    try (KitBroker broker = KitBroker.start(provider, "recipe:" + file, 100, libraries)) {
      return new CompatibilityKit(broker)
          .run(row -> {}).stream().filter(row -> row.claim().isPresent()).toList();
    }
  }

  @Test
  void aListenerThatDoesNotSpeakWhatItClaimsFails() throws Exception {
    assertThat(ofJms(List.of(LIBRARY)))
        .hasSizeGreaterThan(3)
        .allSatisfy(row -> assertThat(row.claim()).contains(Capability.JMS))
        .noneMatch(KitRow::holds);
  }

  @Test
  void aClaimThatNothingWasAskedAboutFails() throws Exception {
    assertThat(ofJms(List.of()))
        .hasSize(1)
        .allSatisfy(row -> assertThat(row.claim()).contains(Capability.JMS))
        .noneMatch(KitRow::holds);
  }
}
