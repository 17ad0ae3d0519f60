package io.brokerbench.cli.option;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.scenario.ClosedLoad;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.ConstantLoad;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.LoadModel;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.core.scenario.NoLoad;
import io.brokerbench.core.scenario.OpenLoad;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.PoissonLoad;
import io.brokerbench.core.scenario.RampLoad;
import io.brokerbench.core.scenario.Rate;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Transport;
import io.brokerbench.core.scenario.Workload;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Applies options to a scenario. What the scenario then refuses is told in terms of the option that
 * was given: {@code --payload 8: the least is 24 bytes, ...}.
 */
public final class ScenarioOverrides {

  private final ScenarioOptions options;
  private final Map<String, String> optionOfField = new HashMap<>();

  private ScenarioOverrides(ScenarioOptions options) {
    this.options = options;
    given("publishers", "--publishers", options.publishers);
    given("consumers", "--consumers", options.consumers);
    given("rate", "--rate", options.rate);
    given("window", "--closed", options.closed);
    given("over", "--ramp-over", options.rampOver);
    given("payload", "--payload", options.payload);
    given("warmUp", "--warmup", options.warmUp);
    given("steady", "--duration", options.duration);
    given("drainLimit", "--drain", options.drain);
    given("quietPeriod", "--quiet-period", options.quietPeriod);
    given("connectLimit", "--connect-timeout", options.connectTimeout);
    given("absent", "--absent", options.absent);
    given("absentFraction", "--absent", options.absent);
    given("transport", "--transport", options.transport);
    given("cipher", "--cipher", options.cipher);
    given("inFlightWindow", "--inflight", options.inFlight);
    given("fault", "--fault", options.fault);
    given("fault.at", "--fault-at", options.faultAt);
    given("fault.healAfter", "--heal-after", options.healAfter);
    given("batch", "--jms-batch", options.jms.batch);
    given("prefetch", "--jms-prefetch", options.jms.prefetch);
    given("consumersPerConnection", "--jms-per-connection", options.jms.perConnection);
    given("selector", "--jms-selector", options.jms.selector);
  }

  /**
   * The scenario with the options applied.
   *
   * @throws DefinitionException if there is no such scenario
   */
  public static Scenario apply(Scenario scenario, ScenarioOptions options) {
    ScenarioOverrides overrides = new ScenarioOverrides(options);
    try {
      return overrides.applyTo(scenario);
    } catch (DefinitionException e) {
      throw renamed(e, overrides.optionOfField.get(e.field().orElse("")));
    }
  }

  private Scenario applyTo(Scenario base) {
    return new Scenario(
        base.name(),
        base.description(),
        topology(base.topology()),
        workload(base.workload()),
        session(base.session()),
        security(base.security()),
        conditions(base),
        phases(base.phases()));
  }

  private Conditions conditions(Scenario base) {
    Conditions own = base.conditions();
    Optional<NetworkConditions> network =
        options.network == null ? own.network() : Optional.of(options.network);
    return new Conditions(own.highAvailability(), fault(base), network);
  }

  private Optional<Fault> fault(Scenario base) {
    Optional<Fault> own = base.conditions().fault();
    if (options.fault == null && own.isEmpty()) {
      refuse("--fault-at", written(options.faultAt), "only with --fault");
      refuse("--heal-after", written(options.healAfter), "only with --fault");
      return own;
    }
    FaultKind kind =
        options.fault == null
            ? own.orElseThrow().kind()
            : FaultKind.valueOf(options.fault.name().toUpperCase(Locale.ROOT));
    Duration third = or(options.duration, base.phases().steady()).dividedBy(3);
    Duration at = or(options.faultAt, own.map(Fault::at).orElse(third));
    Optional<Duration> healAfter =
        options.healAfter == null ? own.flatMap(Fault::healAfter) : Optional.of(options.healAfter);
    return Optional.of(new Fault(kind, at, healAfter));
  }

  private Topology topology(Topology base) {
    return new Topology(
        or(options.publishers, base.publishers()),
        or(options.consumers, base.consumers()),
        base.distribution());
  }

  private Workload workload(Workload base) {
    PayloadSpec payload =
        options.payload == null ? base.payload() : new PayloadSpec(options.payload);
    return new Workload(
        base.qos(), payload, base.retain(), load(base.load()), or(options.seed, base.seed()));
  }

  private Session session(Session base) {
    Optional<Rate> connectRate =
        options.connectRate == null
            ? base.connectRate()
            : Optional.of(inTermsOf("--connect-rate", () -> Rate.perSecond(options.connectRate)));
    return new Session(
        or(options.mqtt, base.protocol()),
        base.persistent(),
        or(options.absent, base.absentFraction()),
        or(options.inFlight, base.inFlightWindow()),
        base.keepAlive(),
        connectRate,
        options.transport == null ? base.transport() : Optional.of(transport()),
        options.jms.apply(base.jmsConsumers()));
  }

