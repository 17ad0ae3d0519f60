package io.brokerbench.experiment.session;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.ForwardingBroker;
import io.brokerbench.core.definition.GroupedScenarioCodec;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.measure.Companion;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.engine.worker.SharedWorkers;
import io.brokerbench.core.network.NetworkedBroker;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.group.GroupRun;
import io.brokerbench.experiment.group.GroupRuns;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.experiment.store.ResultFolder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * One run of a scenario with several groups, at the same time on one broker.
 *
 * @param scenario with all changes applied
 * @param targets of the groups, in their order, on the same broker
 */
public record GroupsExperiment(GroupedScenario scenario, List<RunTarget> targets)
    implements Experiment<GroupsResult> {

  /** Copies the list. */
  public GroupsExperiment {
    targets = List.copyOf(targets);
  }

  /**
   * Groups on one broker.
   *
   * @param common what is the same for all of them; its scenario is that of any group
   */
  public static GroupsExperiment on(RunTarget common, GroupedScenario scenario) {
    List<Scenario> all = scenario.groups().stream().map(ClientGroup::scenario).toList();
    // A calibration is of a generator that has the machine for itself.
    RigSettings settings = common.settings().with().calibration(Optional.empty()).build();
    return new GroupsExperiment(
        scenario,
        all.stream()
            .map(own -> common.with().scenario(own).settings(settings).beside(all).build())
            .toList());
  }

  @Override
  public Requirements requirements() {
    Duration drain =
        targets.stream()
            .map(target -> target.scenario().phases().drainLimit())
            .max(Duration::compareTo)
            .orElseThrow();
    return Requirements.ofGroups(scenario, targets, drain);
  }

  @Override
  public ExpectedTime expectedTime() {
    return ExpectedTime.about(scenario.length());
  }

  @Override
  public Answer answer(GroupsResult result) {
    return Answer.of(result.verdict().status())
        .unlessCrossed(result.crossed().stream().map(Map.Entry::getValue).toList());
  }

  @Override
  public GroupsResult perform(ExperimentBench bench)
      throws BrokerException, RunException, EnvironmentException, InterruptedException {
    Broker broker =
        bench.start(shared(), ResultFolder.BROKER_LOG, BrokerAnnouncement.BROKER).broker();
    bench.listener().begins();
    GroupsResult result = runOn(broker, bench);
    keep(bench, result);
    return result;
  }

  /** What the broker is started for: what all groups need, without the network of any. */
  RunTarget shared() {
    RunTarget first = targets.get(0);
    return first.withScenario(
        first
            .scenario()
            .withConditions(first.scenario().conditions().withNetwork(Optional.empty())));
  }

  /**
   * Runs all groups once, on a broker of their own, for what is not kept: whether it can be done.
   *
   * @param log name of the broker's log in the folder
   * @param shortened what becomes of the scenario of each
   */
  void rehearse(ExperimentBench bench, String log, UnaryOperator<Scenario> shortened)
      throws BrokerException, RunException, EnvironmentException, InterruptedException {
    List<ClientGroup> brief =
        scenario.groups().stream()
            .map(
                group ->
                    new ClientGroup(
                        group.name(), Optional.empty(), shortened.apply(group.scenario())))
            .toList();
    try (ExperimentBench.StartedTarget site =
        bench.start(shared(), log, BrokerAnnouncement.BROKER)) {
      if (!bench.stop().isStopped()) {
        on(targets.get(0), scenario.withGroups(brief)).runOn(site.broker(), bench);
      }
    }
  }

  /** Runs all groups once on a broker that was started for them. */
  GroupsResult runOn(Broker broker, ExperimentBench bench)
      throws BrokerException, RunException, EnvironmentException, InterruptedException {
    List<Broker> reached = new ArrayList<>();
    List<Scenario> all = scenario.groups().stream().map(ClientGroup::scenario).toList();
    try (SharedWorkers workers = new SharedWorkers(all, targets.get(0).settings().clock())) {
      for (RunTarget target : targets) {
        bench.environment().loads().checks().running(broker, target);
        reached.add(
            NetworkedBroker.around(
                new SharedBroker(broker),
                target.scenario().conditions().network(),
                target.scenario().workload().seed()));
      }
      GroupRuns.Rigs rigs = (group, beside) -> rig(bench, reached, workers, group, beside);
      return GroupsResult.of(scenario, new GroupRuns(scenario, rigs, bench.stop()).run());
    } finally {
      reached.forEach(Broker::close);
    }
  }

  /** The run of the group that ends last is shown. */
  private Rig rig(
      ExperimentBench bench,
      List<Broker> reached,
      SharedWorkers workers,
      ClientGroup group,
      Companion beside) {
    int index = scenario.groups().indexOf(group);
    RigSettings settings =
        targets
            .get(index)
            .settings()
            .with()
            .companion(Optional.of(beside))
            .sharedWorkers(Optional.of(workers))
            .build();
    RunTarget target = targets.get(index).withSettings(settings);
    return group.equals(scenario.longest())
        ? bench.shown(
            bench.environment().loads().rigs(), target, reached.get(index), RunListener.NONE)
        : bench
            .environment()
            .loads()
            .rigs()
            .create(
                target.scenario(),
                reached.get(index),
                target.driver(),
                target.settings(),
                RunListener.NONE);
  }

  /** The document of all, and a folder of each group like that of any run. */
  private void keep(ExperimentBench bench, GroupsResult result) {
    bench.keep(
        folder -> {
          folder.write(GroupsResult.DOCUMENT, GroupsResult.CODEC.write(result));
          folder.write(ResultFolder.SCENARIO, GroupedScenarioCodec.writeForAnyFolder(scenario));
          for (GroupRun group : result.groups()) {
            folder.part(group.name()).write(group.run());
          }
        });
  }

  /** One of several that clients reach the broker by; closing it leaves the broker open. */
  private static final class SharedBroker extends ForwardingBroker {
    SharedBroker(Broker behind) {
      super(behind);
    }

    @Override
    public void close() {
      // The session closes it.
    }
  }
}
