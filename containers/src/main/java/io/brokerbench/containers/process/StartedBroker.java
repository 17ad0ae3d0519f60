package io.brokerbench.containers.process;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerIdentity;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** A broker whose process is ours. */
final class StartedBroker implements Broker {

  private final Recipe recipe;
  private final BrokerIdentity identity;
  private final Endpoint endpoint;
  private final OwnedProcess owned;

  StartedBroker(Recipe recipe, BrokerIdentity identity, Endpoint endpoint, OwnedProcess owned) {
    this.recipe = recipe;
    this.identity = identity;
    this.endpoint = endpoint;
    this.owned = owned;
  }

  @Override
  public BrokerIdentity identity() {
    return identity;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(endpoint);
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
  public OptionalLong pid() {
    return OptionalLong.of(owned.process().pid());
  }

  @Override
  public Optional<String> failure() {
    Process process = owned.process();
    if (owned.closed() || process.isAlive()) {
      return Optional.empty();
    }
    return Optional.of(
        "%s ended by itself (exit code %d): %s"
            .formatted(recipe.title(), process.exitValue(), owned.log().reason()));
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
    return identity + " at " + endpoint;
  }
}
