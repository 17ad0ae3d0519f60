package io.brokerbench.core.engine.worker.pipe;

/**
 * Moves lines to and from a worker in another JVM, on this machine or elsewhere. A line holds no
 * line break.
 *
 * <p>Methods are called by one thread; {@link #send} and {@link #requestClose} return at once.
 */
public interface WorkerPipe {

  /** As people read it: {@code worker 2 of 3 (pid 4711)}, {@code agent b (host 10.0.0.2)}. */
  String title();

  /** Process of this machine whose CPU time and memory are counted as ours; 0 where it is none. */
  default long pid() {
    return 0;
  }

  /** Begins to pass on what arrives. Called once, before anything else. */
  void open(Listener listener);

  /** Sends a line, without waiting for it to be taken. */
  void send(String line);

  /** Lets the worker end in an orderly way once it has carried out what it was sent. */
  void requestClose();

  /** Waits until it has ended, and ends it by force after an instant on the run's clock. */
  void awaitEnd(long deadlineNanos);

  /** Hears what comes, on any thread, one call at a time. */
  interface Listener {

    /** The worker has written a line. */
    void onLine(String line);

    /** A part has come, or was taken, of what takes long to cross: the worker is not silent. */
    default void onPart() {}

    /**
     * The worker is gone, or cannot be reached any more.
     *
     * @param how such as {@code ended during the run (exit code 137)}
     */
    void onEnd(String how);
  }
}
