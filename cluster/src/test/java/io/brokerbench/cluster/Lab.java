package io.brokerbench.cluster;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.cluster.AgentOffer;
import io.brokerbench.core.cluster.BuildVersion;
import io.brokerbench.core.cluster.ClusterProtection;
import io.brokerbench.core.cluster.ClusterProvider.Order;
import io.brokerbench.core.cluster.ClusterSettings;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.AgentPool;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
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
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;

/** A cluster of this machine's own, for one test. Closing it ends its agents. */
final class Lab implements AutoCloseable {

  static final String SECRET = "correct horse battery staple";

  private final String name = "lab-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  private final int port = freePorts();
  private final List<Runnable> open = new CopyOnWriteArrayList<>();
  final List<String> notes = new CopyOnWriteArrayList<>();

  /** The first of some ports without a listener. */
  private static int freePorts() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return Math.min(socket.getLocalPort(), 60_000);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  String name() {
    return name;
  }

  int port() {
    return port;
  }

  ClusterSettings settings(String secret) {
    return settings(name, port, secret);
  }

  static ClusterSettings settings(String name, int port, String secret) {
    return settings(
        name,
        port,
        secret.isEmpty() ? Optional.empty() : Optional.of(new ClusterProtection.Secret(secret)));
  }

  private static ClusterSettings settings(
      String name, int port, Optional<ClusterProtection> protection) {
    return new ClusterSettings(
        name, List.of(), Optional.empty(), InetAddress.getLoopbackAddress(), port, protection);
  }

  static AgentOffer offer(String name, String version) {
    return new AgentOffer(name, version, 1, OptionalDouble.empty(), 10_000, 10_000, List.of());
  }

  /** An agent in this JVM, which is on this machine unless it says otherwise. */
  Agent agent(String agent, MemberHost machine, NanoClock clock, String version) throws Exception {
    return serve(settings(SECRET), agent, machine, clock, version);
  }

  private Agent serve(
      ClusterSettings settings, String agent, MemberHost machine, NanoClock clock, String version)
      throws Exception {
    Agent made =
        Agent.serve(
            settings,
            offer(agent, version),
            machine,
            clock,
            note -> notes.add(agent + ": " + note));
    open.add(made::close);
    return made;
  }

  Agent agent(String agent) throws Exception {
    return agent(agent, MemberHost.here(), NanoClock.SYSTEM, BuildVersion.current());
  }

  /** One with a protection of its own. */
  Agent agent(String agent, ClusterProtection protection) throws Exception {
    return serve(
        settings(name, port, Optional.of(protection)),
        agent,
        MemberHost.here(),
        NanoClock.SYSTEM,
        BuildVersion.current());
  }

  /** One that knows of the first port only, whoever has it. */
  Agent agentThatKnowsOne(String agent) throws Exception {
    ClusterSettings all = settings(SECRET);
    ClusterSettings one =
        new ClusterSettings(
            all.name(),
            List.of(new ClusterSettings.Member(all.bind().getHostAddress(), all.port())),
            Optional.empty(),
            all.bind(),
            all.port(),
            all.protection());
    return serve(one, agent, MemberHost.here(), NanoClock.SYSTEM, BuildVersion.current());
  }

  /** Agents in JVMs of their own. */
  AgentProcess process(String agent, String... wrapper) throws IOException {
    AgentProcess made = AgentProcess.start(this, agent, List.of(wrapper));
    open.add(made::close);
    return made;
  }

  ReservedAgentPool reserve(int agents) throws Exception {
    return reserve(agents, Duration.ZERO);
  }

  ReservedAgentPool reserve(int agents, Duration timedWithin) throws Exception {
    AgentPool agentPool = reserve(SECRET, new Order(agents, Duration.ofSeconds(30), timedWithin));
    return (ReservedAgentPool) agentPool;
  }

  AgentPool reserve(String secret, Order order) throws Exception {
    return reserve(settings(secret), order);
  }

  AgentPool reserve(ClusterProtection protection, Order order) throws Exception {
    return reserve(settings(name, port, Optional.of(protection)), order);
  }

  private AgentPool reserve(ClusterSettings settings, Order order) throws Exception {
    AgentPool agentPool = new InfinispanCluster().reserve(settings, order, notes::add);
    open.add(0, agentPool::close);
    return agentPool;
  }

  /** Ten publishers, four consumers; half a second of warm-up. */
  static Scenario scenario(Distribution distribution, Qos qos, Duration steady) {
    return scenario(new Topology(10, 4, distribution), 1_000, qos, steady);
  }

  static Scenario scenario(Topology topology, double perSecond, Qos qos, Duration steady) {
    return new Scenario(
        "lab",
        "",
        topology,
        new Workload(
            qos, new PayloadSpec(32), false, new ConstantLoad(Rate.perSecond(perSecond)), 42),
        new Session(Protocol.MQTT_3_1_1, false, 0, 100, Duration.ofSeconds(60)),
        Security.NONE,
        Conditions.NONE,
        new Phases(Duration.ofMillis(500), steady, Duration.ofSeconds(2), Duration.ofSeconds(20)));
  }

  static LoadRig rig(Scenario scenario, Broker broker, RigSettings settings, RunListener listener) {
    return new LoadRig(scenario, broker, new SwarmDriverProvider(), settings, listener);
  }

  @Override
  public void close() {
    open.forEach(Runnable::run);
  }
}
