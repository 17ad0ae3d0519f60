package io.brokerbench.containers.container;

import java.io.IOException;
import java.util.UUID;

/** A volume of Docker for the containers of one broker. */
record OwnedVolume(DockerEngine docker, String name) implements SharedDockerResource {

  /**
   * Makes one.
   *
   * @throws IOException if the JVM is ending
   * @throws RuntimeException as the Docker client throws it
   */
  static OwnedVolume make(DockerEngine docker) throws IOException {
    String name =
        docker
            .client()
            .createVolumeCmd()
            .withName("brokerbench-" + UUID.randomUUID())
            .withLabels(ContainerSession.labels())
            .exec()
            .getName();
    OwnedVolume volume = new OwnedVolume(docker, name);
    try {
      ContainerSession.add(volume);
      return volume;
    } catch (IOException e) {
      volume.close();
      throw e;
    }
  }

  @Override
  public void close() {
    docker.removeVolume(name);
    ContainerSession.remove(this);
  }
}
