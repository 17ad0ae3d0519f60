package io.brokerbench.containers.container;

import java.io.IOException;
import java.util.UUID;

/** A network of Docker for the containers of one broker. */
record OwnedNetwork(DockerEngine docker, String id) implements SharedDockerResource {

  /**
   * Makes one.
   *
   * @throws IOException if the JVM is ending
   * @throws RuntimeException as the Docker client throws it
   */
  static OwnedNetwork make(DockerEngine docker) throws IOException {
    String id =
        docker
            .client()
            .createNetworkCmd()
            .withName("brokerbench-" + UUID.randomUUID())
            .withLabels(ContainerSession.labels())
            .exec()
            .getId();
    OwnedNetwork network = new OwnedNetwork(docker, id);
    try {
      ContainerSession.add(network);
      return network;
    } catch (IOException e) {
      network.close();
      throw e;
    }
  }

  @Override
  public void close() {
    docker.removeNetwork(id);
    ContainerSession.remove(this);
  }
}
