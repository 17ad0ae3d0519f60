package io.brokerbench.containers.container;

import io.brokerbench.containers.container.ContainerLauncher.Place;
import io.brokerbench.containers.container.ContainerLauncher.SharedFolder;
import io.brokerbench.containers.container.ContainerRecipe.Plan;
import io.brokerbench.containers.metrics.MetricsPoller;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.containers.process.BrokerStarter;
import io.brokerbench.containers.process.StartedBroker;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Starts a container by its recipe, or the containers of a cluster, and waits until they take MQTT
 * connections; a cluster is in sync then.
 */
public final class ContainerStarter {

  private final ContainerRecipe recipe;
  private final String image;
  private final BrokerRequest request;
  private final NodeStarter nodes;

  public ContainerStarter(ContainerRecipe recipe, String image, BrokerRequest request) {
    this.recipe = recipe;
    this.image = image;
    this.request = request;
    this.nodes = new NodeStarter(recipe, request.patience());
  }

  /**
   * Starts it.
   *
   * @throws DefinitionException if the product does not have the listener that is asked for, or
   *     cannot be a cluster
   * @throws BrokerException if it did not start; nothing is left of it then
   * @throws InterruptedException if interrupted; nothing is left of it then
   */
  public Broker start() throws BrokerException, InterruptedException {
    BrokerStarter.requireListener(recipe.title(), recipe.capabilities(), request);
    if (request.highAvailability() && recipe.cluster().isEmpty()) {
      throw new DefinitionException(
          "%s cannot be started as a cluster".formatted(request.selector()));
    }
    if (request.highAvailability()) {
      Optional<String> refusal = recipe.cluster().get().refusal(ContainerImage.tag(image));
      if (refusal.isPresent()) {
        throw new BrokerException(request.selector() + ": " + refusal.get());
      }
    }
    DockerEngine docker = DockerEngine.find();
    try (Attempt attempt = new Attempt(docker)) {
      docker.require(image, request.selector());
      Broker broker = request.highAvailability() ? startCluster(attempt) : startOne(attempt);
      attempt.succeeded = true;
      return broker;
    } catch (IOException | BrokerException e) {
      if (Thread.interrupted()) { // which ends what Docker is asked; the exception says it
        InterruptedException interrupted = new InterruptedException("while Docker was asked");
        interrupted.initCause(e);
        throw interrupted;
      }
      throw e instanceof BrokerException known
          ? known
          : new BrokerException(recipe.title() + " did not start: " + e.getMessage(), e);
    }
  }

  /** Leaves nothing of a start that does not succeed. */
  private final class Attempt implements AutoCloseable {
    final DockerEngine docker;
    final List<OwnedContainer> owned = new ArrayList<>();
    final List<SharedDockerResource> shared = new ArrayList<>();
    Optional<DelayedLinks> links = Optional.empty();
    boolean succeeded;

    Attempt(DockerEngine docker) {
      this.docker = docker;
    }

    OwnedContainer own(Optional<Path> logFile) throws IOException {
      OwnedContainer container = OwnedContainer.prepare(docker, recipe.name(), logFile);
      owned.add(container);
      return container;
    }

    @Override
    public void close() {
      if (!succeeded) {
        owned.forEach(OwnedContainer::close);
        closeShared();
      }
    }

    /** What goes after the containers. */
    void closeShared() {
      links.ifPresent(DelayedLinks::close);
      shared.forEach(SharedDockerResource::close);
    }
  }

  private Broker startOne(Attempt attempt)
      throws BrokerException, IOException, InterruptedException {
    OwnedContainer owned = attempt.own(request.logFile());
    Plan plan = recipe.plan(request, owned.folder());
    ContainerNode node =
        launch(BrokerNode.ONLY, owned, plan, request, Optional.empty(), attempt.docker);
    nodes.awaitReady(node);
    return broker(Origin.CONTAINER, List.of(node), plan, attempt);
  }

  /** The first one before the others, which join it. */
  private Broker startCluster(Attempt attempt)
      throws BrokerException, IOException, InterruptedException {
    ClusterRecipe cluster = recipe.cluster().orElseThrow();
    String network = network(attempt);
    Optional<SharedFolder> shared = sharedFolder(attempt, cluster);
    Optional<DelayedLinks> links = links(attempt, network, cluster);
    List<ContainerNode> members = new ArrayList<>();
    Plan alone = null;
    for (int index = 0; index < cluster.nodes(); index++) {
      String name = cluster.nodeName(index);
      BrokerRequest own = index == 0 ? request : request.beside(name);
      OwnedContainer owned = attempt.own(own.logFile());
      alone = index == 0 ? recipe.plan(request, owned.folder()) : alone;
      Plan single = alone;
      int number = index;
      Plan plan =
          links
              .map(relay -> cluster.member(single, number, relay.reached()))
              .orElseGet(() -> cluster.member(single, number));
      Place place = new Place(network, ClusterRecipe.host(index), shared);
      ContainerNode member = launch(name, owned, plan, own, Optional.of(place), attempt.docker);
      links.ifPresent(relay -> relay.carryTo(number, member));
      members.add(member);
      if (index == 0) {
        nodes.awaitReady(members.get(0));
      }
    }
    for (ContainerNode member : cluster.isPair() ? List.<ContainerNode>of() : members) {
      nodes.awaitReady(member);
    }
    awaitSync(cluster, members, links);
    members.forEach(member -> member.join(members, links));
    Origin origin = cluster.isPair() ? Origin.CONTAINER_PAIR : Origin.CONTAINER_CLUSTER;
    return broker(origin, members, alone, attempt);
  }

