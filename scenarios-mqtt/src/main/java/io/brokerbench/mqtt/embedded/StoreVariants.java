package io.brokerbench.mqtt.embedded;

import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.ConnectionMemoryPlan;
import io.brokerbench.experiment.cell.Probes;
import io.brokerbench.experiment.cell.StorePlan;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyVariant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The studies of what a broker holds: messages, sessions, subscriptions. */
final class StoreVariants {

  private static final int SAMPLES = 300;
  private static final int PAYLOAD_BYTES = 50 * EmbeddedLoads.KB;
  private static final long MB = 1_000_000;

  private StoreVariants() {}

  /** Nothing stored, or 500 MB, with and without load. */
  static List<StudyVariant> stored(StudySize size) {
    Phases phases = EmbeddedStudies.phases(size, SAMPLES);
    Scenario load = EmbeddedLoads.load(Qos.AT_LEAST_ONCE, 10, 20, PAYLOAD_BYTES, phases);
    long megabytes = size.small() ? 20 : 500;
    List<StudyVariant> variants = new ArrayList<>();
    for (boolean loaded : List.of(false, true)) {
      for (long stored : List.of(0L, megabytes)) {
        CellPlan plan =
            CellPlan.probe(Probes.of(Qos.AT_LEAST_ONCE, phases))
                .withStored(new StorePlan(stored * MB, PAYLOAD_BYTES));
        variants.add(
            new StudyVariant(
                loaded ? "with load, 20 x 50 KB/s" : "without load",
                stored == 0 ? "nothing stored" : stored + " MB stored",
                loaded ? plan.withLoad(load) : plan));
      }
    }
    return variants;
  }

  /** A subscriber that vanishes, and messages that follow. */
  static List<StudyVariant> vanished(StudySize size) {
    long megabytes = size.small() ? 10 : 100;
    StorePlan.SilentDisconnect vanish =
        size.small()
            ? new StorePlan.SilentDisconnect(Duration.ofSeconds(5), Duration.ofSeconds(14))
            : new StorePlan.SilentDisconnect(Duration.ofSeconds(60), Duration.ofSeconds(60));
    return List.of(
        new StudyVariant(
            megabytes + " MB, QoS 1",
            "keep-alive " + vanish.keepAlive().toSeconds() + " s",
            CellPlan.vanished(new StorePlan(megabytes * MB, PAYLOAD_BYTES, Optional.of(vanish)))));
  }

  /** Clients, then subscriptions, in steps. */
  static List<StudyVariant> heap(StudySize size) {
    ConnectionMemoryPlan plan =
        size.small()
            ? new ConnectionMemoryPlan(200, 3, 1, Duration.ofSeconds(3))
            : new ConnectionMemoryPlan(500, 10, 1, Duration.ofSeconds(5));
    return List.of(
        new StudyVariant(
            "up to " + plan.clients() + " clients",
            "steps of " + plan.clientsPerStep(),
            CellPlan.connectionMemory(plan)));
  }
}
