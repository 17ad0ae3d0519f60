package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.definition.ScenarioDigest;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.telemetry.ProcessPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The links to workers that have a run in common, from their greeting to their end. */
final class WorkerLinks {

  /** A new JVM has to begin, and may be one of many that do. */
  private static final long BEGIN_SECONDS = 60;

  private static final int CLOCK_READINGS = 5;

  private final List<WorkerLink> links = new ArrayList<>();

  /** Takes another one in. */
  void add(WorkerLink link) {
    links.add(link);
  }

  List<WorkerLink> links() {
    return links;
  }

  void send(WorkerCommand command) {
    links.forEach(link -> link.send(command));
  }

  /**
   * Opens the driver in each.
   *
   * @param parts what each is to do, in the order of the links
   * @throws RunException if one cannot, or read another scenario than it was sent
   */
  List<DriverInfo> open(String driver, List<Assignment> parts)
      throws RunException, InterruptedException {
    for (int i = 0; i < links.size(); i++) {
      links.get(i).send(new WorkerCommand.Open(driver, parts.get(i)));
    }
    List<DriverInfo> drivers = new ArrayList<>();
    for (int i = 0; i < links.size(); i++) {
      WorkerAnswer.Opened opened = links.get(i).await(WorkerAnswer.Opened.class, BEGIN_SECONDS);
      requireSame(links.get(i), parts.get(i).scenario(), opened);
      drivers.add(opened.driver());
    }
    return drivers;
  }

  private static void requireSame(WorkerLink link, Scenario sent, WorkerAnswer.Opened opened)
      throws RunException {
    if (!opened.scenario().equals(ScenarioDigest.of(sent))) {
      throw new RunException(
          "%s reads the scenario %s differently from this process: its build differs"
              .formatted(link.title(), sent.name()),
          null);
    }
  }

  /**
   * Makes sure that all speak the same version, and that each reads the run's clock.
   *
   * @param allowanceNanos by how much each one's clock may be wrong, in the order of the links
   * @return where each runs, in the same order
   */
  List<Optional<ProcessPlace>> greet(NanoClock clock, List<Long> allowanceNanos)
      throws RunException, InterruptedException {
    List<Optional<ProcessPlace>> places = List.of();
    for (int reading = 0; reading < CLOCK_READINGS; reading++) {
      long before = clock.nanoTime();
      send(new WorkerCommand.Hello());
      places = new ArrayList<>();
      for (int i = 0; i < links.size(); i++) {
        WorkerAnswer.Hello hello = links.get(i).await(WorkerAnswer.Hello.class, BEGIN_SECONDS);
        requireSameClock(links.get(i), hello, before, clock.nanoTime(), allowanceNanos.get(i));
        places.add(hello.place());
      }
    }
    return places;
  }

  /**
   * Each of the worker's readings must lie between our own before the question and after the
   * answer. Another clock, with an origin of its own, would have to be right by chance to within
   * the shortest round trip.
   */
  private static void requireSameClock(
      WorkerLink link, WorkerAnswer.Hello hello, long before, long after, long allowanceNanos)
      throws RunException {
    if (hello.version() != WorkerAnswer.VERSION) {
      throw new RunException(
          "%s speaks version %d of the workers' protocol, this is version %d"
              .formatted(link.title(), hello.version(), WorkerAnswer.VERSION),
          null);
    }
    if (hello.nanos() - before < -allowanceNanos || after - hello.nanos() < -allowanceNanos) {
      throw new RunException(
          "%s has another clock than this process: %d ns lies not between %d and %d, so no latency"
                  .formatted(link.title(), hello.nanos(), before, after)
              + " could be measured between them",
          null);
    }
  }

  /** Lets all end, and waits for it until an instant. */
  void close(long deadlineNanos) {
    links.forEach(WorkerLink::requestClose);
    links.forEach(link -> link.awaitEnd(deadlineNanos));
  }
}
