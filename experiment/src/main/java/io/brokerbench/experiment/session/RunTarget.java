package io.brokerbench.experiment.session;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.BrokerSelector;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.worker.DriverSelection;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.scenario.Scenario;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * A scenario on a broker.
 *
 * @param scenario with all changes applied
 * @param selector of the broker, as it was written
 * @param brokers starts the broker
 * @param limits the most that the broker may take of this machine
 * @param driver makes the load
 * @param settings of the rig
 * @param beside scenarios that are run on the same broker at the same time
 */
@RecordBuilder
public record RunTarget(
    Scenario scenario,
    String selector,
    BrokerProvider brokers,
    ResourceLimits limits,
    ClientDriverProvider driver,
    RigSettings settings,
    List<Scenario> beside)
    implements RunTargetBuilder.With {

  /** Copies the list. */
  public RunTarget {
    beside = List.copyOf(beside);
  }

  /** A scenario that has the broker for itself. */
  public RunTarget(
      Scenario scenario,
      String selector,
      BrokerProvider brokers,
      ResourceLimits limits,
      ClientDriverProvider driver,
      RigSettings settings) {
    this(scenario, selector, brokers, limits, driver, settings, List.of());
  }

  /** The broker with what the scenario, and those beside it, need of it. */
  public BrokerRequest request() {
    BrokerRequest request = with(BrokerRequest.of(selector), scenario);
    for (Scenario other : beside) {
      request = with(request, other);
    }
    return request.withLimits(limits);
  }

  private BrokerRequest with(BrokerRequest request, Scenario needy) {
    JmsProtocol jms = DriverSelection.of(needy, driver).jmsProtocol();
    return request.andNeedsOf(needy, jms);
  }

  /** The broker's product, or the address of one that runs already. */
  public String shortName() {
    BrokerSelector written = new BrokerSelector(selector);
    return (written.isAddress() ? written : new BrokerSelector(brokers.name())).shortName();
  }
}
