package io.brokerbench.core.figure;

import io.brokerbench.core.result.Broadcast;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.RunResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/** The latencies that a run measures, in the order in which they are shown. */
public enum LatencyKind {
  END_TO_END("endToEnd", "end-to-end", "from intended send time"),
  SERVICE("service", "service", "from actual send time"),
  SEND_DELAY("sendDelay", "send delay", "actual - intended"),
  ACKNOWLEDGE("acknowledge", "acknowledge", "from intended send time"),
  CATCH_UP("catchUp", "catch-up", "sent while away"),
  TIME_TO_LAST("timeToLast", "to the last", "of all consumers"),
  COMMIT("commit", "commit", "from the call"),
  CONSUMER_ACKNOWLEDGE("consumerAcknowledge", "batch ack", "to the connection"),
  SESSION("session", "session", "from the request"),
  SUBSCRIBE("subscribe", "subscribe", "from the request"),
  CONNECT("connect", "connect", "from when due"),
  CONNECT_TCP("connectTcp", "  TCP", ""),
  CONNECT_TLS("connectTls", "  TLS", ""),
  CONNECT_MQTT("connectMqtt", "  MQTT", "to the CONNACK"),
  CONNECT_PACING("connectPacing", "late by", "generator"),
  PACING("pacing", "pacing", "generator");

  private final String key;
  private final String title;
  private final String note;

  LatencyKind(String key, String title, String note) {
    this.key = key;
    this.title = title;
    this.note = note;
  }

  /** Its name in paths and logs: {@code endToEnd}. */
  public String key() {
    return key;
  }

  /** Its name in tables, of at most 11 characters; parts of another one are indented. */
  public String title() {
    return title;
  }

  /** From when it counts, or what it is of, in a word or two; may be empty. */
  public String note() {
    return note;
  }

  /** Its distribution in a run; empty where nothing was recorded. */
  public Optional<LatencySummary> of(RunResult run) {
    return summary(run).filter(latency -> latency.count() > 0);
  }

  private Optional<LatencySummary> summary(RunResult run) {
    return switch (this) {
      case END_TO_END -> Optional.of(run.latency().endToEnd());
      case SERVICE -> Optional.of(run.latency().service());
      case SEND_DELAY -> Optional.of(run.latency().sendDelay());
      case ACKNOWLEDGE -> run.latency().acknowledge();
      case CATCH_UP -> run.latency().catchUp();
      case TIME_TO_LAST -> run.broadcast().flatMap(Broadcast::timeToLast);
      case COMMIT -> run.latency().commit();
      case CONSUMER_ACKNOWLEDGE -> run.latency().consumerAcknowledge();
      case SESSION -> run.latency().session();
      case SUBSCRIBE -> Optional.of(run.latency().subscribe());
      case CONNECT -> Optional.of(run.latency().connect());
      case CONNECT_TCP -> run.connections().tcp();
      case CONNECT_TLS -> run.connections().tls();
      case CONNECT_MQTT -> run.connections().mqtt();
      case CONNECT_PACING ->
          run.connections()
              .pacing()
              .filter(pacing -> run.scenario().session().connectRate().isPresent());
      case PACING -> run.generator().pacing();
    };
  }

  /** The distributions of a run that something was recorded in. */
  public static Map<LatencyKind, LatencySummary> in(RunResult run, Predicate<LatencyKind> wanted) {
    Map<LatencyKind, LatencySummary> found = new LinkedHashMap<>();
    for (LatencyKind kind : values()) {
      if (wanted.test(kind)) {
        kind.of(run).ifPresent(latency -> found.put(kind, latency));
      }
    }
    return found;
  }

  /**
   * Those that a run is about: of connecting clients where nothing else is done; else of messages,
   * and of the steps of JMS clients before them.
   */
  public static Map<LatencyKind, LatencySummary> shown(RunResult run) {
    boolean connectsOnly = run.scenario().connectsOnly();
    boolean sessions = SESSION.of(run).isPresent();
    return in(
        run,
        kind ->
            switch (kind) {
              case CONNECT -> connectsOnly || sessions;
              case CONNECT_TCP, CONNECT_TLS, CONNECT_MQTT, CONNECT_PACING -> connectsOnly;
              case SUBSCRIBE -> sessions;
              case PACING -> false;
              default -> !connectsOnly;
            });
  }

  /** By how much a statistic of it may be worse; empty where it is not compared unasked. */
  OptionalDouble tolerance(Statistic statistic) {
    boolean compared =
        switch (this) {
          case END_TO_END, ACKNOWLEDGE -> true;
          case CONNECT -> statistic != Statistic.P999;
          default -> false;
        };
    return compared ? statistic.tolerance() : OptionalDouble.empty();
  }
}
