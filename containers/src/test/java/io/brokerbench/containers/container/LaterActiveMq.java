package io.brokerbench.containers.container;

import com.github.dockerjava.api.command.WaitContainerResultCallback;

/**
 * The local image of ActiveMQ Classic with the files of later releases: {@code jetty.xml} is {@code
 * jetty-spring.xml}, as from 6.3.0 on, and listens on the loopback address; Jolokia answers POST
 * alone, and only to the container itself, and not about memory, as from 6.2.6 on.
 */
final class LaterActiveMq {

  private static final String REPOSITORY = "brokerbench/activemq-later";

  private static final String CHANGES =
      """
      set -e
      cd /opt/apache-activemq/conf
      mv jetty.xml jetty-spring.xml
      sed -i 's/0\\.0\\.0\\.0/127.0.0.1/g' jetty-spring.xml
      cat > jolokia-access.xml <<'END'
      <?xml version="1.0" encoding="UTF-8"?>
      <restrict>
        <remote><host>127.0.0.1</host><host>localhost</host></remote>
        <http><method>post</method></http>
        <deny>
          <mbean><name>java.lang:type=Memory</name><attribute>*</attribute></mbean>
        </deny>
      </restrict>
      END
      """;

  private LaterActiveMq() {}

  /** Makes it, to be removed by who asked for it. @return its name */
  static String of(DockerEngine docker) throws InterruptedException {
    String id =
        docker
            .client()
            .createContainerCmd("brokerbench/activemq:local")
            .withLabels(ContainerSession.labels())
            .withCmd("sh", "-c", CHANGES)
            .exec()
            .getId();
    docker.client().startContainerCmd(id).exec();
    int status =
        docker
            .client()
            .waitContainerCmd(id)
            .exec(new WaitContainerResultCallback())
            .awaitStatusCode();
    if (status != 0) {
      throw new IllegalStateException("the files could not be changed: exit code " + status);
    }
    docker
        .client()
        .commitCmd(id)
        .withRepository(REPOSITORY)
        .withTag("local")
        .withCmd("/opt/apache-activemq/bin/activemq", "console")
        .exec();
    docker.remove(id);
    return REPOSITORY + ":local";
  }
}
