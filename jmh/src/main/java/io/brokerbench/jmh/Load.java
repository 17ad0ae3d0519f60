package io.brokerbench.jmh;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.session.ProviderRegistry;
import io.brokerbench.experiment.session.RunTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a broker carries of a scenario: all its clients are connected for a trial, and its
 * publishers send as fast as the broker acknowledges; with QoS 0, which has no acknowledgements, at
 * the scenario's rate. An operation is one delivery.
 *
 * <p>The families are the classes in this one. Each has the names of its scenarios as a parameter,
 * which takes any other name, or path of a file, as well.
 */
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 10)
@Measurement(iterations = 5, time = 5)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms64m", "-Xmn32m"})
public abstract class Load {

  /** Deliveries that are waited for at once, so that the waiting costs nothing. */
  static final int BATCH = 500;

  /** System property: where each trial leaves the folder of its results. */
  static final String RESULTS = "brokerbench.results";

  /** Longer than a trial: the load ends with it. */
  private static final Duration UNTIL_STOPPED = Duration.ofDays(1);

  /** As with {@code --broker}. */
  @Param("embedded:artemis")
  public String broker;

  /** As with {@code --driver}, for clients that speak MQTT. */
  @Param("swarm")
  public String driver;

  /** Most unacknowledged messages of all publishers together, at least one for each; QoS 1, 2. */
  @Param("1000")
  public int inFlight;

  /** Further settings as with {@code --set}, with semicolons between them. */
  @Param("")
  public String set;

  private LoadTrial trial;

  /** For JMH. */
  protected Load() {}

  abstract String scenario();

  /** Settings of the family, before those of the parameters. */
  ScenarioChange usual() {
    return ScenarioChange.NONE;
  }

  /** Starts the broker and the load. */
  @Setup(Level.Trial)
  public void begin() throws InterruptedException {
    ProviderRegistry providers = ProviderRegistry.load();
    RunTarget target =
        new RunTarget(
            loaded(providers.scenarios().find(scenario())),
            broker,
            providers.broker(broker),
            ResourceLimits.NONE,
            providers.driver(driver),
            RigSettings.defaults());
    trial = LoadTrial.begin(target, providers, Path.of(System.getProperty(RESULTS, "results")));
  }

  /** The scenario with the settings of the parameters, and load until it is stopped. */
  private Scenario loaded(Scenario named) {
    if (named.connectsOnly()) {
      throw new DefinitionException("scenario", "one that sends messages", named.name());
    }
    ScenarioChange change = usual();
    for (String setting : set.split(";", -1)) {
      change = setting.isBlank() ? change : change.and(ScenarioChange.parse(setting));
    }
    Scenario changed = change.applyTo(named);
    if (changed.workload().qos() != Qos.AT_MOST_ONCE && !change.changes("workload.load")) {
      int window = Math.max(1, inFlight / changed.topology().publishers());
      changed = ScenarioChange.set("workload.load.window", window).applyTo(changed);
    }
    Phases phases = changed.phases();
    return changed.withPhases(phases.with(Duration.ZERO, UNTIL_STOPPED));
  }

  /** Lets an iteration count from its own beginning. */
  @Setup(Level.Iteration)
  public void mark() {
    trial.mark();
  }

  /**
   * Ends the load and the broker, and prints the verdict.
   *
   * @throws IllegalStateException if the run broke off, or the broker broke its contract
   */
  @TearDown(Level.Trial)
  public void end() throws InterruptedException {
    System.out.println("\n# " + trial.end());
  }

  /** Messages delivered in a second. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  @BenchmarkMode(Mode.Throughput)
  @OutputTimeUnit(TimeUnit.SECONDS)
  public void messages() throws InterruptedException {
    trial.await(BATCH);
  }

  /** Microseconds from one delivery to the next. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  @BenchmarkMode(Mode.AverageTime)
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  public void timePerMessage() throws InterruptedException {
    trial.await(BATCH);
  }

  /** Many publishers feed consumers of which each has its own part of the topics. */
  public static class FanIn extends Load {

    /** Name of a scenario, or path of its file. */
    @Param({"FANIN.Q0.PARTITIONS", "FANIN.Q1.PARTITIONS"})
    public String scenario;

    @Override
    String scenario() {
      return scenario;
    }
  }

  /** Many publishers feed consumers that share a subscription. */
  public static class SharedSubscription extends Load {

    /** Name of a scenario, or path of its file. */
    @Param({"FANIN.Q0.SHARED", "FANIN.Q1.SHARED"})
    public String scenario;

    @Override
    String scenario() {
      return scenario;
    }
  }

  /** The same in persistent sessions, with QoS 1 and QoS 2. */
  public static class Persistent extends Load {

    /** Name of a scenario, or path of its file. */
    @Param({"FANIN.Q1.PERSISTENT.SHARED", "FANIN.Q2.PERSISTENT.SHARED"})
    public String scenario;

    @Override
    String scenario() {
      return scenario;
    }
  }

  /** The same on a pair of brokers, of which one would take over. */
  public static class Pair extends Load {

    /** Name of a scenario, or path of its file. */
    @Param({"FANIN.Q1.HA.PERSISTENT.SHARED", "FANIN.Q2.HA.PERSISTENT.SHARED"})
    public String scenario;

    @Override
    String scenario() {
      return scenario;
    }
  }

  /** A JMS queue, and a topic, whose subscriptions are durable. */
  public static class Jms extends Load {

    /** Name of a scenario, or path of its file. */
    @Param({"QUEUE.PERSISTENT", "TOPIC.PERSISTENT"})
    public String scenario;

    @Override
    String scenario() {
      return scenario;
    }

    @Override
    ScenarioChange usual() {
      return scenario.startsWith("TOPIC")
          ? ScenarioChange.set("session.persistent", true)
          : ScenarioChange.NONE;
    }
  }
}
