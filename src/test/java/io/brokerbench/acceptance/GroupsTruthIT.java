package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.definition.GroupedScenarioCodec;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.engine.GroupRequirements;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.engine.worker.SharedWorkers;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.ProfileLoad;
import io.brokerbench.core.load.ProfilePoint;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.group.GroupRun;
import io.brokerbench.experiment.group.GroupRuns;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.testkit.broker.Faults;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.broker.MessageFilter;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Each group of a fleet has an exact account, whatever happens to the others. */
class GroupsTruthIT {

  private static final int EACH = 997;

  /** By client ids, a {@link FaultyBroker} distinguishes the groups. */
  private static final String FLEET =
      """
      name: FLEET
      phases: {warmUp: 0s, steady: 3s, drainLimit: 20s, quietPeriod: 400ms}
      workload: {qos: 1}
      groups:
        broadcast:
          session: {clientIdPrefix: broadcast-}
          topology: {publishers: 3, consumers: 4, distribution: ALL}
          workload:
            load: {type: profile, points: [{at: 0s, rate: 0}, {at: 24h, rate: 100.4}], speed: 28800}
        commands:
          start: 500ms
          session: {clientIdPrefix: commands-}
          topology: {publishers: 6, consumers: 3, distribution: PARTITIONS}
          workload: {qos: 2, load: {rate: 151}}
          phases: {steady: 1s}
        telemetry:
          session: {clientIdPrefix: telemetry-}
          topology:
            publishers: 40
            consumers: 3
            distribution: SHARED
            topics: {publish: 'site/{publisher}/t', subscribe: ['site/+/t']}
          workload:
            load:
              type: profile
              between: STEPS
              points: [{at: 0s, rate: 30.2}, {at: 6h, rate: 220}, {at: 9h, rate: 0}, {at: 18h, rate: 130}]
              speed: 28800
              scale: 10
      """;

  /** The day of each group, by its rows: time in hours to the rate at its start and its end. */
  private static final Map<String, Double> INTEGRALS =
      Map.of(
          "broadcast",
          3 * 100.4 / 2,
          "commands",
          151.0,
          "telemetry",
          10 * 3 / 24.0 * (6 * 30.2 + 3 * 220 + 6 * 130));

  static GroupedScenario fleet() {
    GroupedScenario fleet =
        GroupedScenarioCodec.read(FLEET, ScenarioFormat.YAML, "fleet.yaml").orElseThrow();
    GroupRequirements.require(fleet);
    return fleet;
  }

  private static GroupsResult run(GroupedScenario fleet, Broker broker) throws Exception {
    return run(fleet, broker, 1);
  }

  /** In this process, or in workers that all groups share. */
  static GroupsResult run(GroupedScenario fleet, Broker broker, int workers) throws Exception {
    List<Scenario> all = fleet.groups().stream().map(ClientGroup::scenario).toList();
    try (SharedWorkers shared = new SharedWorkers(all, NanoClock.SYSTEM)) {
      RigSettings settings =
          RigSettings.defaults().with().sharedWorkers(Optional.of(shared)).workers(workers).build();
      List<RunResult> runs =
          new GroupRuns(
                  fleet,
                  (group, beside) ->
                      new LoadRig(
                          group.scenario(),
                          broker,
                          new SwarmDriverProvider(),
                          settings.withCompanion(Optional.of(beside)),
                          RunListener.NONE),
                  new StopSwitch())
              .run();
      return GroupsResult.of(fleet, runs);
    }
  }

