package io.brokerbench.containers.container;

import io.brokerbench.containers.metrics.MetricsWatch;
import io.brokerbench.core.broker.Access;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerIdentity;
import io.brokerbench.core.broker.BrokerMetrics;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.ResourceLimits;
import io.brokerbench.core.telemetry.ControlGroup;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** A broker in a container of ours. */
final class ContainerBroker implements Broker {

  /** The exit code of a process that a signal ended is this and the signal's number. */
  private static final int KILLED = 128;

  private final ContainerRecipe recipe;
  private final BrokerIdentity identity;
  private final RunningContainer running;
  private final Access access;
  private final OwnedContainer owned;
  private final Optional<MetricsWatch> metrics;

  ContainerBroker(
      ContainerRecipe recipe,
      BrokerIdentity identity,
      RunningContainer running,
      Optional<Access> access,
      OwnedContainer owned) {
    this.recipe = recipe;
    this.identity = identity;
    this.running = running;
    this.access = access.orElse(Access.OPEN);
    this.owned = owned;
    this.metrics =
        recipe
            .metrics()
            .map(
                query ->
                    new MetricsWatch(
                        query,
                        running.address(query.port().orElse(ContainerRecipe.Plan.MQTT_PORT))));
  }

  @Override
  public BrokerIdentity identity() {
    return identity;
  }

  @Override
  public List<Endpoint> endpoints() {
    return running.endpoints();
  }

  @Override
  public Access access() {
    return access;
  }

  @Override
  public Set<Capability> capabilities() {
    return recipe.capabilities();
  }

  /** As Docker names it. */
  String containerId() {
    return owned.id();
  }

  /** No more than it may take. */
  @Override
  public OptionalInt usableCores() {
    Optional<Integer> allowed =
        identity
            .limits()
            .map(ResourceLimits::cpus)
            .filter(cpus -> cpus.isPresent())
            .map(cpus -> (int) Math.ceil(cpus.getAsDouble()));
    OptionalInt usable = recipe.usableCores();
    return allowed.map(most -> OptionalInt.of(Math.min(most, usable.orElse(most)))).orElse(usable);
  }

  @Override
  public OptionalLong pid() {
    return running.pid();
  }

  @Override
  public Optional<ProcessUsage> usage(ProcessSampler processes) {
    return running.group().flatMap(ControlGroup::usage);
  }

  @Override
  public BrokerMetrics metrics() {
    return metrics.map(MetricsWatch::latest).orElse(BrokerMetrics.NONE);
  }

  @Override
  public Optional<String> failure() {
    OptionalInt end = owned.exitCode();
    if (owned.closed() || end.isEmpty()) {
      return Optional.empty();
    }
    int code = end.getAsInt();
    return Optional.of(
        code > KILLED
            ? "%s was killed (signal %d)".formatted(recipe.title(), code - KILLED)
            : "%s ended by itself (exit code %d): %s"
                .formatted(recipe.title(), code, owned.log().reason()));
  }

  @Override
  public List<String> logTail(int lines) {
    return owned.log().tail(lines);
  }

  @Override
  public void close() {
    metrics.ifPresent(MetricsWatch::close);
    owned.close();
  }

  @Override
  public String toString() {
    return identity + " at " + endpoints();
  }
}
