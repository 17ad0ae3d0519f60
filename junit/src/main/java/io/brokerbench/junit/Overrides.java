package io.brokerbench.junit;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.scenario.ClosedLoad;
import io.brokerbench.core.scenario.ConstantLoad;
import io.brokerbench.core.scenario.LoadModel;
import io.brokerbench.core.scenario.NoLoad;
import io.brokerbench.core.scenario.OpenLoad;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Rate;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What a run does otherwise than its scenario says. Each method changes this and returns it; what
 * isn't called stays as it is in the scenario. The limits are the scenario's own, and are checked
 * when it is run.
 */
public final class Overrides {

  private static final int MOST_ATTEMPTS = 10;

  private Integer publishers;
  private Integer consumers;
  private Double rate;
  private Integer window;
  private Integer payload;
  private Long seed;
  private Duration warmUp;
  private Duration duration;
  private Duration drain;
  private Duration quietPeriod;
  private String driver;
  private int attempts = 1;
  private RunListener listener = RunListener.NONE;

  private Overrides() {}

  /** Nothing else yet. */
  public static Overrides with() {
    return new Overrides();
  }

  /** Number of publishers. */
  public Overrides publishers(int count) {
    publishers = count;
    return this;
  }

  /** Number of consumers. */
  public Overrides consumers(int count) {
    consumers = count;
    return this;
  }

  /** Open load of this many messages per second, over all publishers. */
  public Overrides rate(double perSecond) {
    rate = perSecond;
    return this;
  }

  /** Closed load: each publisher keeps this many messages unacknowledged. */
  public Overrides closed(int messages) {
    window = messages;
    return this;
  }

  /** Size of each payload in bytes, at least 24. */
  public Overrides payload(int bytes) {
    payload = bytes;
    return this;
  }

  /** Of everything random in the run. */
  public Overrides seed(long value) {
    seed = value;
    return this;
  }

  /** Load before the steady state, which isn't counted. */
  public Overrides warmUp(Duration length) {
    warmUp = length;
    return this;
  }

  /** Length of the steady state, which is what counts. */
  public Overrides duration(Duration length) {
    duration = length;
    return this;
  }

  /** Longest wait at the end for what is under way. */
  public Overrides drain(Duration limit) {
    drain = limit;
    return this;
  }

  /** How long nothing may arrive at the end before what is missing counts as lost. */
  public Overrides quietPeriod(Duration length) {
    quietPeriod = length;
    return this;
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

  /** Hears how the run goes, on the thread of the test; such as live meters. */
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

  /**
   * The scenario as it is to be run.
   *
   * @throws DefinitionException if it can't be
   */
  Scenario applyTo(Scenario base) {
    try {
      return base.withTopology(topology(base.topology()))
          .withWorkload(workload(base.workload()))
          .withPhases(phases(base.phases()));
    } catch (DefinitionException e) {
      throw e.field().filter("steady"::equals).isPresent()
          ? new DefinitionException("duration" + e.getMessage().substring("steady".length()), e)
          : e;
    }
  }

  private Topology topology(Topology base) {
    return new Topology(
        or(publishers, base.publishers()), or(consumers, base.consumers()), base.distribution());
  }

  private Workload workload(Workload base) {
    PayloadSpec size = payload == null ? base.payload() : new PayloadSpec(payload);
    return new Workload(base.qos(), size, base.retain(), load(base.load()), or(seed, base.seed()));
  }

  private LoadModel load(LoadModel base) {
    if (rate != null && window != null) {
      throw new DefinitionException(
          "rate", "not with a closed load, whose rate is the broker's", rate);
    }
    if (base instanceof NoLoad) {
      refuse("rate", rate);
      refuse("closed", window);
    }
    if (window != null) {
      return new ClosedLoad(window);
    }
    if (rate == null) {
      return base;
    }
    Rate wanted = Rate.perSecond(rate);
    return base instanceof OpenLoad open ? open.withPeakRate(wanted) : new ConstantLoad(wanted);
  }

  private static void refuse(String field, Number value) {
    if (value != null) {
      throw new DefinitionException(field, "not here, where nothing is sent", value);
    }
  }

  private Phases phases(Phases base) {
    return new Phases(
        or(warmUp, base.warmUp()),
        or(duration, base.steady()),
        or(drain, base.drainLimit()),
        or(quietPeriod, base.quietPeriod()),
        base.connectLimit());
  }

  private static <T> T or(T own, T base) {
    return own == null ? base : own;
  }
}
