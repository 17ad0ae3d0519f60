package io.brokerbench.containers.container;

import io.brokerbench.core.broker.BrokerException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The program that removes the containers of a JVM that was killed.
 *
 * <p>Its standard input is held open by that JVM, and says {@value #DONE} when nothing is left to
 * do. It is in a session of its own, so that Ctrl-C does not reach it. Testcontainers has such a
 * thing in a container, whose image would have to be pulled.
 */
public final class ContainerReaper {

  static final String DONE = "done";

  /** A container that was being made when the JVM was killed may come a little later. */
  private static final int EMPTY_ROUNDS = 3;

  private static final long ROUND_MILLIS = 500;

  private ContainerReaper() {}

  /** Takes the label's value. */
  public static void main(String[] args) throws IOException, InterruptedException, BrokerException {
    String last = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    if (last.endsWith(DONE)) {
      return;
    }
    DockerEngine docker = DockerEngine.find();
    int empty = 0;
    while (empty < EMPTY_ROUNDS) {
      empty = docker.remove(ContainerSession.labels(args[0])) == 0 ? empty + 1 : 0;
      Thread.sleep(ROUND_MILLIS);
    }
  }
}
