import io.brokerbench.containers.remote.RemoteProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.network.RelayedBroker;
import io.brokerbench.core.scenario.NetworkConditions;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Puts the tool's own relay before a broker of this machine. Arguments: the broker's port, and
 * microseconds in each direction. Prints the port to connect to, and stays until its input ends.
 */
public final class Delay {

  private Delay() {}

  public static void main(String[] args) throws Exception {
    Duration latency = Duration.of(Long.parseLong(args[1]), ChronoUnit.MICROS);
    NetworkConditions conditions = new NetworkConditions(latency, Duration.ZERO, 0, Optional.empty());
    Broker broker = new RemoteProvider().start(BrokerRequest.of("mqtt://127.0.0.1:" + args[0]));
    try (Broker behind = RelayedBroker.around(broker, Optional.of(conditions), 1)) {
      System.out.println(behind.endpoints().get(0).port());
      System.in.transferTo(System.err);
    }
  }
}
