package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import java.util.ServiceLoader;

/**
 * The drivers that carry the clients of a scenario.
 *
 * @param publishing makes the publishers
 * @param consuming makes the consumers; often the same
 */
public record DriverSelection(ClientDriverProvider publishing, ClientDriverProvider consuming) {

  /**
   * The driver that was chosen, for all clients whose protocol it speaks. Where that is MQTT, the
   * first one on the class path that speaks JMS carries the clients of JMS; where it is JMS, the
   * first one that speaks MQTT carries the others of a scenario that has both.
   *
   * @throws DefinitionException if some client speaks a protocol that no driver speaks
   */
  public static DriverSelection of(Scenario scenario, ClientDriverProvider chosen) {
    Protocol publishing = scenario.session().protocol();
    Protocol consuming = scenario.session().consumerProtocol();
    boolean used =
        chosen.protocols().contains(publishing) || chosen.protocols().contains(consuming);
    return new DriverSelection(
        speaking(publishing, chosen, used), speaking(consuming, chosen, used));
  }

  /** A driver of MQTT that does not speak what is asked for is refused elsewhere, by its name. */
  private static ClientDriverProvider speaking(
      Protocol protocol, ClientDriverProvider chosen, boolean used) {
    if (chosen.protocols().contains(protocol) || (protocol != Protocol.JMS && !used)) {
      return chosen;
    }
    return first(protocol);
  }

  private static ClientDriverProvider first(Protocol protocol) {
    return ServiceLoader.load(ClientDriverProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.protocols().contains(protocol))
        .findFirst()
        .orElseThrow(
            () -> new DefinitionException("no driver for " + protocol.title() + " in this build"));
  }

  /** What the clients of JMS speak, where there are some. */
  public JmsProtocol jmsProtocol() {
    return consuming.jmsProtocol();
  }

  /** Whether one driver carries all clients. */
  public boolean isOne() {
    return publishing.name().equals(consuming.name());
  }
}
