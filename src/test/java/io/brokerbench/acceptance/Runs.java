package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.LoadModel;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import io.brokerbench.core.security.Security;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.testkit.RetryOnNoise;
import io.brokerbench.testkit.broker.Faults;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Short runs of scenarios made to measure. */
final class Runs {

  /** Long enough for accounts; whether rates are kept in so short a time depends on the machine. */
  static final Phases SHORT =
      new Phases(
          Duration.ofMillis(50),
          Duration.ofMillis(200),
          Duration.ofSeconds(10),
          Duration.ofSeconds(60));

  /** A whole run in this process, with the driver {@code swarm}. */
  static RunResult on(Broker broker, Scenario scenario) throws Exception {
    return on(broker, scenario, 1);
  }

  /** The same with several workers. */
  static RunResult on(Broker broker, Scenario scenario, int workers) throws Exception {
    return new LoadRig(
            scenario,
            broker,
            new SwarmDriverProvider(),
            RigSettings.defaults().withWorkers(workers),
            RunListener.NONE)
        .run();
  }

  private Topology topology = new Topology(10, 1, Distribution.SINGLE);
  private Qos qos = Qos.AT_MOST_ONCE;
  private LoadModel load = new ConstantLoad(Rate.perSecond(1_000));
  private Session session = new Session(Protocol.MQTT_3_1_1, false, 0, 100, Duration.ofSeconds(60));
  private Optional<JmsConsumers> jms = Optional.empty();
  private Security security = Security.NONE;
  private Conditions conditions = Conditions.NONE;
  private Duration warmUp = Duration.ofMillis(500);
  private Optional<Duration> warmUpLimit = Optional.empty();
  private Duration steady = Duration.ofSeconds(2);

  /** Short, as the broker has to answer a probe as well before anything counts as lost. */
  private static final Duration QUIET_PERIOD = Duration.ofMillis(400);

  private Duration drainLimit = Duration.ofSeconds(2);
  private Duration connectLimit = Duration.ofSeconds(20);
  private PayloadSpec payload = new PayloadSpec(32);
  private int lanes;
  private int workers = 1;
  private ClientDriverProvider driver = new SwarmDriverProvider();

  static Runs of(int publishers, int consumers, Distribution distribution) {
    Runs runs = new Runs();
    runs.topology = new Topology(publishers, consumers, distribution);
    return runs;
  }

  /** Requesters, each of which gets its replies, and responders that share the requests. */
  static Runs requests(int requesters, int responders) {
    Runs runs = new Runs();
    runs.topology = Topology.ofRequests(requesters, responders);
    return runs.mqtt5();
  }

  Runs qos(int level) {
    qos = Qos.of(level);
    return this;
  }

  Runs rate(double perSecond) {
    load = new ConstantLoad(Rate.perSecond(perSecond));
    return this;
  }

  Runs payload(int bytes) {
    payload = new PayloadSpec(bytes);
    return this;
  }

  Runs load(LoadModel model) {
    load = model;
    return this;
  }

  Runs window(int messages) {
    session =
        new Session(session.protocol(), session.persistent(), 0, messages, session.keepAlive());
    return this;
  }

  Runs persistent(double absentFraction) {
    session =
        new Session(
            session.protocol(),
            true,
            absentFraction,
            session.inFlightWindow(),
            session.keepAlive());
    return this;
  }

  Runs mqtt5() {
    session =
        new Session(
            Protocol.MQTT_5,
            session.persistent(),
            session.absentFraction(),
            session.inFlightWindow(),
            session.keepAlive());
    return this;
  }

  Runs jms(JmsConsumers consumers) {
    jms = Optional.of(consumers);
    return this;
  }

  Runs security(Security protection) {
    security = protection;
    return this;
  }

  Runs conditions(Conditions broker) {
    conditions = broker;
    return this;
  }

  Runs warmUp(Duration length) {
    warmUp = length;
    return this;
  }

  /** Lets the warm-up go on until the broker has settled. */
  Runs warmUpLimit(Duration longest) {
    warmUpLimit = Optional.of(longest);
    return this;
  }

  Runs steady(Duration length) {
    steady = length;
    return this;
  }

  Runs drainLimit(Duration limit) {
    drainLimit = limit;
    return this;
  }

  Runs connectLimit(Duration limit) {
    connectLimit = limit;
    return this;
  }

  Runs lanes(int count) {
    lanes = count;
    return this;
  }

  Runs workers(int count) {
    workers = count;
    return this;
  }

  Runs driver(ClientDriverProvider provider) {
    driver = provider;
    return this;
  }

  Scenario scenario() {
    return new Scenario(
        "acceptance",
        "",
        topology,
        new Workload(qos, payload, false, load, 42),
        jms.map(session::withJmsConsumers).orElse(session),
        security,
        conditions,
        new Phases(warmUp, warmUpLimit, steady, drainLimit, QUIET_PERIOD, connectLimit));
  }

  LoadRig rig(Broker broker, RunListener listener) {
    return new LoadRig(
        scenario(),
        broker,
        driver,
        RigSettings.defaults().withLanes(lanes).withWorkers(workers),
        listener);
  }

  /** Runs on a test broker with faults while the machine is quiet: for tests of times. */
  RunResult onQuietMachine(Consumer<Faults> faults) throws Exception {
    return RetryOnNoise.onQuietMachine(() -> accountWithFaults(faults));
  }

  /** Runs on a test broker with faults, once: a machine that is late changes no account. */
  RunResult accountWithFaults(Consumer<Faults> faults) throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      faults.accept(broker.faults());
      RunResult result = on(broker);
      assertThat(broker.violations()).isEmpty();
      theTimelineReconciles(result);
      return result;
    }
  }

  /** A scenario on a broker that is started for it, with the driver {@code swarm}. */
  static RunResult on(Scenario scenario, BrokerProvider provider) throws Exception {
    BrokerRequest start = BrokerRequest.of(provider.name()).withNeedsOf(scenario);
    try (Broker broker = provider.start(start)) {
      return new LoadRig(
              scenario, broker, new SwarmDriverProvider(), RigSettings.defaults(), RunListener.NONE)
          .run();
    }
  }

  /**
   * The verdict is one that a busy machine may bring about, and the account has nothing that the
   * broker would be to blame for.
   */
  static void accusesNoBroker(RunResult result) {
    assertThat(result.verdict().status())
        .as("verdict with the reasons %s", result.verdict().reasons())
        .isIn(Status.OK, Status.GENERATOR_LIMITED, Status.DISTURBED);
    Messages messages = result.messages();
    assertThat(messages.lost() + messages.undelivered()).as("lost or undelivered").isZero();
    assertThat(messages.unacknowledged()).as("unacknowledged").isZero();
    assertThat(messages.duplicated() + messages.misdelivered() + messages.damaged())
        .as("duplicated, misdelivered or damaged")
        .isZero();
  }

  private static void theTimelineReconciles(RunResult result) {
    assertThat(result.timeline().stream().mapToLong(TimelineInterval::sent).sum())
        .isEqualTo(result.messages().sent());
    assertThat(result.timeline().stream().mapToLong(TimelineInterval::received).sum())
        .isEqualTo(result.messages().received());
  }

  RunResult on(Broker broker) throws Exception {
    return rig(broker, RunListener.NONE).run();
  }
}
