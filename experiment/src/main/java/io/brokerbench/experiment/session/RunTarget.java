package io.brokerbench.experiment.session;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.BrokerSelector;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.worker.DriverSelection;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.scenario.Scenario;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A scenario on a broker.
 *
 * @param scenario with all changes applied
 * @param selector of the broker, as it was written
 * @param brokers starts the broker
 * @param limits the most that the broker may take of this machine
 * @param driver makes the load
 * @param settings of the rig
 */
@RecordBuilder
public record RunTarget(
    Scenario scenario,
    String selector,
    BrokerProvider brokers,
    ResourceLimits limits,
    ClientDriverProvider driver,
    RigSettings settings)
    implements RunTargetBuilder.With {

  /** The broker with what the scenario needs of it. */
  public BrokerRequest request() {
    return BrokerRequest.of(selector)
        .withNeedsOf(scenario, DriverSelection.of(scenario, driver).jmsProtocol())
        .withLimits(limits);
  }

  /** The broker's product, or the address of one that runs already. */
  public String shortName() {
    BrokerSelector written = new BrokerSelector(selector);
    return (written.isAddress() ? written : new BrokerSelector(brokers.name())).shortName();
  }
}
