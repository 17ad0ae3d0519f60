package io.brokerbench.junit;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.GroupedScenarioCodec;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.figure.GroupThreshold;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a run does otherwise than its scenario says. Each method changes this and returns it; what
 * is not called stays as it is in the scenario. The limits are the scenario's own, and are checked
 * when it is run.
 */
public final class Overrides {

  private static final int MOST_ATTEMPTS = 10;
  private static final String FAIL_IF = "failIf";

  private final Map<String, String> names = new HashMap<>();
  private final List<GroupThreshold> thresholds = new ArrayList<>();
  private ScenarioChange change = ScenarioChange.NONE;
  private String driver;
  private int attempts = 1;
  private RunListener listener = RunListener.NONE;

  private Overrides() {}

  /** Nothing else yet. */
  public static Overrides with() {
    return new Overrides();
  }

  /**
   * Any setting by its path in a scenario's file, such as {@code session.inFlightWindow}; that of
   * one group is {@code groups.NAME.session.inFlightWindow}.
   *
   * @param value as {@link ScenarioChange#set} has it
   */
  public Overrides set(String path, Object value) {
    change = change.and(path, value);
    return this;
  }

  private Overrides set(String name, String path, Object value) {
    names.put(path, name);
    return set(path, value);
  }

  /** Number of publishers. */
  public Overrides publishers(int count) {
    return set("publishers", "topology.publishers", count);
  }

  /** Number of consumers. */
  public Overrides consumers(int count) {
    return set("consumers", "topology.consumers", count);
  }

  /** Open load of this many messages per second, over all publishers. */
  public Overrides rate(double perSecond) {
    return set("rate", "workload.load.rate", perSecond);
  }

  /** Closed load: each publisher keeps this many messages unacknowledged. */
  public Overrides closed(int messages) {
    return set("closed", "workload.load.window", messages);
  }

  /** Size of each payload in bytes, at least 24. */
  public Overrides payload(int bytes) {
    return set("payload", "workload.payload.bytes", bytes);
  }

  /**
   * What a figure must not be, such as {@code p99>5ms}: {@link RunAssert#isOk}, {@link
   * SearchAssert#sustainsAtLeast} and both assertions of a comparison fail then. Adds to those of
   * the scenario. Of groups it is a threshold of each, or with a name of one: {@code telemetry:
   * p99>5ms}.
   *
   * @throws DefinitionException if there is no such figure, or its limit is in another unit
   */
  public Overrides failIf(String threshold) {
    thresholds.add(GroupThreshold.parse(threshold));
    return this;
  }

  /** Of everything random in the run. */
  public Overrides seed(long value) {
    return set("seed", "workload.seed", value);
  }

  /** Load before the steady state, which is not counted. */
  public Overrides warmUp(Duration length) {
    return set("warmUp", "phases.warmUp", length);
  }

  /** Length of the steady state, which is what counts. */
  public Overrides duration(Duration length) {
    return set("duration", "phases.steady", length);
  }

  /** Longest wait at the end for what is under way. */
  public Overrides drain(Duration limit) {
    return set("drain", "phases.drainLimit", limit);
  }

  /** How long nothing may arrive at the end before what is missing counts as lost. */
  public Overrides quietPeriod(Duration length) {
    return set("quietPeriod", "phases.quietPeriod", length);
  }

  /** What makes the load, in place of the annotation's driver. */
  public Overrides driver(String name) {
    driver = name;
    return this;
  }

  /**
   * How often a run in which this machine was too slow is tried before it aborts the test, 1 to 10.
   *
   * @throws DefinitionException beyond that
   */
  public Overrides attempts(int most) {
    if (most < 1 || most > MOST_ATTEMPTS) {
      throw new DefinitionException("attempts", "between 1 and " + MOST_ATTEMPTS, most);
    }
    attempts = most;
    return this;
  }

  /**
   * Hears how the run goes, on the thread of the test; such as live meters. Those of groups are
   * heard on a thread for each group.
   */
  public Overrides listener(RunListener hears) {
    listener = Objects.requireNonNull(hears, "listener");
    return this;
  }

  Optional<String> driver() {
    return Optional.ofNullable(driver);
  }

  int attempts() {
    return attempts;
  }

  RunListener listener() {
    return listener;
  }

  /** Whether this gives the load. */
  boolean giveLoad() {
    return change.changes("workload.load");
  }

  /**
   * The scenario as it is to be run.
   *
   * @throws DefinitionException if it cannot be
   */
  Scenario applyTo(Scenario base) {
    return GroupThreshold.add(change.applyTo(base, names), thresholds, FAIL_IF);
  }

  /**
   * The scenario with groups as it is to be run.
   *
   * @throws DefinitionException if it cannot be
   */
  GroupedScenario applyTo(GroupedScenario base) {
    return GroupThreshold.add(
        GroupedScenarioCodec.changed(base, change, names), thresholds, FAIL_IF);
  }
}
