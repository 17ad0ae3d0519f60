package io.brokerbench.cli;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.report.Figures;
import io.brokerbench.core.scenario.CipherSuite;
import io.brokerbench.core.scenario.DefinitionException;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.telemetry.FileDescriptorLimit;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What has to be right before anything is started. */
final class Preflight {

  private Preflight() {}

  /**
   * Checks it.
   *
   * @throws DefinitionException if the broker or the driver can't do what the scenario needs
   * @throws EnvironmentException if this process may not open enough files
   */
  static void check(RunSession.Request request, Tools tools) throws EnvironmentException {
    requireCapabilities(request.scenario(), request.brokers(), tools.offers());
    requireProtocol(request.scenario(), request.driver());
    requireCipher(request.scenario(), request.driver(), tools.offers());
    requireFiles(request.scenario(), request.driver(), tools.files().get());
  }

  private static void requireCapabilities(Scenario scenario, BrokerProvider broker, Offers offers) {
    Set<Capability> missing = RequiredCapabilities.missing(scenario, broker.capabilities());
    if (missing.isEmpty()) {
      return;
    }
    String capable =
        offers.brokers().stream()
            .filter(other -> RequiredCapabilities.missing(scenario, other.capabilities()).isEmpty())
            .map(BrokerProvider::name)
            .collect(Collectors.joining(", "));
    throw new DefinitionException(
        "%s needs %s, which %s hasn't; brokers that have it: %s"
            .formatted(
                scenario.name(),
                missing.stream().map(Capability::title).collect(Collectors.joining(" and ")),
                broker.name(),
                capable.isEmpty() ? "none" : capable));
  }

  private static void requireProtocol(Scenario scenario, ClientDriverProvider driver) {
    Protocol protocol = scenario.session().protocol();
    if (!driver.protocols().contains(protocol)) {
      throw new DefinitionException(
          "%s needs %s, which the driver %s doesn't speak"
              .formatted(scenario.name(), protocol.title(), driver.name()));
    }
  }

  static void requireCipher(Scenario scenario, ClientDriverProvider driver, Offers offers) {
    Optional<CipherSuite> cipher = scenario.security().cipher();
    if (cipher.isEmpty() || driver.cipherSuites().contains(cipher.get())) {
      return;
    }
    String capable =
        offers.drivers().stream()
            .filter(other -> other.cipherSuites().contains(cipher.get()))
            .map(ClientDriverProvider::name)
            .collect(Collectors.joining(", "));
    throw new DefinitionException(
        "%s needs %s, which the driver %s hasn't; drivers that have it: %s"
            .formatted(
                scenario.name(),
                cipher.get().openSslName(),
                driver.name(),
                capable.isEmpty() ? "none" : capable));
  }

  private static void requireFiles(
      Scenario scenario, ClientDriverProvider driver, Optional<FileDescriptorLimit> files)
      throws EnvironmentException {
    if (files.isEmpty()) {
      return;
    }
    long connections = (long) scenario.topology().publishers() + scenario.topology().consumers();
    long needed = driver.fileDescriptorsFor(connections) + files.get().open();
    if (needed > files.get().limit()) {
      throw new EnvironmentException(
          "%s connections need %s open files, the limit is %s: raise it (ulimit -n)"
              .formatted(
                  Figures.count(connections),
                  Figures.count(needed),
                  Figures.count(files.get().limit())));
    }
  }
}
