package io.brokerbench.core.broker;

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
 * Passes every call on to another broker; a decorator overrides what differs. {@link #endpoint}
 * follows from {@link #endpoints}, so that a decorator overrides them only.
 */
public abstract class ForwardingBroker implements Broker {

  private final Broker behind;

  /** Closing it closes {@code behind}. */
  protected ForwardingBroker(Broker behind) {
    this.behind = behind;
  }

  @Override
  public BrokerIdentity identity() {
    return behind.identity();
  }

  @Override
  public List<Endpoint> endpoints() {
    return behind.endpoints();
  }

  @Override
  public List<Endpoint> consumerEndpoints() {
    return behind.consumerEndpoints();
  }

  @Override
  public Set<Capability> capabilities() {
    return behind.capabilities();
  }

  @Override
  public OptionalLong pid() {
    return behind.pid();
  }

  @Override
  public Optional<String> failure() {
    return behind.failure();
  }

  @Override
  public List<String> logTail(int lines) {
    return behind.logTail(lines);
  }

  @Override
  public void close() {
    behind.close();
  }

  @Override
  public boolean isJvm() {
    return behind.isJvm();
  }

  @Override
  public Access access() {
    return behind.access();
  }

  @Override
  public OptionalInt usableCores() {
    return behind.usableCores();
  }

  @Override
  public List<BrokerNode> nodes() {
    return behind.nodes();
  }

  @Override
  public boolean sharesLoad() {
    return behind.sharesLoad();
  }

  @Override
  public Optional<ProcessUsage> usage(ProcessSampler processes) {
    return behind.usage(processes);
  }

  @Override
  public BrokerMetrics metrics() {
    return behind.metrics();
  }

  @Override
  public boolean reportsLiveHeap() {
    return behind.reportsLiveHeap();
  }

  @Override
  public TopicMapping topicMapping() {
    return behind.topicMapping();
  }

  @Override
  public String toString() {
    return behind.toString();
  }
}
