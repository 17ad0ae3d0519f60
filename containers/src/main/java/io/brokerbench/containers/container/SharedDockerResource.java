package io.brokerbench.containers.container;

import java.io.IOException;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * What the containers of one broker share, and what goes after them: a network, a volume of Docker.
 *
 * @param id by which Docker knows it: of a volume its name
 * @param removal removes what has an id, if it is there
 */
record SharedDockerResource(String id, Consumer<String> removal) implements AutoCloseable {

  /**
   * Makes a network.
   *
   * @throws IOException if the JVM is ending
   * @throws RuntimeException as the Docker client throws it
   */
  static SharedDockerResource network(DockerEngine docker) throws IOException {
    return owned(
        DockerEngine.uninterruptibly(
            () ->
                docker
                    .client()
                    .createNetworkCmd()
                    .withName(newName())
                    .withLabels(ContainerSession.labels())
                    .exec()
                    .getId()),
        docker::removeNetwork);
  }

  /**
   * Makes a volume.
   *
   * @throws IOException if the JVM is ending
   * @throws RuntimeException as the Docker client throws it
   */
  static SharedDockerResource volume(DockerEngine docker) throws IOException {
    return owned(
        DockerEngine.uninterruptibly(
            () ->
                docker
                    .client()
                    .createVolumeCmd()
                    .withName(newName())
                    .withLabels(ContainerSession.labels())
                    .exec()
                    .getName()),
        docker::removeVolume);
  }

  private static String newName() {
    return "brokerbench-" + UUID.randomUUID();
  }

  private static SharedDockerResource owned(String id, Consumer<String> removal)
      throws IOException {
    SharedDockerResource made = new SharedDockerResource(id, removal);
    try {
      ContainerSession.add(made);
      return made;
    } catch (IOException e) {
      made.close();
      throw e;
    }
  }

  /** Removes it; to be called when no container has it any more. May be called twice. */
  @Override
  public void close() {
    DockerEngine.uninterruptibly(() -> removal.accept(id));
    ContainerSession.remove(this);
  }
}