  private static GroupsResult run(Consumer<Faults> faults) throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      faults.accept(broker.faults());
      GroupsResult result = run(fleet(), broker);
      assertThat(broker.violations()).isEmpty();
      return result;
    }
  }

  static RunResult group(GroupsResult result, String name) {
    return result.groups().stream()
        .filter(group -> group.name().equals(name))
        .map(GroupRun::run)
        .findFirst()
        .orElseThrow();
  }

  static long sent(String group) {
    return (long) Math.ceil(INTEGRALS.get(group));
  }

  /** Nothing is missing and nothing is there that should not be. */
  static void isWhole(String name, RunResult run) {
    Messages messages = run.messages();
    int fanOut = run.scenario().topology().fanOut();
    assertThat(messages.scheduled())
        .as("%s: %s", name, run.verdict().reasons())
        .isEqualTo(sent(name));
    assertThat(messages.sent()).as(name).isEqualTo(sent(name));
    assertThat(messages.acknowledged()).as(name).isEqualTo(sent(name));
    assertThat(messages.received()).as(name).isEqualTo(sent(name) * fanOut);
    assertThat(messages.lost() + messages.undelivered()).as(name).isZero();
    assertThat(messages.duplicated()).as(name).isZero();
    isClean(name, messages);
    Runs.accusesNoBroker(run);
  }

  private static void isClean(String name, Messages messages) {
    assertThat(messages.misdelivered()).as(name).isZero();
    assertThat(messages.damaged() + messages.unrecognised()).as(name).isZero();
  }

  @Test
  void eachGroupSendsTheIntegralOfItsProfileAndGetsAllOfIt() throws Exception {
    GroupsResult result = run(faults -> {});
    result.groups().forEach(group -> isWhole(group.name(), group.run()));
    result.groups().forEach(group -> hasNoCosts(group.run()));
    assertThat(result.verdict().status())
        .isIn(Status.OK, Status.GENERATOR_LIMITED, Status.DISTURBED);
  }

  @Test
  void soItIsOnAMosquitto() throws Exception {
    Mosquitto.assumeInstalled();
    try (Broker broker = Mosquitto.start()) {
      GroupsResult result = run(fleet(), broker);
      result.groups().forEach(group -> isWhole(group.name(), group.run()));
      result.groups().forEach(group -> hasNoCosts(group.run()));
    }
  }

  /** What broker and tool use is for all groups. */
  private static void hasNoCosts(RunResult run) {
    assertThat(run.sharesBroker()).contains(true);
    assertThat(run.generator().cpuSeconds()).isPositive();
    assertThat(run.timeline().get(0).generatorCpuPercentOfCore().orElse(0))
        .as("of its own first second, and not of the time until then")
        .isLessThan(110.0 * Runtime.getRuntime().availableProcessors());
    assertThat(FigureCatalogue.values(run).keySet())
        .extracting(Figure::path)
        .contains("generator.cpu", "connections.perSecond")
        .doesNotContain(
            "generator.cpuPerMessage",
            "connections.generatorCpu",
            "connections.brokerCpu",
            "broker.cpuPerMessage",
            "broker.cpuPerDelivery",
            "broker.diskPerMessage",
            "broker.atOneCore",
            "broker.atAllCores");
    assertThat(RunResult.CODEC.write(run))
        .doesNotContain("cpuMicrosPer", "CpuMicrosPer", "projectedPerSecond");
  }

  @Test
  void aBrokerThatLosesMessagesOfOneGroupFailsThatGroupAndTheRun() throws Exception {
    GroupsResult result =
        run(
            faults ->
                faults
                    .deliveries()
                    .drop(MessageFilter.every(EACH).from(id -> id.startsWith("telemetry-"))));
    RunResult telemetry = group(result, "telemetry");
    assertThat(telemetry.messages().sent()).isEqualTo(sent("telemetry"));
    assertThat(telemetry.messages().lost()).isEqualTo(sent("telemetry") / EACH).isPositive();
    assertThat(telemetry.messages().received())
        .isEqualTo(sent("telemetry") - sent("telemetry") / EACH);
    assertThat(telemetry.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    isWhole("broadcast", group(result, "broadcast"));
    isWhole("commands", group(result, "commands"));
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(result.verdict().reasons().get(0)).startsWith("telemetry: ");
  }

  /** They hold what the other groups are owed, too; all that is missing of one must fit in. */
  @Test
  void fewMessagesInTheBrokersQueuesHideNoLossOfAGroup() throws Exception {
    AtomicLong queued = new AtomicLong();
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker
          .faults()
          .deliveries()
          .drop(MessageFilter.every(EACH).from(id -> id.startsWith("telemetry-")));
      Broker holding =
          (Broker)
              Proxy.newProxyInstance(
                  Broker.class.getClassLoader(),
                  new Class<?>[] {Broker.class},
                  (proxy, method, args) ->
                      method.getName().equals("metrics")
                          ? new BrokerMetrics(
                              OptionalLong.of(queued.getAndIncrement() % 2),
                              OptionalLong.empty(),
                              OptionalLong.empty())
                          : method.invoke(broker, args));
      RunResult telemetry = group(run(fleet(), holding), "telemetry");
      assertThat(telemetry.messages().lost()).isEqualTo(sent("telemetry") / EACH).isGreaterThan(1);
      assertThat(telemetry.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    }
  }

  /** The next consumer that has not subscribed to it is one of the broadcast. */
  @Test
  void aBrokerThatAlsoSendsMessagesToAnotherGroupBreaksTheContractThere() throws Exception {
    GroupsResult result =
        run(
            faults ->
                faults
                    .deliveries()
                    .misdeliverToo(
                        MessageFilter.every(EACH).from(id -> id.startsWith("telemetry-"))));
    RunResult broadcast = group(result, "broadcast");
    assertThat(broadcast.messages().misdelivered())
        .isEqualTo(sent("telemetry") / EACH)
        .isPositive();
    assertThat(broadcast.messages().received()).isEqualTo(4 * sent("broadcast"));
    assertThat(broadcast.messages().damaged() + broadcast.messages().unrecognised()).isZero();
    assertThat(broadcast.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    isWhole("telemetry", group(result, "telemetry"));
    isWhole("commands", group(result, "commands"));
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(result.verdict().reasons().get(0)).startsWith("broadcast: ");
  }

  /** Also where the consumers' topics have names of their own. */
  @Test
  void aBrokerThatSendsMessagesToAnotherGroupInsteadBreaksTheContractInBoth() throws Exception {
    GroupsResult result =
        run(
            faults ->
                faults
                    .deliveries()
                    .misdeliver(
                        MessageFilter.every(50)
                            .from(id -> id.startsWith("commands-"))
                            .to(id -> id.endsWith("c2"))));
    RunResult commands = group(result, "commands");
    RunResult telemetry = group(result, "telemetry");
    long astray = telemetry.messages().misdelivered();
    assertThat(astray).isPositive();
    assertThat(commands.messages().lost()).isEqualTo(astray);
    assertThat(telemetry.messages().unrecognised()).isZero();
    assertThat(telemetry.messages().received()).isEqualTo(sent("telemetry"));
    assertThat(telemetry.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(commands.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    isWhole("broadcast", group(result, "broadcast"));
  }

  @Test
  void aGroupThatCannotConnectEndsTheRunAndIsNamed() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().refuseConnections(true);
      assertThatThrownBy(() -> run(fleet(), broker))
          .isInstanceOf(RunException.class)
          .hasMessageMatching("(broadcast|commands|telemetry): .*");
    }
  }

  /** The example, in a tenth of its time. */
  @Test
  void theFleetOfTheExamplesRuns() throws Exception {
    GroupedScenario day =
        GroupedScenarioCodec.read(Tool.PROJECT.resolve("examples/day/fleet.yaml")).orElseThrow();
    ScenarioChange sooner =
        ScenarioChange.set("phases.steady", "2400ms")
            .and("phases.quietPeriod", "400ms")
            .and("groups.meters.workload.load.speed", 36_000)
            .and("groups.commands.phases.steady", "600ms");
    GroupedScenario changed = GroupedScenarioCodec.changed(day, sooner, Map.of());
    GroupedScenario brief =
        changed.withGroups(
            changed.groups().stream()
                .map(
                    group ->
                        new ClientGroup(
                            group.name(),
                            group.start().map(start -> start.dividedBy(10)),
                            group.scenario()))
                .toList());
    try (FaultyBroker broker = FaultyBroker.start()) {
      GroupsResult result = run(brief, broker);
      for (GroupRun group : result.groups()) {
        Messages messages = group.run().messages();
        assertThat(messages.sent())
            .as(group.name())
            .isEqualTo((long) Math.ceil(integral(group.run())))
            .isEqualTo(messages.received() / group.run().scenario().topology().fanOut());
        isClean(group.name(), messages);
        Runs.accusesNoBroker(group.run());
      }
    }
  }

  /** Of the rows of the group's profile, or of its constant rate. */
  private static double integral(RunResult run) {
    double seconds = run.scenario().phases().steady().toNanos() / 1e9;
    if (run.scenario().workload().load() instanceof ConstantLoad constant) {
      return constant.rate().perSecond() * seconds;
    }
    ProfileLoad profile = (ProfileLoad) run.scenario().workload().load();
    double sum = 0;
    for (int i = 1; i < profile.points().size(); i++) {
      ProfilePoint from = profile.points().get(i - 1);
      ProfilePoint to = profile.points().get(i);
      double length = to.at().minus(from.at()).toNanos() / 1e9 / profile.speed();
      sum += (from.rate() + to.rate()) / 2 * length;
    }
    return sum;
  }
}
