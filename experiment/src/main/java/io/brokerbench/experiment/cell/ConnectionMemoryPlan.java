package io.brokerbench.experiment.cell;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.scenario.TopicNames;
import java.time.Duration;

/**
 * Clients that connect in steps, and subscribe in steps when all are there; after each step the
 * broker's memory is read.
 *
 * @param clientsPerStep that connect, and later subscribe, in one step
 * @param steps number of steps, at least 2
 * @param subscriptionsPerClient topic filters of each client, all different
 * @param settle time for the broker to come to rest after a step, after which its memory is read;
 *     at least 3s, as brokers report what they hold some seconds late
 */
public record ConnectionMemoryPlan(
    int clientsPerStep, int steps, int subscriptionsPerClient, Duration settle) {

  private static final int MAX_CLIENTS = 1_000_000;

  /** Checks the limits. */
  public ConnectionMemoryPlan {
    if (clientsPerStep < 1 || steps < 2 || (long) clientsPerStep * steps > MAX_CLIENTS) {
      throw new DefinitionException(
          "clientsPerStep",
          "at least 1, in at least 2 steps, and at most 1000000 clients in all",
          clientsPerStep);
    }
    if (subscriptionsPerClient < 1 || subscriptionsPerClient > TopicNames.MAX_FILTERS) {
      throw new DefinitionException(
          "subscriptionsPerClient",
          "between 1 and " + TopicNames.MAX_FILTERS,
          subscriptionsPerClient);
    }
    if (settle.compareTo(Duration.ofSeconds(3)) < 0) {
      throw new DefinitionException("settle", "at least 3s", Durations.format(settle));
    }
  }

  /** All clients. */
  public int clients() {
    return clientsPerStep * steps;
  }
}
