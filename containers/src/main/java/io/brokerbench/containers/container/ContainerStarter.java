package io.brokerbench.containers.container;

import io.brokerbench.containers.MqttProbe;
import io.brokerbench.containers.container.ContainerRecipe.Plan;
import io.brokerbench.containers.process.BrokerStarter;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerIdentity;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.measure.NanoClock;
import io.brokerbench.core.scenario.CipherSuite;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * Starts a container by its recipe and waits until it takes MQTT connections: until a CONNECT is
 * answered, as Docker accepts connections to a published port before anybody listens inside.
 */
final class ContainerStarter {

  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final int SILENCE_MILLIS = 200;
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(5);
  private static final long POLL_MILLIS = 50;
  private static final int LOOKS_FOR_THE_VERSION = 10;

  private final NanoClock clock = NanoClock.SYSTEM;
  private final ContainerRecipe recipe;
  private final String image;
  private final BrokerRequest request;

  ContainerStarter(ContainerRecipe recipe, String image, BrokerRequest request) {
    this.recipe = recipe;
    this.image = image;
    this.request = request;
  }

  /**
   * Starts it.
   *
   * @throws BrokerException if it did not start; nothing is left of it then
   * @throws InterruptedException if interrupted; nothing is left of it then
   */
  Broker start() throws BrokerException, InterruptedException {
    BrokerStarter.requireListener(recipe.title(), recipe.capabilities(), request);
    DockerEngine docker = DockerEngine.find();
    try (Attempt attempt = new Attempt(docker)) {
      docker.require(image, request.selector());
      Broker broker = startIn(attempt.owned, docker);
      attempt.succeeded = true;
      return broker;
    } catch (IOException e) {
      throw new BrokerException(recipe.title() + " did not start: " + e.getMessage(), e);
    }
  }

  /** Leaves nothing of a start that does not succeed. */
  private final class Attempt implements AutoCloseable {
    final OwnedContainer owned;
    boolean succeeded;

    Attempt(DockerEngine docker) throws IOException {
      owned = OwnedContainer.prepare(docker, recipe.name(), request.logFile());
    }

    @Override
    public void close() {
      if (!succeeded) {
        owned.close();
      }
    }
  }

  private Broker startIn(OwnedContainer owned, DockerEngine docker)
      throws BrokerException, IOException, InterruptedException {
    Optional<CipherSuite> cipher = request.security().cipher();
    Optional<ContainerTls> tls = Optional.empty();
    if (cipher.isPresent()) {
      tls = Optional.of(ContainerTls.make(cipher.get(), owned.folder()));
    }
    Plan plan = recipe.plan(tls);
    RunningContainer running;
    try {
      running = new ContainerLauncher(docker, recipe, image, request).launch(owned, plan);
    } catch (RuntimeException e) {
      throw new BrokerException(
          "%s did not start: %s".formatted(recipe.title(), DockerEngine.reason(e)), e);
    }
    List<Endpoint> endpoints = running.endpoints();
    awaitReady(owned, endpoints);
    BrokerIdentity identity =
        new BrokerIdentity(
            recipe.title(),
            version(owned),
            "container",
            request.selector(),
            Optional.of(request.limits()).filter(limits -> limits.any()));
    return new ContainerBroker(recipe, identity, running, tls.map(ContainerTls::access), owned);
  }

  /** Its log may come a little later than its answer to a CONNECT. */
  private String version(OwnedContainer owned) throws IOException, InterruptedException {
    for (int look = 0; look < LOOKS_FOR_THE_VERSION; look++) {
      Optional<Matcher> line = owned.log().find(recipe.version());
      if (line.isPresent()) {
        return line.get().group("version");
      }
      Thread.sleep(POLL_MILLIS);
    }
    return ContainerImage.tag(image);
  }

  /** Products open their listeners one after the other. */
  private void awaitReady(OwnedContainer owned, List<Endpoint> endpoints)
      throws BrokerException, InterruptedException {
    long start = clock.nanoTime();
    while (true) {
      if (owned.exitCode().isPresent()) {
        throw new BrokerException(
            "%s did not start (exit code %d): %s"
                .formatted(recipe.title(), owned.exitCode().getAsInt(), owned.log().reason()));
      }
      String answer;
      try {
        Endpoint plain = endpoints.get(0);
        int code = MqttProbe.connect(plain.host(), plain.port(), PROBE_TIMEOUT);
        if (code == 0) {
          for (Endpoint other : endpoints.subList(1, endpoints.size())) {
            requireListening(other);
          }
          return;
        }
        answer = "it refuses MQTT connections (return code " + code + ")";
      } catch (IOException e) {
        answer = e.getMessage();
      }
      if (clock.nanoTime() - start > START_LIMIT.toNanos()) {
        throw new BrokerException(
            "%s was not ready within %d s: %s: %s"
                .formatted(recipe.title(), START_LIMIT.toSeconds(), answer, owned.log().reason()));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /**
   * Docker takes connections to a published port before anybody listens behind it, and closes them
   * at once; a listener waits for the client's first words.
   */
  private static void requireListening(Endpoint endpoint) throws IOException {
    try (Socket socket = new Socket()) {
      int millis = Math.toIntExact(PROBE_TIMEOUT.toMillis());
      socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), millis);
      socket.setSoTimeout(SILENCE_MILLIS);
      if (socket.getInputStream().read() < 0) {
        throw new IOException("nobody listens behind " + endpoint);
      }
    } catch (SocketTimeoutException e) {
      // which is what a listener does
    }
  }
}
