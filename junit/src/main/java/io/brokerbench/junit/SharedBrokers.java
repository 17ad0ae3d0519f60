package io.brokerbench.junit;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The brokers of one test class: each starts when it is first asked for, and ends with the class.
 * One that has ended by itself is replaced when the next test asks. For use by several threads.
 */
final class SharedBrokers implements AutoCloseable {

  private final Path folder;

  /** By what was asked: one with another listener, or a pair, is another broker. */
  private final Map<BrokerRequest, Broker> brokers = new LinkedHashMap<>();

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
    return of(BrokerRequest.of(selector));
  }

  /** A broker with what a scenario needs. */
  Broker of(String selector, Scenario scenario) {
    return of(BrokerRequest.of(selector).withNeedsOf(scenario));
  }

  private synchronized Broker of(BrokerRequest key) {
    Broker running = brokers.get(key);
    if (running != null && running.failure().isPresent()) {
      brokers.remove(key).close();
      running = null;
    }
    if (running == null) {
      running = start(key);
      brokers.put(key, running);
    }
    return running;
  }

  private Broker start(BrokerRequest key) {
    BrokerProvider provider = Providers.broker(key.selector());
    try {
      Files.createDirectories(folder);
      return provider.start(key.withLogFile(log(provider)));
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

  /** Ends them all; the first failure is thrown once all have been told. */
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
