package io.brokerbench.experiment.session;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerSelector;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.driver.ClientDriverProvider;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Pattern;

/**
 * The scenarios, brokers and drivers that are available.
 *
 * @param scenarios built in, or in files
 * @param brokers that can be started or reached
 * @param drivers that make load
 */
public record ProviderRegistry(
    Scenarios scenarios, List<BrokerProvider> brokers, List<ClientDriverProvider> drivers) {

  /** A host, with a port unless the name can be nothing else. */
  private static final Pattern ADDRESS =
      Pattern.compile("(localhost|[\\w-]+(\\.[\\w-]+)+|[\\w-]+(?=:))(:\\d{1,5})?");

  public ProviderRegistry {
    brokers = List.copyOf(brokers);
    drivers = List.copyOf(drivers);
  }

  /** All that is on the class path. */
  public static ProviderRegistry load() {
    return new ProviderRegistry(
        Scenarios.load(),
        services(BrokerProvider.class).stream().flatMap(all -> all.listed().stream()).toList(),
        services(ClientDriverProvider.class).stream()
            .flatMap(all -> all.listed().stream())
            .toList());
  }

  /**
   * The provider of a broker.
   *
   * @throws DefinitionException if there is none; the message offers the nearest
   */
  public BrokerProvider broker(String selector) {
    return brokers.stream()
        .filter(provider -> provider.accepts(selector))
        .findFirst()
        .map(provider -> provider.of(selector))
        .orElseThrow(() -> new DefinitionException("no broker " + selector + brokerHint(selector)));
  }

  /**
   * The driver of a name.
   *
   * @throws DefinitionException if there is none; the message offers the nearest
   */
  public ClientDriverProvider driver(String name) {
    return drivers.stream()
        .filter(provider -> provider.accepts(name))
        .findFirst()
        .map(provider -> provider.of(name))
        .orElseThrow(
            () ->
                new DefinitionException(
                    "no driver " + name + NearestName.hintOrList(name, driverNames())));
  }

  /** Selectors of all brokers. */
  public List<String> brokerNames() {
    return brokers.stream().map(BrokerProvider::name).toList();
  }

  /** Names of all drivers. */
  public List<String> driverNames() {
    return drivers.stream().map(ClientDriverProvider::name).toList();
  }

  private String brokerHint(String selector) {
    if (selector.matches("[^?]+\\.(yaml|yml|json)")) {
      return "; did you mean recipe:" + selector + "?";
    }
    if (ADDRESS.matcher(selector).matches()) {
      return "; did you mean mqtt://" + selector + "?";
    }
    Optional<String> product =
        brokerNames().stream()
            .filter(name -> new BrokerSelector(name).shortName().equals(selector))
            .findFirst();
    return product
        .map(name -> "; did you mean " + name + "?")
        .orElseGet(() -> NearestName.hintOrList(selector, brokerNames()));
  }

  private static <T> List<T> services(Class<T> type) {
    return ServiceLoader.load(type).stream().map(ServiceLoader.Provider::get).toList();
  }
}
