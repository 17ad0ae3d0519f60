package io.brokerbench.containers.process;

import io.brokerbench.core.broker.Access;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerIdentity;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.TopicMapping;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** A broker whose process is ours. */
final class StartedBroker implements Broker {

  /** The exit code of a process that a signal ended is this and the signal's number. */
  private static final int KILLED = 128;

  private static final int MAX_SIGNAL = 64;

  private final Recipe recipe;
  private final BrokerIdentity identity;
  private final List<Endpoint> endpoints;
  private final Access access;
  private final OwnedProcess owned;

  StartedBroker(
      Recipe recipe,
      BrokerIdentity identity,
      List<Endpoint> endpoints,
      Access access,
      OwnedProcess owned) {
    this.recipe = recipe;
    this.identity = identity;
    this.endpoints = List.copyOf(endpoints);
    this.access = access;
    this.owned = owned;
  }

  @Override
  public BrokerIdentity identity() {
    return identity;
  }

  @Override
  public List<Endpoint> endpoints() {
    return endpoints;
  }

  @Override
  public Access access() {
    return access;
  }

  @Override
  public Set<Capability> capabilities() {
    return recipe.capabilities();
  }

  @Override
  public OptionalInt usableCores() {
    return recipe.usableCores();
  }

  @Override
  public TopicMapping topicMapping() {
    return recipe.topicMapping();
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(owned.process().pid());
  }

  @Override
  public Optional<String> failure() {
    Process process = owned.process();
    if (owned.closed() || process.isAlive()) {
      return Optional.empty();
    }
    int code = process.exitValue();
    return Optional.of(
        code > KILLED && code <= KILLED + MAX_SIGNAL
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
    owned.close();
  }

  @Override
  public String toString() {
    return identity + " at " + endpoints;
  }
}
