package io.brokerbench.containers.container;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.WaitResponse;
import io.brokerbench.containers.process.ProcessLog;
import io.brokerbench.containers.process.TemporaryFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A container with what belongs to it here: its log, and the folder for what clients need. All are
 * gone when it is closed, but for a log that was asked for. Safe for use by several threads.
 */
final class OwnedContainer implements AutoCloseable {

  private static final long END_SECONDS = 15;

  private final DockerEngine docker;
  private final TemporaryFolder folder;
  private final ProcessLog log;
  private String id;
  private volatile EndWatch watch;
  private volatile boolean closed;
  private boolean gone;
  private volatile boolean outOfMemory;
  private volatile OptionalInt exitCode = OptionalInt.empty();

  private OwnedContainer(DockerEngine docker, TemporaryFolder folder, ProcessLog log) {
    this.docker = docker;
    this.folder = folder;
    this.log = log;
  }

  /** Makes the folder; there is no container yet. */
  static OwnedContainer prepare(DockerEngine docker, String name, Optional<Path> logFile)
      throws IOException {
    TemporaryFolder folder = TemporaryFolder.create("container-" + name);
    ProcessLog log =
        logFile
            .map(file -> new ProcessLog(file.toAbsolutePath(), true))
            .orElseGet(() -> new ProcessLog(folder.path().resolve("broker.log"), false));
    OwnedContainer owned = new OwnedContainer(docker, folder, log);
    try {
      ContainerSession.add(owned);
      return owned;
    } catch (IOException e) {
      owned.close();
      throw e;
    }
  }

  Path folder() {
    return folder.path();
  }

  ProcessLog log() {
    return log;
  }

  String id() {
    return id;
  }

  /** Its first process' exit code, once it has ended. */
  OptionalInt exitCode() {
    return exitCode;
  }

  /** Whether the kernel ended a process of it, as it had no memory left. */
  boolean outOfMemory() {
    return outOfMemory;
  }

  boolean closed() {
    return closed;
  }

  /** Takes the container that was made for it. */
  synchronized void own(String made) throws IOException {
    id = made;
    if (closed) {
      docker.remove(made);
      ContainerSession.remove(this);
      throw new IOException("closed");
    }
  }

  /** From its start on: keeps its log, from the first line, and its exit code. */
  synchronized void follow() throws IOException {
    Files.createDirectories(log.file().getParent());
    OutputStream out = Files.newOutputStream(log.file());
    docker
        .client()
        .logContainerCmd(id)
        .withStdOut(true)
        .withStdErr(true)
        .withFollowStream(true)
        .withTailAll()
        .exec(new LogWriter(out));
    exitCode = OptionalInt.empty();
    watch = new EndWatch();
    docker.client().waitContainerCmd(id).exec(watch);
  }

  /** Kills its processes as a crash would, and leaves all else; returns at once. */
  void crash() {
    docker.client().killContainerCmd(id).exec();
  }

  /**
   * Starts it again once it has ended, with its files and its volumes.
   *
   * @throws IOException if it does not end, or is closed
   */
  void startAgain() throws IOException {
    try {
      if (!watch.ended.await(END_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("container " + id + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    synchronized (this) {
      if (closed) {
        throw new IOException("closed");
      }
      docker.client().startContainerCmd(id).exec();
      follow();
    }
  }

  /** Halts its processes, or lets them go on. */
  void halt(boolean halt) {
    if (halt) {
      docker.client().pauseContainerCmd(id).exec();
    } else {
      docker.client().unpauseContainerCmd(id).exec();
    }
  }

  private static final class LogWriter extends ResultCallback.Adapter<Frame> {
    private final OutputStream out;

    LogWriter(OutputStream out) {
      this.out = out;
    }

    @Override
    public void onNext(Frame frame) {
      try {
        out.write(frame.getPayload());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      super.close();
      out.close();
    }
  }

  /** Of one life of it; that of an earlier one says nothing of the present one. */
  private final class EndWatch extends ResultCallback.Adapter<WaitResponse> {
    final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public void onNext(WaitResponse end) {
      if (watch == this) {
        outOfMemory = docker.ranOutOfMemory(id);
        exitCode = OptionalInt.of(end.getStatusCode());
      }
      ended.countDown();
    }

    @Override
    public void onError(Throwable failure) {
      // it is being removed, or Docker is gone: the clients will notice
    }
  }

  /**
   * Ends it at once, and waits until it is gone, also on a thread that is interrupted. May be
   * called again, as it is at the JVM's end where Docker did not remove it.
   */
  @Override
  public synchronized void close() {
    if (gone) {
      return;
    }
    closed = true;
    try {
      if (id != null) {
        DockerEngine.uninterruptibly(() -> docker.remove(id));
        gone = true;
        ContainerSession.remove(this);
      }
    } finally {
      folder.close();
    }
  }
}
