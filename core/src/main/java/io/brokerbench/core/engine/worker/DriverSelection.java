package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.DefinitionException;
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
   * The driver that was chosen, for all clients that speak MQTT, and the one on the class path that
   * speaks JMS for all others.
   *
   * @throws DefinitionException if some client speaks JMS, and no driver does
   */
  public static DriverSelection of(Scenario scenario, ClientDriverProvider chosen) {
    return new DriverSelection(
        speaking(scenario.session().protocol(), chosen),
        speaking(scenario.session().consumerProtocol(), chosen));
  }

  private static ClientDriverProvider speaking(Protocol protocol, ClientDriverProvider chosen) {
    if (protocol != Protocol.JMS || chosen.protocols().contains(protocol)) {
      return chosen;
    }
    return ServiceLoader.load(ClientDriverProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.protocols().contains(protocol))
        .findFirst()
        .orElseThrow(
            () -> new DefinitionException("no driver for " + protocol.title() + " in this build"));
  }

  /** Whether one driver carries all clients. */
  public boolean isOne() {
    return publishing.name().equals(consuming.name());
  }
}
