package io.brokerbench.core.scenario;

import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.LoadModel;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.load.PoissonLoad;
import io.brokerbench.core.load.RampLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.mqtt5.Mqtt5Settings;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.arbitraries.DoubleArbitrary;

/** Legal scenarios of every kind, with values at the limits and texts that tempt a parser. */
public final class AnyScenario {

  private static final List<String> TRAPS =
      List.of(
          "yes",
          "no",
          "on",
          "true",
          "null",
          "~",
          "1",
          "1.0",
          "1e4",
          "0x1F",
          "1_000",
          "12:30:45",
          "2026-01-01",
          "- a",
          "a: b",
          "a #b",
          "#",
          "*a",
          "&a",
          "!a",
          "|",
          ">",
          "%a",
          "@a",
          "`a`",
          "'",
          "\"",
          "{a}",
          "[a]",
          "a,b",
          "?",
          ": ",
          "a:",
          " a ",
          "=",
          "<<",
          "\\n",
          "Größe 測試 🚀",
          ".inf",
          ".nan",
          "+1",
          "-1",
          "0o7",
          "1.5s",
          "\u00a0a",
          "...",
          "---");

  private AnyScenario() {}

  public static Arbitrary<Scenario> any() {
    return Combinators.combine(
            names(), texts(), topologies(), workloads(), sessions(), protections(), phases())
        .filter(
            (name, text, topology, workload, session, protection, phases) ->
                workload.qos() != Qos.AT_MOST_ONCE || session.absentFraction() == 0)
        .filter(
            (name, text, topology, workload, session, protection, phases) ->
                session
                    .mqtt5OrNone()
                    .sessionExpiry()
                    .map(
                        expiry ->
                            (session.absentFraction() == 0
                                    || expiry.compareTo(phases.steady()) >= 0)
                                && (workload.qos() == Qos.AT_MOST_ONCE
                                    || !comeBack(session, protection.conditions())
                                    || expiry.compareTo(phases.steady().plus(phases.drainLimit()))
                                        >= 0))
                    .orElse(true))
        .filter(
            (name, text, topology, workload, session, protection, phases) ->
                !session.usesWebSockets()
                    || protection.security().cipher().filter(CipherSuite::isPsk).isEmpty())
        .filter(
            (name, text, topology, workload, session, protection, phases) ->
                protection
                    .conditions()
                    .fault()
                    .map(
                        fault ->
                            fault.at().compareTo(phases.steady()) < 0
                                && fault
                                    .healAfter()
                                    .map(after -> after.compareTo(phases.drainLimit()) < 0)
                                    .orElse(true)
                                && session.absentFraction() == 0
                                && topology.distribution() != Distribution.NONE)
                    .orElse(true))
        .as(
            (name, text, topology, workload, session, protection, phases) ->
                new Scenario(
                    name,
                    text,
                    topology,
                    topology.distribution() == Distribution.NONE
                        ? workload.withLoad(new NoLoad())
                        : workload,
                    session,
                    protection.security(),
                    protection.conditions(),
                    phases));
  }

  private static boolean comeBack(Session session, Conditions conditions) {
    return session.reconnects() || conditions.fault().isPresent() || conditions.highAvailability();
  }

  /** Two of the parts: combinators take eight. */
  private record Protection(Security security, Conditions conditions) {}

  private static Arbitrary<Protection> protections() {
    return Combinators.combine(securities(), conditions()).as(Protection::new);
  }

  private static Arbitrary<Conditions> conditions() {
    Arbitrary<Fault> faults =
        Combinators.combine(kinds(), durations(), durations().optional()).as(Fault::new);
    Arbitrary<Duration> jitters = Arbitraries.of(Duration.ZERO, Duration.ofNanos(1));
    Arbitrary<NetworkConditions> networks =
        Combinators.combine(
                jitters,
                Arbitraries.doubles().between(0, true, 1, false).ofScale(9),
                Arbitraries.longs().greaterOrEqual(1_000).optional())
            .as(
                (jitter, loss, bits) ->
                    new NetworkConditions(Duration.ofMillis(20), jitter, loss, bits));
    return Combinators.combine(Arbitraries.of(true, false), faults.optional(), networks.optional())
        .as(Conditions::new);
  }

  /** All that can be done to a single node, too. */
  private static Arbitrary<FaultKind> kinds() {
    return Arbitraries.of(FaultKind.values()).filter(kind -> kind != FaultKind.PARTITION);
  }

  private static Arbitrary<Duration> durations() {
    return Arbitraries.longs().between(0, 100_000_000).map(Duration::ofNanos);
  }

  static Arbitrary<Rate> rates() {
    DoubleArbitrary doubles =
        Arbitraries.doubles().ofScale(9).between(0, false, Rate.MAX_PER_SECOND, true);
    return Arbitraries.oneOf(
        Arbitraries.integers().between(1, 100_000).map(whole -> Rate.perSecond(whole)),
        doubles.map(Rate::perSecond),
        Arbitraries.of(Double.MIN_VALUE, 1e-9, 0.1, 1e7, 12_345_678.9, 1e8).map(Rate::perSecond));
  }

  private static Arbitrary<String> names() {
    return texts().filter(text -> !text.isBlank()).map(AnyScenario::shortened);
  }

  private static Arbitrary<String> texts() {
    Arbitrary<String> letters =
        Arbitraries.strings().ascii().ofMaxLength(60).filter(AnyScenario::isPrintable);
    Arbitrary<String> wide =
        Arbitraries.strings().withCharRange('\u00a0', '\u024f').ofMaxLength(20);
    return Arbitraries.oneOf(letters, wide.filter(AnyScenario::isPrintable), Arbitraries.of(TRAPS));
  }

