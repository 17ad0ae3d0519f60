package io.brokerbench.experiment.session;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.StartPatience;
import io.brokerbench.core.network.NetworkedBroker;
import java.nio.file.Path;
import java.util.Optional;

/** Where a session gets brokers from. */
public interface Brokers {

  /** A broker of its own for each that asks, behind the network that its scenario asks for. */
  Brokers FRESH = fresh(StartPatience.USUAL);

  /** The same, with another patience for starts. */
  static Brokers fresh(StartPatience patience) {
    return (target, log) -> {
      BrokerRequest request = target.request().withPatience(patience);
      request = log.isPresent() ? request.withLogFile(log.get()) : request;
      return NetworkedBroker.around(
          target.brokers().start(request),
          target.scenario().conditions().network(),
          target.scenario().workload().seed());
    };
  }

  /**
   * A broker that runs.
   *
   * @param log file for its log; absent for none. Of one that runs already, nothing is written
   *     there
   */
  Broker obtain(RunTarget target, Optional<Path> log) throws BrokerException, InterruptedException;

  /** Takes it back. */
  default void release(RunTarget target, Broker broker) {
    broker.close();
  }
}
