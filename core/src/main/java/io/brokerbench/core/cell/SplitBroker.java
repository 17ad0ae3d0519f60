package io.brokerbench.core.cell;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Two brokers as one: publishers connect to one, consumers to the other, and what is measured is
 * the main one's. Closing it closes neither.
 *
 * @param main whose CPU and memory count
 * @param publishing where publishers connect to
 * @param consuming where consumers connect to
 */
public record SplitBroker(Broker main, Broker publishing, Broker consuming) implements Broker {

  @Override
  public BrokerIdentity identity() {
    return main.identity();
  }

  @Override
  public List<Endpoint> endpoints() {
    return publishing.endpoints();
  }

  @Override
  public List<Endpoint> consumerEndpoints() {
    return consuming.endpoints();
  }

  @Override
  public Set<Capability> capabilities() {
    return main.capabilities();
  }

  @Override
  public OptionalLong pid() {
    return main.pid();
  }

  @Override
  public Optional<String> failure() {
    return main.failure().or(publishing::failure).or(consuming::failure);
  }

  @Override
  public List<String> logTail(int lines) {
    return main.logTail(lines);
  }

  @Override
  public Access access() {
    return main.access();
  }

  @Override
  public OptionalInt usableCores() {
    return main.usableCores();
  }

  @Override
  public Optional<ProcessUsage> usage(ProcessSampler processes) {
    return main.usage(processes);
  }

  @Override
  public BrokerMetrics metrics() {
    return main.metrics();
  }

  @Override
  public void close() {
    // Whoever started them closes them.
  }
}
