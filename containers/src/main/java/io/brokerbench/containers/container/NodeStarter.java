package io.brokerbench.containers.container;

import io.brokerbench.containers.process.ClientProbe;
import io.brokerbench.containers.process.StartWait;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.StartPatience;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * Waits until a container accepts MQTT connections: until a CONNECT is answered, as Docker accepts
 * connections to a published port before the broker listens inside.
 */
record NodeStarter(ContainerRecipe recipe, StartPatience patience) {

  static final Duration SILENCE = Duration.ofMinutes(2);
  static final long POLL_MILLIS = 50;

  private static final int SILENCE_MILLIS = 200;
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(5);
  private static final int LOOKS_FOR_THE_VERSION = 10;

  /** Its log may come a little later than its answer to a CONNECT. */
  Optional<String> version(OwnedContainer owned) throws IOException, InterruptedException {
    for (int look = 0; look < LOOKS_FOR_THE_VERSION; look++) {
      Optional<Matcher> line = owned.log().find(recipe.version());
      if (line.isPresent()) {
        return Optional.ofNullable(line.get().group(1)).filter(version -> !version.isBlank());
      }
      Thread.sleep(POLL_MILLIS);
    }
    return Optional.empty();
  }

  /** Of a container that may have ended before Docker had published its ports. */
  void requirePublished(OwnedContainer owned, RunningContainer running)
      throws BrokerException, InterruptedException {
    StartWait wait = new StartWait(NanoClock.SYSTEM, patience, SILENCE, recipe.title());
    while (!running.isPublished()) {
      requireRunning(owned);
      if (wait.isOver(owned.log())) {
        throw new BrokerException(
            "%s: its ports are not published: %s".formatted(wait.tooLong(), owned.log().reason()));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private void requireRunning(OwnedContainer owned) throws BrokerException {
    if (owned.exitCode().isPresent()) {
      throw new BrokerException(
          "%s did not start (exit code %d%s): %s"
              .formatted(
                  recipe.title(),
                  owned.exitCode().getAsInt(),
                  owned.outOfMemory() ? ", as its container had no memory left" : "",
                  owned.log().reason()));
    }
  }

  /** Products open their listeners one after the other. */
  void awaitReady(ContainerNode node) throws BrokerException, InterruptedException {
    OwnedContainer owned = node.owned();
    List<Endpoint> endpoints = node.endpoints();
    StartWait wait = new StartWait(NanoClock.SYSTEM, patience, SILENCE, recipe.title());
    while (true) {
      requireRunning(owned);
      String answer;
      try {
        ClientProbe.connect(endpoints.get(0), PROBE_TIMEOUT);
        for (Endpoint other : endpoints.subList(1, endpoints.size())) {
          requireListening(other);
        }
        if (recipe.isReady(owned.log(), port -> node.running().address(port))) {
          return;
        }
        answer = "it answers clients, and does not print that it is ready";
      } catch (IOException e) {
        answer = e.getMessage();
      }
      if (wait.isOver(owned.log())) {
        throw new BrokerException(
            "%s: %s: %s".formatted(wait.tooLong(), answer, owned.log().reason()));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /**
   * Docker accepts connections to a published port before the broker listens behind it, and closes
   * them at once; a listener waits for the client's first words.
   */
  private static void requireListening(Endpoint endpoint) throws IOException {
    try (Socket socket = new Socket()) {
      int millis = Math.toIntExact(PROBE_TIMEOUT.toMillis());
      socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), millis);
      socket.setSoTimeout(SILENCE_MILLIS);
      if (socket.getInputStream().read() < 0) {
        throw new IOException("there is no listener behind " + endpoint);
      }
    } catch (SocketTimeoutException e) {
      // which is what a listener does
    }
  }
}
