package io.brokerbench.mqtt.stress;

import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.TopicNames;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.PeakPlan;
import io.brokerbench.experiment.cell.Probes;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyCatalog;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyVariant;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * {@code stress}: of each QoS three samples of the highest rate that a broker carries, with its CPU
 * and the latency on another topic at that rate.
 */
public final class StressStudy implements StudyCatalog {

  private static final String NAME = "stress";
  private static final String DESCRIPTION =
      "The peak message rate, CPU and latency of brokers, as Mishra, Mishra and Kertesz (2021)";
  private static final int SAMPLES = 3;

  /** Seconds at the peak, in which CPU and latency are measured. */
  private static final int USUAL_SECONDS = 30;

  private static final Duration WINDOW = Duration.ofSeconds(5);

  private static final Rate PROBE_RATE = Rate.perSecond(10);

  /** Enough for a mean in a steady state of two seconds. */
  private static final Rate SMALL_PROBE_RATE = Rate.perSecond(100);

  @Override
  public List<Item> items() {
    return List.of(new Item(NAME, DESCRIPTION));
  }

  @Override
  public Optional<Study> find(String name, StudySize size) {
    return name.equals(NAME) ? Optional.of(study(size)) : Optional.empty();
  }

  private static Study study(StudySize size) {
    return new Study(
        NAME,
        DESCRIPTION,
        new StressTables(),
        size.small() ? 1 : SAMPLES,
        Optional.empty(),
        List.of(),
        Arrays.stream(Qos.values()).map(qos -> variant(qos, size)).toList());
  }

  private static StudyVariant variant(Qos qos, StudySize size) {
    Scenario load = StressCatalog.scenario(qos).withPhases(phases(size));
    Scenario probe =
        Probes.on(
            Probes.atRate(Probes.beside(load), size.small() ? SMALL_PROBE_RATE : PROBE_RATE),
            TopicNames.one("topic/latency"));
    PeakPlan peak =
        size.small()
            ? new PeakPlan(2_000, 0.5, 6, Duration.ofSeconds(1), true)
            : new PeakPlan(500, 0.05, 16, window(load.phases().steady()), true);
    return new StudyVariant(
        load.name(), load.name(), CellPlan.run(load).withProbe(probe).withPeak(peak));
  }

  /** Of a step: no longer than the load at the peak. */
  private static Duration window(Duration steady) {
    return steady.compareTo(WINDOW) < 0 ? steady : WINDOW;
  }

  private static Phases phases(StudySize size) {
    Phases usual = ScenarioDefaults.PHASES;
    Phases small =
        new Phases(
            Duration.ofMillis(500),
            Duration.ofSeconds(size.samples().orElse(2)),
            Duration.ofSeconds(2),
            usual.connectLimit());
    return size.small()
        ? small
        : new Phases(
            Duration.ofSeconds(5),
            size.phases(USUAL_SECONDS).steady(),
            usual.drainLimit(),
            usual.connectLimit());
  }
}