  private Transport transport() {
    return options.transport == ScenarioOptions.TransportName.tcp
        ? Transport.TCP
        : Transport.WEBSOCKET;
  }

  private Security security(Security base) {
    if (options.transport == ScenarioOptions.TransportName.wss
        && base.clients() == Security.Clients.NONE) {
      throw new DefinitionException(
          "transport",
          "only for scenarios with TLS, such as those with SEC in their name; ws is without",
          options.transport);
    }
    if (options.cipher == null) {
      return base;
    }
    CipherSuite cipher = CipherSuite.of(options.cipher);
    if (base.clients() == Security.Clients.NONE) {
      throw new DefinitionException(
          "cipher", "only for scenarios with TLS, such as those with SEC in their name", cipher);
    }
    return base.withCipher(cipher);
  }

  private Phases phases(Phases base) {
    return new Phases(
        or(options.warmUp, base.warmUp()),
        or(options.duration, base.steady()),
        or(options.drain, base.drainLimit()),
        or(options.quietPeriod, base.quietPeriod()),
        or(options.connectTimeout, base.connectLimit()));
  }

  private LoadModel load(LoadModel base) {
    if (base instanceof NoLoad) {
      String why = "not here, where nothing is sent";
      refuse("--rate", options.rate, why + "; --connect-rate is how fast clients connect");
      refuse("--arrivals", options.arrivals, why);
      refuse("--ramp-from", options.rampFrom, why);
      refuse("--ramp-over", options.rampOver, why);
      refuse("--closed", options.closed, why);
      refuse("--payload", options.payload, why);
      return base;
    }
    if (options.closed != null) {
      refuse("--rate", options.rate, "not with --closed, whose rate is the broker's");
      refuse("--arrivals", options.arrivals, "not with --closed");
      refuse("--ramp-from", options.rampFrom, "not with --closed");
      refuse("--ramp-over", options.rampOver, "not with --closed");
      return new ClosedLoad(options.closed);
    }
    boolean ramp =
        options.arrivals == null
            ? base instanceof RampLoad
            : options.arrivals == ScenarioOptions.Arrivals.ramp;
    if (ramp) {
      return ramp(base);
    }
    refuse("--ramp-from", options.rampFrom, "only with --arrivals ramp");
    refuse("--ramp-over", options.rampOver, "only with --arrivals ramp");
    if (options.arrivals == null) {
      return sameKind(base);
    }
    return options.arrivals == ScenarioOptions.Arrivals.poisson
        ? new PoissonLoad(rate(base))
        : new ConstantLoad(rate(base));
  }

  private LoadModel sameKind(LoadModel base) {
    if (options.rate == null) {
      return base;
    }
    return base instanceof OpenLoad open
        ? open.withPeakRate(rate(base))
        : new ConstantLoad(rate(base));
  }

  /** A ramp to {@code --rate}; what isn't given is as in the scenario's own ramp. */
  private RampLoad ramp(LoadModel base) {
    RampLoad own = base instanceof RampLoad ramp ? ramp : null;
    if (own == null && (options.rampFrom == null || options.rampOver == null)) {
      throw new DefinitionException("--arrivals ramp: needs --ramp-from and --ramp-over as well");
    }
    Rate from =
        options.rampFrom == null
            ? own.from()
            : inTermsOf("--ramp-from", () -> Rate.perSecond(options.rampFrom));
    Rate to = own == null || options.rate != null ? rate(base) : own.to();
    Duration over = options.rampOver == null ? own.over() : options.rampOver;
    return new RampLoad(from, to, over);
  }

  private Rate rate(LoadModel base) {
    if (options.rate != null) {
      return Rate.perSecond(options.rate);
    }
    return base instanceof OpenLoad open ? open.peakRate() : ScenarioDefaults.RATE;
  }

  private void given(String field, String option, Object value) {
    if (value != null) {
      optionOfField.put(field, option);
    }
  }

  private static void refuse(String option, Object value, String why) {
    if (value != null) {
      throw new DefinitionException(option, why, value);
    }
  }

  private static String written(Duration duration) {
    return duration == null ? null : Durations.format(duration);
  }

  private static <T> T or(T option, T base) {
    return Objects.requireNonNullElse(option, base);
  }

  private static <T> T inTermsOf(String option, Supplier<T> value) {
    try {
      return value.get();
    } catch (DefinitionException e) {
      throw renamed(e, option);
    }
  }

  private static DefinitionException renamed(DefinitionException error, String option) {
    if (option == null || error.field().isEmpty()) {
      return error;
    }
    String rest = error.getMessage().substring(error.field().get().length());
    return new DefinitionException(option + rest, error);
  }
}
