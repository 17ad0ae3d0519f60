package io.brokerbench.containers.process;

import io.brokerbench.containers.MqttProbe;
import io.brokerbench.containers.process.Recipe.Launch;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerIdentity;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.measure.NanoClock;
import io.brokerbench.core.scenario.DefinitionException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * Starts a broker by its recipe and waits until it takes MQTT connections.
 *
 * <p>It is ready when its log says so <em>and</em> a CONNECT is answered: the log alone may be
 * early, and on a port that was taken somebody else's broker would answer.
 */
public final class BrokerStarter {

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(5);
  private static final long POLL_MILLIS = 5;
  private static final int TRIES_FOR_A_FREE_PORT = 3;
  private static final String HOST = "127.0.0.1";
  private static final String TAKEN = "Address already in use";

  private final NanoClock clock;
  private final Duration limit;

  /** On this machine's clock, with a minute for the broker. */
  public BrokerStarter() {
    this(NanoClock.SYSTEM, START_LIMIT);
  }

  BrokerStarter(NanoClock clock, Duration limit) {
    this.clock = clock;
    this.limit = limit;
  }

  /**
   * Starts one.
   *
   * @throws DefinitionException if the product hasn't the listener that is asked for
   * @throws BrokerException if it did not start; nothing is left of it then
   * @throws InterruptedException if interrupted; nothing is left of it then
   */
  public Broker start(Recipe recipe, BrokerRequest request)
      throws BrokerException, InterruptedException {
    requireListener(recipe, request);
    int tries = request.port().isPresent() ? 1 : TRIES_FOR_A_FREE_PORT;
    while (true) {
      try {
        return startOnce(recipe, request);
      } catch (BrokerException e) {
        tries--;
        if (tries == 0 || !e.getMessage().contains(TAKEN)) {
          throw e;
        }
      }
    }
  }

  private static void requireListener(Recipe recipe, BrokerRequest request) {
    if (request.amqp() && !recipe.capabilities().contains(Capability.AMQP)) {
      throw new DefinitionException(
          "%s has no listener for %s".formatted(recipe.product(), Capability.AMQP.title()));
    }
    request
        .security()
        .cipher()
        .map(RequiredCapabilities::of)
        .filter(needed -> !recipe.capabilities().contains(needed))
        .ifPresent(
            needed -> {
              throw new DefinitionException(
                  "%s has no listener for %s".formatted(recipe.product(), needed.title()));
            });
  }

  private Broker startOnce(Recipe recipe, BrokerRequest request)
      throws BrokerException, InterruptedException {
    try (Attempt attempt = new Attempt(recipe, request)) {
      Broker broker = startIn(attempt.owned, recipe, request);
      attempt.succeeded = true;
      return broker;
    } catch (IOException e) {
      throw new BrokerException(recipe.title() + " did not start: " + e.getMessage(), e);
    }
  }

  /** Starts one in a folder, which may hold the data of an earlier one. */
  Broker startIn(OwnedProcess owned, Recipe recipe, BrokerRequest request)
      throws BrokerException, IOException, InterruptedException {
    Launch launch = recipe.prepare(owned.folder(), request);
    owned.launch(launch);
    Matcher ready = awaitReady(recipe, launch, owned, request);
    List<Endpoint> endpoints = launch.endpoints(HOST, ready);
    probe(recipe, owned, endpoints.get(0).port());
    BrokerIdentity identity =
        new BrokerIdentity(
            recipe.product(), ready.group("version"), recipe.origin(), request.selector());
    return new StartedBroker(recipe, identity, endpoints, launch.access(), owned);
  }

  /** Leaves nothing of a start that does not succeed. */
  private static final class Attempt implements AutoCloseable {
    final OwnedProcess owned;
    boolean succeeded;

    Attempt(Recipe recipe, BrokerRequest request) throws IOException {
      owned = OwnedProcess.create(folderName(recipe), request.logFile());
    }

    @Override
    public void close() {
      if (!succeeded) {
        owned.kill();
      }
    }
  }

  private static String folderName(Recipe recipe) {
    return recipe.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }

  private Matcher awaitReady(
      Recipe recipe, Launch launch, OwnedProcess owned, BrokerRequest request)
      throws BrokerException, IOException, InterruptedException {
    long start = clock.nanoTime();
    while (true) {
      boolean alive = owned.process().isAlive(); // before the log is read: its last words count
      Optional<Matcher> ready = owned.log().find(launch.ready());
      if (ready.isPresent() && alive) {
        return ready.get();
      }
      if (!alive) {
        String port = request.port().isPresent() ? " on port " + request.port().getAsInt() : "";
        throw new BrokerException(
            "%s did not start%s (exit code %d): %s"
                .formatted(
                    recipe.title(), port, owned.process().exitValue(), owned.log().reason()));
      }
      if (clock.nanoTime() - start > limit.toNanos()) {
        throw new BrokerException(
            "%s was not ready within %d s: %s"
                .formatted(recipe.title(), limit.toSeconds(), owned.log().reason()));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static void probe(Recipe recipe, OwnedProcess owned, int port) throws BrokerException {
    try {
      int code = MqttProbe.connect(HOST, port, PROBE_TIMEOUT);
      if (code == 0) {
        return;
      }
      throw new IOException("it refuses MQTT connections (return code " + code + ")");
    } catch (IOException e) {
      throw new BrokerException(
          "%s did not start: %s: %s"
              .formatted(recipe.title(), e.getMessage(), owned.log().reason()),
          e);
    }
  }
}
