package io.brokerbench.containers.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.InspectVolumeResponse;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Network;
import io.brokerbench.core.broker.BrokerException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;

/**
 * The Docker of this machine, or the one that the environment names: Testcontainers finds it.
 *
 * <p>Not by its {@code GenericContainer}, which first pulls the image of a reaper: that fails where
 * there is no registry, and can be switched off by the environment only. {@link ContainerSession}
 * sees to what it would.
 *
 * @param host where published ports are reached
 */
record DockerEngine(DockerClient client, String host) {

  private static final String LOOPBACK = "127.0.0.1";
  private static final long PULL_MINUTES = 10;

  /**
   * Finds it.
   *
   * @throws BrokerException if there is none; the message is one line
   */
  static DockerEngine find() throws BrokerException {
    List<DockerClientProviderStrategy> known = new ArrayList<>();
    ServiceLoader.load(DockerClientProviderStrategy.class).forEach(known::add);
    try {
      DockerClientProviderStrategy found = uninterruptibly(() -> search(known));
      return new DockerEngine(
          found.getDockerClient(), host(found.getTransportConfig().getDockerHost()));
    } catch (IllegalStateException e) {
      throw new BrokerException(
          "containers need Docker, and none answers here: install and start it, or use an"
              + " embedded broker",
          e);
    }
  }

  /**
   * Lets Testcontainers search, for itself too: it would do so when the first container is made,
   * and not again, so that an interrupted search would be the last one of this JVM.
   */
  private static DockerClientProviderStrategy search(List<DockerClientProviderStrategy> known) {
    DockerClientProviderStrategy found = DockerClientProviderStrategy.getFirstValidStrategy(known);
    DockerClientFactory.instance().getInfo();
    return found;
  }

  /**
   * Where its published ports are. Testcontainers would pull an image to find out, where it
   * believes that it is in a container itself; in one, its variable names the host.
   */
  private static String host(URI docker) {
    String named = System.getenv("TESTCONTAINERS_HOST_OVERRIDE");
    if (named != null && !named.isBlank()) {
      return named;
    }
    boolean elsewhere = docker.getHost() != null && !docker.getHost().equals("localhost");
    return elsewhere ? docker.getHost() : LOOPBACK;
  }

  boolean isLocal() {
    return LOOPBACK.equals(host);
  }

  /**
   * Sees to it that an image is here.
   *
   * @param selector by which it was asked for, for messages
   */
  void require(String image, String selector) throws BrokerException, InterruptedException {
    try {
      uninterruptibly(() -> client.inspectImageCmd(image).exec());
    } catch (NotFoundException absent) {
      pull(image, selector);
    } catch (RuntimeException e) {
      throw new BrokerException("%s: image %s: %s".formatted(selector, image, reason(e)), e);
    }
  }

  private void pull(String image, String selector) throws BrokerException, InterruptedException {
    String reason = "it took more than " + PULL_MINUTES + " minutes";
    try {
      if (client.pullImageCmd(image).start().awaitCompletion(PULL_MINUTES, TimeUnit.MINUTES)) {
        client.inspectImageCmd(image).exec();
        return;
      }
    } catch (RuntimeException e) {
      reason = reason(e);
    }
    String help =
        selector.startsWith(ContainerImage.selector(""))
            ? " (scripts/build-images and -Dbrokerbench.images=local), or name another:"
                + " container:PRODUCT=IMAGE"
            : ", or name another: ?image=NAME";
    throw new BrokerException(
        "%s: there is no image %s here, and it cannot be pulled (%s); load or build it%s"
            .formatted(selector, image, reason, help));
  }

  /** Removes what has a label: containers, then networks and volumes. @return how many */
  int remove(Map<String, String> labels) {
    List<Container> left =
        client.listContainersCmd().withShowAll(true).withLabelFilter(labels).exec();
    left.forEach(container -> remove(container.getId()));
    return left.size() + removeNetworks(labels) + removeVolumes(labels);
  }

  /** Removes all networks of a label that no container is on. @return how many there were */
  int removeNetworks(Map<String, String> labels) {
    List<Network> left = client.listNetworksCmd().withFilter("label", filter(labels)).exec();
    left.forEach(network -> removeNetwork(network.getId()));
    return left.size();
  }

  private static List<String> filter(Map<String, String> labels) {
    return labels.entrySet().stream()
        .map(label -> label.getKey() + "=" + label.getValue())
        .toList();
  }

  /** Removes all volumes of a label that no container has. @return how many there were */
  private int removeVolumes(Map<String, String> labels) {
    List<InspectVolumeResponse> left =
        client.listVolumesCmd().withFilter("label", filter(labels)).exec().getVolumes();
    if (left == null) {
      return 0;
    }
    left.forEach(volume -> removeVolume(volume.getName()));
    return left.size();
  }

  /** One that is gone already is fine. */
  void removeVolume(String name) {
    try {
      client.removeVolumeCmd(name).exec();
    } catch (NotFoundException gone) {
      // as it should be
    }
  }

  /** One that is gone already is fine. */
  void removeNetwork(String id) {
    try {
      client.removeNetworkCmd(id).exec();
    } catch (NotFoundException gone) {
      // as it should be
    }
  }

  /** Ends it at once; one that is gone already is fine. */
  void remove(String id) {
    try {
      client.removeContainerCmd(id).withForce(true).withRemoveVolumes(true).exec();
    } catch (NotFoundException gone) {
      // as it should be
    } catch (DockerException e) {
      if (!e.getMessage().contains("is already in progress")) {
        throw e;
      }
    }
  }

  /**
   * Makes calls that no interrupt of this thread ends: Docker's client would leave open whether a
   * container was made or removed. The thread stays interrupted.
   *
   * @throws RuntimeException as the calls throw it
   */
  static <T> T uninterruptibly(Supplier<T> calls) {
    try {
      return CompletableFuture.supplyAsync(calls, DockerEngine::onThreadOfItsOwn).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }

  private static void onThreadOfItsOwn(Runnable task) {
    Thread thread = new Thread(task, "docker");
    thread.setDaemon(true);
    thread.start();
  }

  /** The same without a result. */
  static void uninterruptibly(Runnable calls) {
    uninterruptibly(
        () -> {
          calls.run();
          return null;
        });
  }

  /** Whether the kernel ended it as it had no memory left; false where Docker does not say. */
  boolean ranOutOfMemory(String id) {
    try {
      return Boolean.TRUE.equals(inspect(id).getState().getOOMKilled());
    } catch (RuntimeException e) { // it is being removed, or Docker is gone
      return false;
    }
  }

  InspectContainerResponse inspect(String id) {
    return client.inspectContainerCmd(id).exec();
  }

  /** What Docker says went wrong, in a line, without the JSON around it. */
  static String reason(RuntimeException e) {
    String text = String.valueOf(e.getMessage());
    return text.replaceFirst("(?s)^Status \\d+: ", "")
        .replaceFirst("(?s).*\"message\":\"(.*?)\"}.*", "$1")
        .replace("\\\"", "\"")
        .replaceAll("\\s+", " ")
        .strip();
  }
}
