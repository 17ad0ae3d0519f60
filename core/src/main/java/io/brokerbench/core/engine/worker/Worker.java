package io.brokerbench.core.engine.worker;

import io.brokerbench.core.driver.EndpointConnects;
import io.brokerbench.core.engine.assignment.AgentProgress;
import io.brokerbench.core.engine.assignment.AgentRecord;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.measure.SentMessages;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.util.List;
import java.util.Optional;

/**
 * Carries out an {@link Assignment}. The rig talks to workers only, wherever they are.
 *
 * <p>Every method returns at once, except {@link #connects}, {@link #freeze}, {@link #finish} and
 * {@link #close}; what it started shows in {@link #status}. Methods are called by one thread, in
 * the order in which they stand here.
 */
public interface Worker extends AutoCloseable {

  /** In this JVM, between the last subscription and the first message. */
  long LEAD_NANOS = 50_000_000;

  /**
   * Opens all connections.
   *
   * @param startNanos when the first client of the run is due to connect, where there is a rate;
   *     the same for all workers
   */
  void connect(long startNanos);

  /** Gives up the connections that the broker has not accepted; connecting is over. */
  void endConnecting();

  /** Makes the subscriptions of the consumers with ids in a range. */
  void subscribe(int fromConsumer, int toConsumer);

  /** Sends from an instant on the run's clock, which must lie ahead. */
  void start(RunTimes times);

  /**
   * Lets the steady state begin earlier than it was announced, with its length.
   *
   * @param nanos on the run's clock; as far ahead as the instant of {@link #start}
   */
  void beginSteadyAt(long nanos);

  /** Takes the consumers with ids below this away; their sessions stay. */
  void sendAway(int belowConsumer);

  /** Brings them back. */
  void bringBack(int belowConsumer);

  /** Sends nothing that falls due from this instant on. */
  void endSendingAt(long nanos);

  /** Lets all clients ask the broker for a sign of life; answers show in the status. */
  void probe();

  /**
   * How it stands; may be called at any time. Each closed second is returned once, to one caller.
   */
  WorkerStatus status();

  /**
   * How far its connects have come, by endpoint; empty where that is not known. May wait for it.
   */
  default List<EndpointConnects> connects() throws InterruptedException {
    return List.of();
  }

  /** What made the load. */
  DriverInfo driver();

  /** Number of samples that make up each of its seconds. */
  default int partsOfSecond() {
    return driver().lanes();
  }

  /** Processes that carry it, beside this one. */
  default List<Long> pids() {
    return List.of();
  }

  /** Whether processes of this machine carry it that {@link #pids} does not have. */
  default boolean hasUnknownProcessesHere() {
    return false;
  }

  /** What other processes use that carry it, on other machines; empty where there are none. */
  default Optional<ProcessUsage> usageElsewhere() {
    return Optional.empty();
  }

  /** Logical processors of all machines that carry it. */
  default int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** How each agent on another machine stands; empty where there are none. */
  default List<AgentProgress> agentProgress() {
    return List.of();
  }

  /** What each agent on another machine had to do with it; to be asked once it has finished. */
  default List<AgentRecord> agents() {
    return List.of();
  }

  /** How far ahead an instant that is announced must lie, for all of it to be ready by then. */
  default long leadNanos() {
    return LEAD_NANOS;
  }

  /**
   * Stops sending and counting.
   *
   * @return what its publishers have sent
   * @throws RunException if a lane does not answer
   */
  SentMessages freeze() throws RunException, InterruptedException;

  /**
   * Hands over everything that was counted and timed. To be frozen before.
   *
   * @param sent by all publishers of the run
   * @throws RunException if a lane does not answer
   */
  WorkerResult finish(SentMessages sent) throws RunException, InterruptedException;

  /** Ends all connections, in an orderly way where that works at once, and all threads. */
  @Override
  void close();
}
