package io.brokerbench.mqtt.embedded;

import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.Probes;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyVariant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The studies in which nothing but the load differs. */
final class LoadVariants {

  private static final int SAMPLES = 120;
  private static final int QOS_SAMPLES = 300;

  /** KB per second: 1 to 300 messages of 50 KB. */
  private static final List<Integer> LOADS =
      List.of(50, 250, 500, 1_000, 2_500, 5_000, 7_500, 10_000, 15_000);

  private static final List<Integer> SUBSCRIBERS =
      List.of(1, 10, 25, 50, 60, 70, 80, 90, 100, 150, 200);
  private static final int PUBLISHERS = 10;
  private static final int SMALL_KB = 1;
  static final int LARGE_KB = 50;

  /** Name of the variant of few large messages. */
  static final String LARGE = name(LARGE_KB);

  private LoadVariants() {}

  private static String name(int kb) {
    return kb + " KB";
  }

  /** Messages of 1 KB and of 50 KB at equal bytes per second. */
  static List<StudyVariant> load(StudySize size) {
    Phases phases = EmbeddedStudies.phases(size, SAMPLES);
    List<StudyVariant> variants = new ArrayList<>();
    for (int kbPerSecond : size.small() ? List.of(100, 1_000) : LOADS) {
      for (int kb : List.of(SMALL_KB, LARGE_KB)) {
        Scenario load =
            EmbeddedLoads.load(
                Qos.AT_MOST_ONCE,
                PUBLISHERS,
                (double) kbPerSecond / kb,
                kb * EmbeddedLoads.KB,
                phases);
        variants.add(
            new StudyVariant(
                kbPerSecond + " KB/s", name(kb), OptionalDouble.of(kbPerSecond), withProbe(load)));
      }
    }
    return variants;
  }

  /** QoS 0, 1 and 2 with few large messages and with many small ones. */
  static List<StudyVariant> qos(StudySize size) {
    Phases phases = EmbeddedStudies.phases(size, QOS_SAMPLES);
    List<StudyVariant> variants = new ArrayList<>();
    for (Qos qos : Qos.values()) {
      variants.add(
          row(
              "10 x 50 KB/s",
              qos,
              EmbeddedLoads.load(qos, PUBLISHERS, 10, LARGE_KB * EmbeddedLoads.KB, phases)));
    }
    for (Qos qos : Qos.values()) {
      variants.add(
          row(
              "500 x 1 KB/s",
              qos,
              EmbeddedLoads.load(qos, PUBLISHERS, 500, SMALL_KB * EmbeddedLoads.KB, phases)));
    }
    return variants;
  }

  private static StudyVariant row(String scenario, Qos qos, Scenario load) {
    return new StudyVariant(scenario, "QoS " + qos.level(), withProbe(load));
  }

  /** More and more subscribers of one topic. */
  static List<StudyVariant> subscribers(StudySize size) {
    Phases phases = EmbeddedStudies.phases(size, SAMPLES);
    List<StudyVariant> variants = new ArrayList<>();
    for (int count : size.small() ? List.of(1, 10, 50) : SUBSCRIBERS) {
      Scenario load =
          EmbeddedLoads.fanOut(Qos.AT_MOST_ONCE, count, 10, 10 * EmbeddedLoads.KB, phases);
      variants.add(
          new StudyVariant(
              "10 x 10 KB/s",
              count + (count == 1 ? " subscriber" : " subscribers"),
              OptionalDouble.of(count),
              withProbe(load)));
    }
    return variants;
  }

  /** The load and a probe of its QoS beside it. */
  static CellPlan withProbe(Scenario load) {
    return CellPlan.run(load).withProbe(Probes.beside(load));
  }
}
