package io.brokerbench.junit;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.RunRequirements;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.ServiceLoader;

/** Brokers and drivers on the class path, by their names. */
final class ProviderLookup {

  private ProviderLookup() {}

  /**
   * The provider of a broker.
   *
   * @throws DefinitionException if there is none; the message offers the nearest
   */
  static BrokerProvider broker(String selector) {
    List<BrokerProvider> all = all(BrokerProvider.class);
    return all.stream()
        .filter(provider -> provider.accepts(selector))
        .findFirst()
        .orElseThrow(
            () -> unknown("broker", selector, all.stream().map(BrokerProvider::name).toList()));
  }

  /**
   * The driver of a name.
   *
   * @throws DefinitionException if there is none; the message offers the nearest
   */
  static ClientDriverProvider driver(String name) {
    List<ClientDriverProvider> all = all(ClientDriverProvider.class);
    return all.stream()
        .filter(provider -> provider.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> unknown("driver", name, all.stream().map(ClientDriverProvider::name).toList()));
  }

  /**
   * Checks that a broker can do what a scenario needs, and the driver too.
   *
   * @throws DefinitionException if not
   */
  static void requireAble(Scenario scenario, BrokerProvider broker, ClientDriverProvider driver) {
    RunRequirements required =
        new RunRequirements(scenario, all(BrokerProvider.class), all(ClientDriverProvider.class));
    required.requireCapabilities(broker);
    required.requireAble(driver);
  }

  private static DefinitionException unknown(String kind, String name, List<String> names) {
    String hint = NearestName.hint(name, names);
    return new DefinitionException(
        "no " + kind + " " + name + (hint.isEmpty() ? "; there are " + join(names) : hint));
  }

  private static String join(List<String> names) {
    return String.join(", ", names);
  }

  private static <T> List<T> all(Class<T> type) {
    return ServiceLoader.load(type).stream().map(ServiceLoader.Provider::get).toList();
  }
}
