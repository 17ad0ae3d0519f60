package io.brokerbench.core.engine;

import io.brokerbench.core.result.DriverInfo;
import java.util.Optional;

/**
 * Carries out an {@link Assignment}. The rig talks to workers only, wherever they are.
 *
 * <p>Every method returns at once, except {@link #finish} and {@link #close}; what it started shows
 * in {@link #status}. Methods are called by one thread, in the order in which they stand here.
 */
interface Worker extends AutoCloseable {

  /** Opens all connections. */
  void connect();

  /** Makes the subscriptions of the consumers with ids in a range. */
  void subscribe(int fromConsumer, int toConsumer);

  /** Sends from an instant on the run's clock, which must lie ahead. */
  void start(RunTimes times);

  /** Takes the consumers with ids below this away; their sessions stay. */
  void sendAway(int belowConsumer);

  /** Brings them back. */
  void bringBack(int belowConsumer);

  /** Sends nothing that falls due from this instant on. */
  void endSendingAt(long nanos);

  /** How it stands; may be called at any time. Each closed second is told once, to one caller. */
  WorkerStatus status();

  /** What its connects wait for that aren't done, in words; empty where that isn't known. */
  default Optional<String> connectsWaiting() {
    return Optional.empty();
  }

  /** What made the load. */
  DriverInfo driver();

  /**
   * Stops counting, and hands over everything that was counted and timed.
   *
   * @throws RunException if a lane doesn't answer
   */
  WorkerResult finish() throws RunException, InterruptedException;

  /** Ends all connections, in order where that works at once, and all threads. */
  @Override
  void close();
}
