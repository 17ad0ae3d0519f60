package io.brokerbench.mqtt.messagesight;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.publication.PublishedScenario;
import io.brokerbench.core.publication.PublishedValue;
import io.brokerbench.core.publication.RunSize;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.ConnectionMemoryPlan;
import io.brokerbench.experiment.cell.PeakPlan;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyCatalog;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyVariant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code messagesight}: all that the report published, each fan-in by a search for the highest rate
 * that is sustained, the broadcast with each of its payloads, the bursts with each of their
 * ciphers, and memory against connections.
 */
public final class MessageSightStudy implements StudyCatalog {

  private static final String NAME = "messagesight";
  private static final String DESCRIPTION =
      "The score card of IBM's report of MessageSight 1.2 (2015): fan-in, broadcast, bursts";

  /** Row of the broker's memory with ever more clients. */
  static final String MEMORY = "MEMORY";

  static final String BROADCAST = "BROADCAST";

  private static final int CONSUMERS = 100;
  private static final int FEW_CONSUMERS = 10;

  /** A row of each table, which any MQTT broker can do. */
  private static final List<String> SMALL = List.of("FANIN.Q0.SHARED", BROADCAST, "CONNBURST");

  /** A few steps of a second each. */
  private static final PeakPlan SMALL_SEARCH = new PeakPlan(2_000, 0.5, 6, Duration.ofSeconds(1));

  private static final int MEMORY_STEPS = 10;

  /** As many as one process connects from one address. */
  private static final int MOST_IN_MEMORY = 20_000;

  private static final Duration SETTLE = Duration.ofSeconds(3);

  @Override
  public List<Item> items() {
    return List.of(new Item(NAME, DESCRIPTION));
  }

  @Override
  public boolean hasSizes() {
    return true;
  }

  @Override
  public Optional<Study> find(String name, StudySize size) {
    return name.equals(NAME) ? Optional.of(study(size)) : Optional.empty();
  }

  /** Name of the variant with so many consumers. */
  static String consumers(int number) {
    return NumberText.counted(number, "consumer");
  }

  /** Name of the variant with payloads of so many bytes. */
  static String payload(int bytes) {
    return bytes + " B";
  }

  private static void requireEnough(RunSize size) {
    if (size.published().isEmpty() && size.devices() < CONSUMERS) {
      throw new DefinitionException(
          "size",
          "at least %d devices in %s, as its rows have so many consumers"
              .formatted(CONSUMERS, NAME),
          size.devices());
    }
  }

  private static Study study(StudySize size) {
    size.clients().ifPresent(MessageSightStudy::requireEnough);
    List<StudyVariant> rows = new ArrayList<>();
    for (PublishedScenario published : new MessageSightReport().scenarios()) {
      if (!size.small() || SMALL.contains(published.name())) {
        rows.addAll(rows(published, size));
      }
    }
    if (!size.small()) {
      rows.add(memory(size));
    }
    return new Study(
        NAME,
        DESCRIPTION,
        new ScoreCardLayout(size.clients()),
        1,
        Optional.empty(),
        List.of(),
        rows);
  }

  private static List<StudyVariant> rows(PublishedScenario published, StudySize size) {
    Scenario scenario = shortened(size.sized(MessageSightReport.original(published.name())), size);
    if (scenario.connectsOnly()) {
      return List.of(new StudyVariant(scenario.name(), scenario.name(), CellPlan.run(scenario)));
    }
    return scenario.name().equals(BROADCAST)
        ? broadcasts(published, scenario, size)
        : fanIns(published, scenario, size);
  }

  private static List<StudyVariant> fanIns(
      PublishedScenario published, Scenario scenario, StudySize size) {
    List<StudyVariant> rows = new ArrayList<>();
    boolean single = scenario.topology().distribution() == Distribution.SINGLE;
    rows.add(fanIn(scenario, single ? 1 : CONSUMERS, size));
    boolean withFew =
        published.values().stream()
            .map(PublishedValue::consumers)
            .anyMatch(OptionalInt.of(FEW_CONSUMERS)::equals);
    if (withFew && !size.small()) {
      rows.add(fanIn(scenario, FEW_CONSUMERS, size));
    }
    return rows;
  }

  private static StudyVariant fanIn(Scenario scenario, int consumers, StudySize size) {
    Scenario load = ScenarioChange.set("topology.consumers", consumers).applyTo(scenario);
    PeakPlan search = size.small() ? SMALL_SEARCH : PeakPlan.of(load);
    return new StudyVariant(load.name(), consumers(consumers), CellPlan.run(load).withPeak(search));
  }

  private static List<StudyVariant> broadcasts(
      PublishedScenario published, Scenario scenario, StudySize size) {
    return published.values().stream()
        .map(value -> value.payloadBytes().orElseThrow())
        .limit(size.small() ? 1 : Long.MAX_VALUE)
        .map(
            bytes ->
                new StudyVariant(
                    BROADCAST,
                    payload(bytes),
                    CellPlan.run(
                        ScenarioChange.set("workload.payload.bytes", bytes).applyTo(scenario))))
        .toList();
  }

  /** As many clients as the scenarios have, as far as one process connects them. */
  private static StudyVariant memory(StudySize size) {
    int devices = size.sized(MessageSightReport.original("CONNBURST")).topology().publishers();
    int perStep = Math.max(1, Math.min(devices, MOST_IN_MEMORY) / MEMORY_STEPS);
    return new StudyVariant(
        MEMORY,
        "clients",
        CellPlan.connectionMemory(new ConnectionMemoryPlan(perStep, MEMORY_STEPS, 1, SETTLE)));
  }

  /**
   * With {@code --small} and {@code --samples}: a second for each sample. As many clients as before
   * have as long to connect, and, but for a small one, a broker as long to settle; ten broadcasts
   * at the report's size stay ten.
   */
  private static Scenario shortened(Scenario scenario, StudySize size) {
    if (!size.small() && size.samples().isEmpty()) {
      return scenario;
    }
    boolean sends = scenario.workload().load() instanceof OpenLoad;
    boolean tenBroadcasts = size.clients().isPresent() && scenario.name().equals(BROADCAST);
    if (!sends || tenBroadcasts) {
      return scenario;
    }
    Phases usual = scenario.phases();
    Phases samples = size.phases(0);
    return scenario.withPhases(
        size.small()
            ? samples.withConnectLimit(usual.connectLimit())
            : usual.withSteady(samples.steady()));
  }
}