  private static boolean isPrintable(String text) {
    return text.codePoints()
        .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT);
  }

  private static String shortened(String text) {
    return text.length() > Scenario.MAX_NAME ? text.substring(0, Scenario.MAX_NAME) : text;
  }

  private static Arbitrary<Topology> topologies() {
    return Combinators.combine(
            Arbitraries.integers().between(1, Topology.MAX_CLIENTS),
            Arbitraries.integers().between(1, Topology.MAX_CLIENTS),
            Arbitraries.of(Distribution.class))
        .as(
            (publishers, consumers, distribution) ->
                switch (distribution) {
                  case SINGLE -> new Topology(publishers, 1, distribution);
                  case PARTITIONS ->
                      new Topology(publishers, Math.min(publishers, consumers), distribution);
                  case NONE -> new Topology(publishers, 0, distribution);
                  case SHARED -> new Topology(publishers, consumers, distribution);
                  case ALL ->
                      new Topology(publishers, consumers, distribution)
                          .withTopics(TopicNames.below("root" + consumers));
                });
  }

  private static Arbitrary<Workload> workloads() {
    return Combinators.combine(
            Arbitraries.of(Qos.class),
            Arbitraries.integers().between(24, PayloadSpec.MAX_BYTES).map(PayloadSpec::new),
            Arbitraries.of(true, false),
            loads(),
            Arbitraries.longs())
        .as(Workload::new);
  }

  private static Arbitrary<LoadModel> loads() {
    return Arbitraries.oneOf(
        slow().map(ConstantLoad::new),
        slow().map(PoissonLoad::new),
        Combinators.combine(slow(), slow(), durations(1, Phases.MAX)).as(RampLoad::new),
        Arbitraries.integers().between(1, 65_535).map(ClosedLoad::new));
  }

  /** Rates that no publisher runs out of sequence numbers at, in phases of a minute. */
  private static Arbitrary<Rate> slow() {
    return rates().map(rate -> Rate.perSecond(Math.min(rate.perSecond(), 30e6)));
  }

  private static Arbitrary<Session> sessions() {
    return Combinators.combine(
            Arbitraries.of(Protocol.MQTT_3_1_1, Protocol.MQTT_5),
            Arbitraries.of(true, false),
            Arbitraries.doubles().ofScale(12).between(0, 1),
            Arbitraries.integers().between(1, 65_535),
            Arbitraries.integers().between(0, 65_535),
            rates().optional(),
            Arbitraries.of(Transport.class).optional(),
            jmsConsumers().optional())
        .as(
            (protocol, persistent, absent, window, keepAlive, connectRate, transport, jms) ->
                new Session(
                    protocol,
                    persistent,
                    persistent ? absent : 0,
                    window,
                    Duration.ofSeconds(keepAlive),
                    connectRate,
                    transport,
                    jms,
                    Optional.empty(),
                    persistent ? Optional.empty() : Optional.of(false),
                    Optional.empty(),
                    Optional.empty()))
        .flatMap(
            session ->
                session.protocol() == Protocol.MQTT_5
                    ? mqtt5().map(session::withMqtt5)
                    : Arbitraries.just(session))
        .flatMap(session -> clientIdPrefixes().map(session::withClientIdPrefix));
  }

  /** Of the session alone: a load of type none has nothing else. */
  private static Arbitrary<Optional<Mqtt5Settings>> mqtt5() {
    return Arbitraries.integers()
        .between(1, 1_000_000)
        .map(
            seconds ->
                Mqtt5Settings.NONE.withSessionExpiry(Optional.of(Duration.ofSeconds(seconds))))
        .optional();
  }

  private static Arbitrary<Optional<String>> clientIdPrefixes() {
    return Arbitraries.strings()
        .withCharRange('a', 'z')
        .withChars("09AZ_-")
        .ofMinLength(1)
        .ofMaxLength(64)
        .optional();
  }

  private static Arbitrary<JmsConsumers> jmsConsumers() {
    return Combinators.combine(
            Arbitraries.of(JmsConsumers.Destination.TOPIC),
            Arbitraries.of(JmsAcknowledgement.class),
            Arbitraries.integers().between(1, 1_000_000),
            Arbitraries.integers().between(1, 1_000),
            Arbitraries.of("a = 1", "b LIKE 'c%'").optional())
        .as(
            (kind, mode, prefetch, perConnection, selector) ->
                JmsConsumers.of(mode)
                    .with()
                    .destination(kind)
                    .batch(mode.isBatched() ? (prefetch + 1) / 2 : 1)
                    .prefetch(prefetch)
                    .consumersPerConnection(perConnection)
                    .selector(selector)
                    .build());
  }

  private static Arbitrary<Security> securities() {
    return Combinators.combine(
            Arbitraries.of(Security.Clients.class), Arbitraries.of(CipherSuite.class))
        .as(
            (clients, cipher) ->
                clients == Security.Clients.NONE
                    ? Security.NONE
                    : new Security(clients, Optional.of(cipher)));
  }

  private static Arbitrary<Phases> phases() {
    Duration minute = Duration.ofMinutes(1);
    return Combinators.combine(
            durations(0, minute),
            durations(100_000_000, minute),
            durations(0, Phases.MAX),
            durations(1_000_000, Phases.MAX))
        .as(Phases::new);
  }

  private static Arbitrary<Duration> durations(long leastNanos, Duration most) {
    return Arbitraries.longs().between(leastNanos, most.toNanos()).map(Duration::ofNanos);
  }
}
