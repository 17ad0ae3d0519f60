package io.brokerbench.junit;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.network.NetworkedBroker;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.session.Brokers;
import io.brokerbench.experiment.session.ProviderRegistry;
import io.brokerbench.experiment.session.RunTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The brokers of one test class: each starts when it is first asked for, and ends with the class.
 * One that has ended by itself is replaced when the next test asks. For use by several threads.
 */
final class SharedBrokers implements Brokers, AutoCloseable {

  private final Path folder;

  private final Map<Place, Broker> brokers = new LinkedHashMap<>();

  /**
   * What was asked for: a broker with another listener, a pair, and one behind another network are
   * other brokers.
   *
   * @param seed of what the network does by chance; 0 where there is none
   */
  private record Place(BrokerRequest request, Optional<NetworkConditions> network, long seed) {

    static Place plain(String selector) {
      return new Place(BrokerRequest.of(selector), Optional.empty(), 0);
    }

    static Place of(RunTarget target) {
      Scenario scenario = target.scenario();
      Optional<NetworkConditions> network = scenario.conditions().network();
      return new Place(
          target.request(), network, network.isPresent() ? scenario.workload().seed() : 0);
    }
  }

  /**
   * None yet.
   *
   * @param folder for their logs
   */
  SharedBrokers(Path folder) {
    this.folder = folder;
  }

  /** A broker for connections without TLS. */
  Broker plain(String selector) {
    return at(Place.plain(selector));
  }

  /**
   * A broker with what a scenario and those beside it need, behind the network that it asks for.
   * Its log is where those of all of them are.
   */
  @Override
  public Broker obtain(RunTarget target, Optional<Path> log) {
    return at(Place.of(target));
  }

  /** One that a fault was done to ends: what is left of it is nothing for the next run. */
  @Override
  public synchronized void release(RunTarget target, Broker broker) {
    if (target.scenario().conditions().fault().isPresent()) {
      brokers.remove(Place.of(target), broker);
      broker.close();
    }
  }

  private synchronized Broker at(Place place) {
    Broker running = brokers.get(place);
    if (running != null && running.failure().isPresent()) {
      brokers.remove(place).close();
      running = null;
    }
    if (running == null) {
      running = start(place);
      brokers.put(place, running);
    }
    return running;
  }

  private Broker start(Place place) {
    BrokerProvider provider = ProviderRegistry.load().broker(place.request().selector());
    try {
      Files.createDirectories(folder);
      Broker broker = provider.start(place.request().withLogFile(log(provider)));
      return NetworkedBroker.around(broker, place.network(), place.seed());
    } catch (BrokerException e) {
      throw new BenchException(e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted while the broker was starting", e);
    }
  }

  private Path log(BrokerProvider provider) {
    String name = provider.name().replaceAll("[^A-Za-z0-9.-]+", "-");
    Path log = folder.resolve("broker-" + name + ".log");
    for (int i = 2; Files.exists(log); i++) {
      log = folder.resolve("broker-" + name + "-" + i + ".log");
    }
    return log;
  }

  /** Ends them all; the first failure is thrown once all have been asked to end. */
  @Override
  public synchronized void close() {
    RuntimeException first = null;
    for (Broker broker : brokers.values()) {
      try {
        broker.close();
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    brokers.clear();
    if (first != null) {
      throw first;
    }
  }
}
