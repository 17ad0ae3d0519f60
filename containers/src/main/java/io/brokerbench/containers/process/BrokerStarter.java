package io.brokerbench.containers.process;

import io.brokerbench.containers.metrics.FiguresFiles;
import io.brokerbench.containers.metrics.MetricsPoller;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.containers.process.ProcessRecipe.Launch;
import io.brokerbench.containers.process.ProcessRecipe.Launch.Links;
import io.brokerbench.containers.process.Readiness.Ready;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.base.UnsupportedException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.network.LinkRelay;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Starts a broker by its recipe and waits until it accepts connections of MQTT, or of AMQP where it
 * has nothing else.
 *
 * <p>It is ready when its log says so <em>and</em> a CONNECT is answered: the log alone may be
 * early, and on a port that was taken, another broker would answer.
 */
public final class BrokerStarter {

  private static final Duration SILENCE = Duration.ofSeconds(60);
  private static final long POLL_MILLIS = 5;
  private static final int TRIES_FOR_A_FREE_PORT = 3;
  private static final String HOST = "127.0.0.1";
  private static final String PRIMARY = "primary";
  private static final String BACKUP = "backup";

  /**
   * As brokers print it, in small letters: the operating system's words, Erlang's name of its error
   * code, and RabbitMQ's words of the port of its cluster.
   */
  private static final List<String> PORT_TAKEN =
      List.of("address already in use", "eaddrinuse", "could be in use by another process");

  private final NanoClock clock;
  private final Duration silence;

  /** On this machine's clock; a broker may neither print nor work for a minute. */
  public BrokerStarter() {
    this(NanoClock.SYSTEM, SILENCE);
  }

  BrokerStarter(NanoClock clock, Duration silence) {
    this.clock = clock;
    this.silence = silence;
  }

  /**
   * Starts one.
   *
   * @throws UnsupportedException if the product does not have the listener that is asked for, or
   *     cannot be a pair
   * @throws BrokerException if it did not start; nothing is left of it then
   * @throws InterruptedException if interrupted; nothing is left of it then
   */
  public Broker start(ProcessRecipe recipe, BrokerRequest request)
      throws BrokerException, InterruptedException {
    requireListener(recipe.product(), recipe.capabilities(), request);
    int tries = request.port().isPresent() ? 1 : TRIES_FOR_A_FREE_PORT;
    while (true) {
      try (Attempt attempt = new Attempt(folderName(recipe))) {
        try {
          return start(attempt, recipe, request);
        } catch (BrokerException e) {
          tries--;
          if (tries == 0 || !attempt.foundPortTaken()) {
            throw e;
          }
        }
      }
    }
  }

  /**
   * Refuses a request for a listener that a product does not have.
   *
   * @throws UnsupportedException which names the listener
   */
  public static void requireListener(
      String product, Set<Capability> capabilities, BrokerRequest request) {
    RequiredCapabilities.of(request).stream()
        .filter(needed -> needed != Capability.HIGH_AVAILABILITY) // which is no listener
        .filter(needed -> !capabilities.contains(needed))
        .forEach(
            needed -> {
              throw new UnsupportedException(
                  "%s has no listener for %s".formatted(product, needed.title()));
            });
  }

  private Broker start(Attempt attempt, ProcessRecipe recipe, BrokerRequest request)
      throws BrokerException, InterruptedException {
    try {
      OwnedProcess first = attempt.own(request.logFile());
      Broker broker =
          request.highAvailability()
              ? startPair(attempt, first, recipe, request)
              : startIn(first, recipe, request);
      attempt.succeeded = true;
      return broker;
    } catch (ClosedByInterruptException e) {
      Thread.interrupted(); // the exception says it from here on
      InterruptedException interrupted = new InterruptedException("while a file was read");
      interrupted.initCause(e);
      throw interrupted;
    } catch (IOException e) {
      throw new BrokerException(recipe.title() + " did not start: " + e.getMessage(), e);
    }
  }

  /** Starts one in a folder, which may hold the data of an earlier one. */
  Broker startIn(OwnedProcess owned, ProcessRecipe recipe, BrokerRequest request)
      throws BrokerException, IOException, InterruptedException {
    Launch launch = recipe.prepare(owned.folder(), request);
    Ready ready = launch(recipe, recipe.title(), launch, owned, request);
    ProcessNode node = node(BrokerNode.ONLY, recipe, launch, ready, owned);
    probe(recipe, owned, node.endpoints().get(0), request);
    BrokerIdentity identity = identity(recipe, ready, recipe.origin(), request);
    return started(recipe, identity, launch, List.of(node));
  }