  private Optional<DelayedLinks> links(Attempt attempt, String network, ClusterRecipe cluster)
      throws BrokerException, IOException {
    if (request.nodeLatency().isZero()) {
      return Optional.empty();
    }
    try {
      attempt.links =
          Optional.of(DelayedLinks.before(attempt.docker, network, cluster, request.nodeLatency()));
      return attempt.links;
    } catch (BrokerException e) {
      throw new BrokerException(
          "%s did not start: %s".formatted(recipe.title(), e.getMessage()), e);
    } catch (DefinitionException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new BrokerException(
          "%s did not start: no relay between its nodes: %s"
              .formatted(recipe.title(), DockerEngine.reason(e)),
          e);
    }
  }

  private String network(Attempt attempt) throws BrokerException, IOException {
    try {
      SharedDockerResource network = SharedDockerResource.network(attempt.docker);
      attempt.shared.add(network);
      return network.id();
    } catch (RuntimeException e) {
      throw new BrokerException(
          "%s did not start: no network for its nodes: %s"
              .formatted(recipe.title(), DockerEngine.reason(e)),
          e);
    }
  }

  private Optional<SharedFolder> sharedFolder(Attempt attempt, ClusterRecipe cluster)
      throws BrokerException, IOException {
    if (cluster.sharedFolder().isEmpty()) {
      return Optional.empty();
    }
    try {
      SharedDockerResource volume = SharedDockerResource.volume(attempt.docker);
      attempt.shared.add(volume);
      return Optional.of(new SharedFolder(volume.id(), cluster.sharedFolder().get()));
    } catch (RuntimeException e) {
      throw new BrokerException(
          "%s did not start: no volume for its nodes: %s"
              .formatted(recipe.title(), DockerEngine.reason(e)),
          e);
    }
  }

  private ContainerNode launch(
      String name,
      OwnedContainer owned,
      Plan plan,
      BrokerRequest own,
      Optional<Place> place,
      DockerEngine docker)
      throws BrokerException, IOException, InterruptedException {
    try {
      ContainerLauncher launcher = new ContainerLauncher(docker, image, own, place);
      RunningContainer running = uninterruptibly(launcher, owned, plan);
      nodes.requirePublished(owned, running);
      Optional<ClusterRecipe> pair =
          place.isEmpty() ? Optional.empty() : recipe.cluster().filter(ClusterRecipe::isPair);
      return new ContainerNode(name, recipe.title(), docker, owned, running, pair);
    } catch (RuntimeException e) {
      throw new BrokerException(
          "%s did not start: %s".formatted(recipe.title(), DockerEngine.reason(e)), e);
    }
  }

  private static RunningContainer uninterruptibly(
      ContainerLauncher launcher, OwnedContainer owned, Plan plan) throws IOException {
    try {
      return DockerEngine.uninterruptibly(
          () -> {
            try {
              return launcher.launch(owned, plan);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void awaitSync(
      ClusterRecipe cluster, List<ContainerNode> members, Optional<DelayedLinks> links)
      throws BrokerException, InterruptedException {
    NanoClock clock = NanoClock.SYSTEM;
    Duration limit = request.patience().limit().orElse(NodeStarter.SILENCE);
    long start = clock.nanoTime();
    while (true) {
      String missing = notInSync(cluster, members);
      if (missing.isEmpty()) {
        return;
      }
      if (clock.nanoTime() - start > limit.toNanos()) {
        throw new BrokerException(
            "%s was not in sync within %d s: %s%s"
                .formatted(
                    recipe.title(),
                    limit.toSeconds(),
                    missing,
                    links.map(DelayedLinks::requirement).orElse("")));
      }
      Thread.sleep(NodeStarter.POLL_MILLIS);
    }
  }

  /** Which node is not; empty if all are. */
  private static String notInSync(ClusterRecipe cluster, List<ContainerNode> members)
      throws BrokerException {
    for (ContainerNode member : members) {
      if (member.failure().isPresent()) {
        throw new BrokerException(member.failure().get());
      }
      try {
        if (!cluster.isInSync(member.running().address(cluster.statusPort()))) {
          return member + (cluster.isPair() ? " is not in sync" : " does not see all nodes");
        }
      } catch (IOException e) {
        return member + " does not answer: " + e.getMessage();
      }
    }
    return "";
  }

  private Broker broker(Origin origin, List<ContainerNode> members, Plan plan, Attempt attempt)
      throws IOException, InterruptedException {
    String version =
        nodes.version(members.get(0).owned()).orElseGet(() -> ContainerImage.tag(image));
    BrokerIdentity identity =
        new BrokerIdentity(
            recipe.title(),
            version,
            origin,
            request.selector(),
            Optional.of(request.limits()).filter(limits -> limits.any()));
    return new StartedBroker(
        recipe,
        identity,
        plan.access(),
        members,
        recipe.metrics().stream()
            .flatMap(query -> members.stream().map(node -> watch(query, node)))
            .toList(),
        attempt::closeShared);
  }

  private static MetricsPoller watch(MetricsQuery query, ContainerNode node) {
    int first = node.running().plan().firstPort();
    return new MetricsPoller(query, node.running().address(query.port().orElse(first)));
  }
}
