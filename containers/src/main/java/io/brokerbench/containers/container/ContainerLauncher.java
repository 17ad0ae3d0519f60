package io.brokerbench.containers.container;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.Ulimit;
import com.github.dockerjava.api.model.Volume;
import io.brokerbench.containers.container.ContainerRecipe.Plan;
import io.brokerbench.containers.process.FreePort;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.result.ResourceLimits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Makes a container, puts its files into it, and starts it. */
record ContainerLauncher(
    DockerEngine docker, String image, BrokerRequest request, Optional<Place> place) {

  /**
   * Where one of several containers is.
   *
   * @param network that it shares with the others
   * @param host by which they know it
   * @param shared what it has in common with them; empty for nothing
   */
  record Place(String network, String host, Optional<SharedFolder> shared) {}

  /**
   * A volume that several containers have.
   *
   * @param volume its name
   * @param path in each of them; whoever runs in them may write there
   */
  record SharedFolder(String volume, String path) {

    private Bind bind() {
      return new Bind(volume, new Volume(path));
    }
  }

  private static final int TRIES_FOR_FREE_PORTS = 3;

  /** More than any scenario opens. */
  private static final long OPEN_FILES = 1 << 20;

  private static final int EVERYBODY_READS = 0100644;
  private static final int EVERYBODY_WRITES = 041777;
  private static final long NANOS_PER_CPU = 1_000_000_000L;

  /**
   * Starts it; the broker inside may not be ready.
   *
   * @throws RuntimeException as the Docker client throws it
   */
  RunningContainer launch(OwnedContainer owned, Plan plan) throws IOException {
    boolean manyFiles = true;
    for (int left = TRIES_FOR_FREE_PORTS; ; ) {
      try {
        return launch(owned, plan, manyFiles);
      } catch (InternalServerErrorException e) {
        if (manyFiles && e.getMessage().contains("rlimit")) {
          // Docker itself has fewer open files: then the container has what Docker gives.
          manyFiles = false;
        } else if (--left == 0 || request.port().isPresent() || !portWasTaken(e)) {
          throw e;
        }
        docker.remove(owned.id());
      }
    }
  }

  private static boolean portWasTaken(InternalServerErrorException e) {
    return e.getMessage().contains("already allocated")
        || e.getMessage().contains("already in use");
  }

  private RunningContainer launch(OwnedContainer owned, Plan plan, boolean manyFiles)
      throws IOException {
    List<PortBinding> bindings = bindings(plan);
    CreateContainerCmd create =
        docker
            .client()
            .createContainerCmd(image)
            .withLabels(ContainerSession.labels())
            .withEnv(
                plan.environment().entrySet().stream()
                    .map(variable -> variable.getKey() + "=" + variable.getValue())
                    .toList())
            .withExposedPorts(bindings.stream().map(PortBinding::getExposedPort).toList())
            .withHostConfig(host(bindings, manyFiles));
    if (!plan.arguments().isEmpty()) {
      create.withCmd(plan.arguments());
    }
    place.ifPresent(there -> create.withHostName(there.host()).withAliases(there.host()));
    owned.own(create.exec().getId());
    docker
        .client()
        .copyArchiveToContainerCmd(owned.id())
        .withRemotePath("/")
        .withTarInputStream(new ByteArrayInputStream(archive(plan.files())))
        .exec();
    docker.client().startContainerCmd(owned.id()).exec();
    owned.follow();
    return RunningContainer.of(docker.host(), plan, docker.inspect(owned.id()));
  }

  private List<PortBinding> bindings(Plan plan) throws IOException {
    List<PortBinding> bindings = new ArrayList<>();
    Set<Integer> all = new LinkedHashSet<>(plan.ports().values());
    all.addAll(plan.pages());
    for (int inside : all) {
      bindings.add(published(inside, inside == plan.firstPort() ? request.port() : anyPort()));
    }
    return bindings;
  }

  private static OptionalInt anyPort() {
    return OptionalInt.empty();
  }

  /**
   * On the loopback address only, unless Docker is on another machine. A port that Docker chose
   * would be another one after a restart.
   */
  private PortBinding published(int inside, OptionalInt port) throws IOException {
    String number = port.isPresent() ? Integer.toString(port.getAsInt()) : "";
    if (port.isEmpty() && docker.isLocal()) {
      number = Integer.toString(FreePort.find());
    }
    Ports.Binding outside = new Ports.Binding(docker.isLocal() ? docker.host() : "", number);
    return new PortBinding(outside, ExposedPort.tcp(inside));
  }

  /** What is on the disk of a container that is limited in memory is not memory: no swap. */
  private HostConfig host(List<PortBinding> bindings, boolean manyFiles) {
    HostConfig host = new HostConfig().withPortBindings(bindings);
    place.ifPresent(there -> host.withNetworkMode(there.network()));
    shared().ifPresent(folder -> host.withBinds(folder.bind()));
    if (manyFiles) {
      host.withUlimits(new Ulimit[] {new Ulimit("nofile", OPEN_FILES, OPEN_FILES)});
    }
    ResourceLimits limits = request.limits();
    limits.cpus().ifPresent(cpus -> host.withNanoCPUs((long) (cpus * NANOS_PER_CPU)));
    limits.memoryBytes().ifPresent(bytes -> host.withMemory(bytes).withMemorySwap(bytes));
    return host;
  }

  private Optional<SharedFolder> shared() {
    return place.flatMap(Place::shared);
  }

  /** Docker makes volumes for root, where the image has nothing at their place. */
  private byte[] archive(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      putFolder(tar, Plan.FOLDER.toString());
      if (shared().isPresent()) {
        putFolder(tar, shared().get().path());
      }
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        TarArchiveEntry entry = new TarArchiveEntry(file.getKey().substring(1));
        entry.setSize(file.getValue().length);
        entry.setMode(EVERYBODY_READS);
        tar.putArchiveEntry(entry);
        tar.write(file.getValue());
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static void putFolder(TarArchiveOutputStream tar, String path) throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(path.substring(1) + "/");
    entry.setMode(EVERYBODY_WRITES);
    tar.putArchiveEntry(entry);
    tar.closeArchiveEntry();
  }
}
