package io.brokerbench.mqtt.embedded;

import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.TopicNames;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.experiment.cell.BridgePlan;
import io.brokerbench.experiment.cell.BridgePlan.Rule;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.Probes;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyVariant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The studies with a second broker that is bridged to the first. */
final class BridgeVariants {

  private static final int SAMPLES = 120;
  private static final Qos QOS = Qos.AT_MOST_ONCE;
  private static final String MAPPED = "mapped/";
  private static final String UNUSED = "unused/#";
  private static final List<String> USED = List.of(EmbeddedLoads.ROOT + "/#", Probes.TOPIC);

  /** Scenario of latency apart from the load. */
  static final String LATENCY = "1 message/s";

  private static final String SCENARIO = "500 x 1 KB/s";
  private static final int TOPICS = 100;
  private static final int RATE = 500;

  private BridgeVariants() {}

  /**
   * Who is on the bridge, and whether topics have other names there: latency of one message each
   * second, with nothing else, and CPU under a load.
   */
  static List<StudyVariant> bridge(StudySize size) {
    Phases phases = EmbeddedStudies.phases(size, SAMPLES);
    CellPlan latency = CellPlan.probe(Probes.of(QOS, phases));
    CellPlan load = CellPlan.run(EmbeddedLoads.load(QOS, 10, RATE, EmbeddedLoads.KB, phases));
    return Stream.concat(
            bridged(LATENCY, latency, size.small()).stream(),
            bridged(SCENARIO, load, size.small()).stream())
        .toList();
  }

  /**
   * A plan on each kind of bridge.
   *
   * @param few whether topics keep their names on all of them
   */
  private static List<StudyVariant> bridged(String scenario, CellPlan plain, boolean few) {
    List<StudyVariant> variants = new ArrayList<>();
    variants.add(new StudyVariant(scenario, "no bridge", plain));
    variants.add(
        new StudyVariant(
            scenario,
            "bridged, unused",
            plain.withBridge(
                new BridgePlan(List.of(new Rule(UNUSED, true, QOS, "", "")), false, false))));
    for (boolean subscribe : List.of(true, false)) {
      for (boolean mapped : few ? List.of(false) : List.of(false, true)) {
        List<Rule> rules = USED.stream().map(pattern -> rule(pattern, subscribe, mapped)).toList();
        CellPlan plan = mapped ? received(plain) : plain;
        variants.add(
            new StudyVariant(
                scenario,
                (subscribe ? "subscribe on the bridge" : "publish on the bridge")
                    + (mapped ? ", mapped" : ""),
                plan.withBridge(new BridgePlan(rules, !subscribe, subscribe))));
      }
    }
    return variants;
  }

  /** What is received has another name than what is sent. */
  private static Rule rule(String pattern, boolean toBridge, boolean mapped) {
    String prefix = mapped ? MAPPED : "";
    return new Rule(pattern, toBridge, QOS, toBridge ? prefix : "", toBridge ? "" : prefix);
  }

  private static CellPlan received(CellPlan plan) {
    return plan.withLoad(plan.load().map(BridgeVariants::received))
        .withProbe(plan.probe().map(BridgeVariants::received));
  }

  private static Scenario received(Scenario scenario) {
    TopicNames names = scenario.topology().topics().orElseThrow();
    return scenario.withTopology(
        scenario
            .topology()
            .withTopics(
                names.renamedTo(
                    names.subscribe().stream().map(filter -> MAPPED + filter).toList())));
  }

  /** How the bridge's rules name what crosses. */
  static List<StudyVariant> topics(StudySize size) {
    Phases phases = EmbeddedStudies.phases(size, SAMPLES);
    Scenario load = EmbeddedLoads.load(QOS, TOPICS, RATE, EmbeddedLoads.KB, phases);
    Scenario many =
        load.withTopology(load.topology().withTopics(TopicNames.below(EmbeddedLoads.ROOT)));
    Scenario one =
        many.withTopology(
            new Topology(1, 1, Distribution.SINGLE)
                .withTopics(TopicNames.one(EmbeddedLoads.ROOT + "/0")));
    return List.of(
        row(
            TOPICS + " topics listed",
            many,
            IntStream.range(0, TOPICS).mapToObj(i -> EmbeddedLoads.ROOT + "/" + i).toList()),
        row("one wildcard", many, List.of(EmbeddedLoads.ROOT + "/#")),
        row("one topic", one, List.of(EmbeddedLoads.ROOT + "/0")));
  }

  private static StudyVariant row(String name, Scenario load, List<String> patterns) {
    List<Rule> rules =
        Stream.concat(patterns.stream(), Stream.of(Probes.TOPIC))
            .map(pattern -> rule(pattern, true, false))
            .toList();
    return new StudyVariant(
        SCENARIO,
        name,
        LoadVariants.withProbe(load).withBridge(new BridgePlan(rules, false, true)));
  }
}