  /**
   * One after the other: the first one is active before the second one could be, and the second one
   * could take over before a client connects.
   */
  private Broker startPair(
      Attempt attempt, OwnedProcess first, ProcessRecipe recipe, BrokerRequest request)
      throws BrokerException, IOException, InterruptedException {
    OwnedProcess second = attempt.own(request.beside(BACKUP).logFile());
    List<Launch> launches = recipe.preparePair(List.of(first.folder(), second.folder()), request);
    Launch launch = launches.get(0);
    attempt.relay = launch.links().flatMap(Links::relay);
    Ready ready = launch(recipe, recipe.title() + " " + PRIMARY, launch, first, request);
    ProcessNode primary = node(PRIMARY, recipe, launch, ready, first);
    probe(recipe, first, primary.endpoints().get(0), request);
    Ready inSync = launch(recipe, recipe.title() + " " + BACKUP, launches.get(1), second, request);
    ProcessNode backup = node(BACKUP, recipe, launches.get(1), inSync, second);
    BrokerIdentity identity = identity(recipe, ready, recipe.origin().pair(), request);
    return started(recipe, identity, launch, List.of(primary, backup));
  }

  private static ProcessNode node(
      String name, ProcessRecipe recipe, Launch launch, Ready ready, OwnedProcess owned) {
    List<Endpoint> endpoints = launch.endpoints(HOST, ready);
    return new ProcessNode(name, recipe, recipe.again(launch, endpoints), endpoints, owned);
  }

  private static Broker started(
      ProcessRecipe recipe, BrokerIdentity identity, Launch launch, List<ProcessNode> nodes) {
    Endpoint plain = nodes.get(0).endpoints().get(0);
    Optional<MetricsPoller> asked =
        launch.metrics().or(recipe::metrics).map(query -> watch(query, plain));
    Optional<MetricsPoller> written =
        recipe
            .figuresFile()
            .map(
                file ->
                    new MetricsPoller(() -> new FiguresFiles(() -> ofThoseThatRun(nodes, file))));
    return new StartedBroker(
        recipe,
        identity,
        launch.access(),
        nodes,
        asked.or(() -> written).stream().toList(),
        () -> launch.links().flatMap(Links::relay).ifPresent(LinkRelay::close));
  }

  private static List<Path> ofThoseThatRun(List<ProcessNode> nodes, String file) {
    return nodes.stream()
        .filter(ProcessNode::runs)
        .map(node -> node.folder().resolve(file))
        .toList();
  }

  private static MetricsPoller watch(MetricsQuery query, Endpoint plain) {
    return new MetricsPoller(
        query, new InetSocketAddress(plain.host(), query.port().orElse(plain.port())));
  }

  private static BrokerIdentity identity(
      ProcessRecipe recipe, Ready ready, Origin origin, BrokerRequest request) {
    return new BrokerIdentity(recipe.product(), ready.version(), origin, request.selector());
  }

  /** Leaves nothing of a start that does not succeed. */
  private static final class Attempt implements AutoCloseable {
    private final String name;
    private final Deque<OwnedProcess> owned = new ArrayDeque<>();
    Optional<LinkRelay> relay = Optional.empty();
    boolean succeeded;

    Attempt(String name) {
      this.name = name;
    }

    OwnedProcess own(Optional<Path> logFile) throws IOException {
      OwnedProcess process = OwnedProcess.create(name, logFile);
      owned.push(process);
      return process;
    }

    boolean foundPortTaken() {
      return owned.stream()
          .anyMatch(process -> PORT_TAKEN.stream().anyMatch(process.log()::mentions));
    }

    @Override
    public void close() {
      if (!succeeded) {
        owned.forEach(OwnedProcess::kill); // the last one first
        relay.ifPresent(LinkRelay::close);
      }
    }
  }

  private static String folderName(ProcessRecipe recipe) {
    return recipe.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }

  /** Starts it, and waits for the line of its log. */
  private Ready launch(
      ProcessRecipe recipe, String title, Launch launch, OwnedProcess owned, BrokerRequest request)
      throws BrokerException, IOException, InterruptedException {
    owned.launch(launch);
    ProcessHandle process = owned.process().toHandle();
    StartWait wait =
        new StartWait(
            clock,
            request.patience(),
            silence,
            title,
            () -> process.info().totalCpuDuration().orElse(Duration.ZERO));
    while (true) {
      boolean alive = owned.process().isAlive(); // before the log is read: its last words count
      Optional<Ready> ready = launch.ready().look(owned.log());
      if (ready.isPresent() && alive) {
        return ready.get();
      }
      if (!alive) {
        String port = request.port().isPresent() ? " on port " + request.port().getAsInt() : "";
        throw new BrokerException(
            "%s did not start%s (exit code %d): %s"
                .formatted(
                    title,
                    port,
                    owned.process().exitValue(),
                    recipe.reason(owned.log(), owned.folder())));
      }
      if (wait.isOver(owned.log())) {
        throw new BrokerException(wait.tooLong() + ": " + owned.log().reason());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** As patient as the start: a broker that says it is ready may still have to wait for a CPU. */
  private void probe(
      ProcessRecipe recipe, OwnedProcess owned, Endpoint endpoint, BrokerRequest request)
      throws BrokerException {
    try {
      ClientProbe.connect(endpoint, request.patience().limit().orElse(silence));
    } catch (IOException e) {
      throw new BrokerException(
          "%s did not start: %s: %s"
              .formatted(recipe.title(), e.getMessage(), owned.log().reason()),
          e);
    }
  }
}
