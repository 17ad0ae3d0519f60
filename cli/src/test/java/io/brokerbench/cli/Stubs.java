package io.brokerbench.cli;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.definition.ScenarioCatalog;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Stand-ins for what a run needs besides the command line itself. */
public final class Stubs {

  private Stubs() {}

  public static Scenario scenario(
      Distribution distribution, Qos qos, boolean persistent, String name) {
    return new Scenario(
        name,
        "A scenario of the test.",
        ScenarioDefaults.topology(distribution),
        ScenarioDefaults.workload(qos),
        ScenarioDefaults.session(persistent),
        ScenarioDefaults.PHASES);
  }

  private static Scenario connectBurst() {
    return new Scenario(
        "CONNBURST",
        "Devices connect.",
        new Topology(100, 0, Distribution.NONE),
        ScenarioDefaults.workload(Qos.AT_MOST_ONCE).withLoad(new NoLoad()),
        ScenarioDefaults.session(false),
        ScenarioDefaults.PHASES);
  }

  /** Five scenarios. */
  static final class Catalog implements ScenarioCatalog {
    @Override
    public String title() {
      return "Test scenarios";
    }

    @Override
    public List<Scenario> scenarios() {
      return List.of(
          scenario(Distribution.SINGLE, Qos.AT_MOST_ONCE, false, "FANIN.Q0.SINGLE"),
          scenario(Distribution.SHARED, Qos.AT_MOST_ONCE, false, "FANIN.Q0.SHARED"),
          scenario(Distribution.PARTITIONS, Qos.AT_LEAST_ONCE, true, "FANIN.Q1.PARTITIONS"),
          scenario(Distribution.SINGLE, Qos.EXACTLY_ONCE, false, "FANIN.Q2.SINGLE"),
          connectBurst());
    }
  }

  /** A broker that accepts no client, and counts how many of it are open. */
  static final class Brokers implements BrokerProvider {
    final AtomicInteger open = new AtomicInteger();

    /** Whether a broker of a selector has ended by itself. */
    Predicate<String> ended = selector -> false;

    /** The memory of each. */
    OptionalLong memory = OptionalLong.empty();

    private final String name;
    private final Set<Capability> capabilities;
    private final Optional<String> startFailure;

    Brokers(String name, Set<Capability> capabilities, Optional<String> startFailure) {
      this.name = name;
      this.capabilities = capabilities;
      this.startFailure = startFailure;
    }

    static Brokers able(String name) {
      return new Brokers(name, EnumSet.allOf(Capability.class), Optional.empty());
    }

    static Brokers lacking(String name, Capability first, Capability... rest) {
      return new Brokers(name, EnumSet.complementOf(EnumSet.of(first, rest)), Optional.empty());
    }

    static Brokers broken(String name, String message) {
      return new Brokers(name, EnumSet.allOf(Capability.class), Optional.of(message));
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String description() {
      return "a stand-in";
    }

    @Override
    public boolean accepts(String selector) {
      return selector.equals(name) || (selector.equals("embedded") && name.endsWith(":artemis"));
    }

    @Override
    public Set<Capability> capabilities() {
      return capabilities;
    }

    @Override
    public boolean isEmbedded() {
      return name.startsWith("embedded:");
    }

    @Override
    public OptionalLong memoryBytes(String selector) {
      return memory;
    }

    @Override
    public Broker start(BrokerRequest request) throws BrokerException {
      if (startFailure.isPresent()) {
        throw new BrokerException(startFailure.get());
      }
      request.logFile().ifPresent(Stubs::greet);
      open.incrementAndGet();
      return new StubBroker(request.selector(), capabilities, open, ended);
    }
  }

  private static void greet(java.nio.file.Path log) {
    try {
      Files.writeString(log, "the broker is up\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record StubBroker(
      String selector, Set<Capability> capabilities, AtomicInteger open, Predicate<String> ended)
      implements Broker {
    @Override
    public BrokerIdentity identity() {
      return new BrokerIdentity("Artemis", "2.55.0", Origin.EMBEDDED, selector);
    }

    @Override
    public List<Endpoint> endpoints() {
      return List.of(Endpoint.mqtt("127.0.0.1", 41_883));
    }

    @Override
    public OptionalLong pid() {
      return OptionalLong.of(4711);
    }

    @Override
    public boolean isJvm() {
      return selector.startsWith("embedded:");
    }

    @Override
    public Optional<String> failure() {
      return ended.test(selector) ? Optional.of("it was killed (signal 9)") : Optional.empty();
    }

    @Override
    public List<String> logTail(int lines) {
      return List.of();
    }

    @Override
    public void close() {
      open.decrementAndGet();
    }
  }

  /** A driver that opens one file for each connection, and two hundred more. */
  public static final class Driver implements ClientDriverProvider {
    @Override
    public String name() {
      return "swarm";
    }

    @Override
    public String description() {
      return "a stand-in";
    }

    @Override
    public Set<Protocol> protocols() {
      return Set.of(Protocol.MQTT_3_1_1);
    }

    @Override
    public Set<DriverFeature> features() {
      return Set.of(DriverFeature.SOURCE_ADDRESSES, DriverFeature.CLIENT_PRE_SHARED_KEYS);
    }

    @Override
    public long fileDescriptorsFor(long connections) {
      return connections + 200;
    }

    @Override
    public ClientDriver open(DriverSettings settings) {
      throw new UnsupportedOperationException();
    }
  }
}
