package io.brokerbench.containers.container;

import io.brokerbench.containers.process.ChildProcessLauncher;
import io.brokerbench.core.base.ToolClassPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The containers of this JVM: all have its label, and none outlives it.
 *
 * <p>The JVM's orderly end closes those that are open. Should it be killed, a {@linkplain
 * ContainerReaper process of its own} notices that its standard input has ended, and removes what
 * has the label.
 */
final class ContainerSession {

  static final String LABEL = "io.brokerbench.session";

  private static final Logger LOG = LoggerFactory.getLogger(ContainerSession.class);
  private static final String ID = UUID.randomUUID().toString();
  private static final Set<OwnedContainer> OPEN = new LinkedHashSet<>();
  private static final Set<SharedDockerResource> SHARED = new LinkedHashSet<>();
  private static Process reaper;
  private static boolean ending;

  private ContainerSession() {}

  /** What the containers are marked with. */
  static Map<String, String> labels() {
    return labels(ID);
  }

  static Map<String, String> labels(String id) {
    return Map.of(LABEL, id);
  }

  /**
   * From now on the end of the JVM closes it.
   *
   * @throws IOException if the JVM is ending already, or has no reaper for its containers
   */
  static synchronized void add(OwnedContainer container) throws IOException {
    if (ending) {
      throw new IOException("the JVM is ending");
    }
    if (reaper == null) {
      Runtime.getRuntime().addShutdownHook(new Thread(ContainerSession::end, "container-end"));
    }
    if (reaper == null || !reaper.isAlive()) {
      reaper = startReaper();
    }
    OPEN.add(container);
  }

  static synchronized void remove(OwnedContainer container) {
    OPEN.remove(container);
  }

  /** It goes after the containers that have it. */
  static synchronized void add(SharedDockerResource part) throws IOException {
    if (ending) {
      throw new IOException("the JVM is ending");
    }
    SHARED.add(part);
  }

  static synchronized void remove(SharedDockerResource part) {
    SHARED.remove(part);
  }

  /** With as little as a JVM can do with: most of the time it only waits. */
  private static Process startReaper() throws IOException {
    return ChildProcessLauncher.startOutliving(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                ToolClassPath.forChildren(),
                ContainerReaper.class.getName(),
                ID)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD));
  }

  private static synchronized boolean isEmpty() {
    return OPEN.isEmpty() && SHARED.isEmpty();
  }

  private static void end() {
    List<OwnedContainer> open;
    List<SharedDockerResource> shared;
    synchronized (ContainerSession.class) {
      ending = true;
      open = List.copyOf(OPEN);
      shared = List.copyOf(SHARED);
    }
    Stream.concat(open.stream(), shared.stream()).forEach(ContainerSession::close);
    try {
      // Else Docker may still be making a container, or did not remove one: the reaper looks.
      if (isEmpty()) {
        reaper.getOutputStream().write(ContainerReaper.DONE.getBytes(StandardCharsets.UTF_8));
      }
      reaper.getOutputStream().close();
    } catch (IOException e) {
      // then it looks for what is left, and finds nothing
    }
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      LOG.debug("{} is left to the reaper", part, e);
    }
  }
}
