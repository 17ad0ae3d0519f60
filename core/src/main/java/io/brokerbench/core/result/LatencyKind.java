package io.brokerbench.core.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The latencies that a run measures, in the order in which they are shown. Those of messages are of
 * the steady state: of the messages whose intended send time lies in it.
 *
 * <p>End-to-end latency = service time + send delay, message by message.
 */
public enum LatencyKind {
  /** Delivery - intended send time. */
  END_TO_END("endToEnd", "end-to-end", "from intended send time"),

  /** Delivery - actual send time. */
  SERVICE("service", "service", "from actual send time"),

  /** Actual - intended send time. */
  SEND_DELAY("sendDelay", "send delay", "actual - intended"),

  /**
   * Of the deliveries of a lane in turn, as many as fall due in 25 ms at the highest rate of the
   * load, 25 at least and 500 at most: their p99 of the end-to-end latency, which is the highest of
   * fewer than 100; absent with fewer deliveries. Its p50 is the p99 of a usual moment: a stall is
   * in few of them, however long it is.
   */
  TAIL("tail", "tail", "p99 of short windows"),

  /** Acknowledgement (PUBACK, PUBCOMP) - intended send time; absent with QoS 0. */
  ACKNOWLEDGE("acknowledge", "acknowledge", "from intended send time"),

  /**
   * End-to-end latency of the messages that were sent while their consumer was away, which {@code
   * endToEnd} and {@code service} leave out.
   */
  CATCH_UP("catchUp", "catch-up", "sent while away"),

  /**
   * Of a broadcast's bursts that reached all consumers: from the intended send time until the last
   * consumer had it. Of a storm's clients that got all that they were owed: from when each was due
   * until it had the last of it.
   */
  TIME_TO_LAST("timeToLast", "to the last", "of all consumers"),

  /**
   * Of each client in a storm beside a load. {@code TAKEOVER}: from when a second one with its id
   * was due to the end of its connection. {@code RECONNECT}: from when it was cut off until it was
   * back. {@code CHURN}: from when it was due to come until it was accepted. {@code SLOW}: the
   * end-to-end latencies of deliveries to slow consumers, which {@code endToEnd} and {@code
   * service} leave out.
   */
  STORM("storm", "storm", "from when due"),

  /** How late the generator came to what clients did in such a storm, which is part of it. */
  STORM_PACING("stormPacing", "act pacing", "generator"),

  /**
   * Of each JMS transaction that began in the steady state, from the call to the broker's answer,
   * producers and consumers together.
   */
  COMMIT("commit", "commit", "from the call"),

  /**
   * Of each acknowledgement of several messages by a JMS consumer, until it is handed to the
   * connection: AMQP has no answer to it.
   */
  CONSUMER_ACKNOWLEDGE("consumerAcknowledge", "batch ack", "to the connection"),

  /** Of each walk of a JMS browser through its queue that began in the steady state. */
  BROWSE("browse", "browse", "of the queue"),

  /** Of each session of a JMS client, from the request to the broker's answer. */
  SESSION("session", "session", "from the request"),

  /** Of each consumer, from the request to the broker's grant. */
  SUBSCRIBE("subscribe", "subscribe", "from the request"),

  /**
   * Of each client whose session the broker accepted, from when it was due to connect to the
   * acceptance; its parts follow.
   */
  CONNECT("connect", "connect", "from when due"),

  /** From when it was due to TCP's connect; absent from drivers that do not see it. */
  CONNECT_TCP("connectTcp", "TCP", ""),

  /** From there to the end of the TLS handshake; absent without TLS. */
  CONNECT_TLS("connectTls", "TLS", ""),

  /** From there to the CONNACK; absent from drivers that do not see it. */
  CONNECT_MQTT("connectMqtt", "MQTT", "to the CONNACK"),

  /** How late the generator came to each connect, which is part of {@code connectTcp}. */
  CONNECT_PACING("connectPacing", "late by", "generator"),

  /**
   * How late the send loop came to messages that it could have sent; absent with closed load, which
   * has no schedule.
   */
  PACING("pacing", "pacing", "generator");

  private final String key;
  private final String title;
  private final String note;

  LatencyKind(String key, String title, String note) {
    this.key = key;
    this.title = title;
    this.note = note;
  }

  /** Its name in documents, paths and logs: {@code endToEnd}. */
  @JsonValue
  public String key() {
    return key;
  }

  /** Its name in tables, of at most 11 characters; 9 for a part of another one. */
  public String title() {
    return title;
  }

  /** Whether it is a part of the one before, and so indented in tables. */
  public boolean isPart() {
    return this == CONNECT_TCP || this == CONNECT_TLS || this == CONNECT_MQTT;
  }

  /** The same in a run, as in a storm what is owed has no send time. */
  public String note(RunResult run) {
    if (this == STORM && run.scenario().slowConsumers().isPresent()) {
      return "of slow consumers";
    }
    return run.stormOfMessages().isEmpty()
        ? note
        : this == END_TO_END ? "from when due" : this == TIME_TO_LAST ? "of each client" : note;
  }

  /** From when it counts, or what it is of, in a word or two; may be empty. */
  public String note() {
    return note;
  }

  /**
   * Those that a run is about: of connecting clients where nothing else is done; else of messages,
   * and of the steps of JMS clients before them.
   */
  public static Map<LatencyKind, LatencySummary> shown(RunResult run) {
    boolean connectsOnly = run.scenario().connectsOnly();
    boolean sessions = run.latency().find(SESSION).isPresent();
    boolean storm = run.stormOfMessages().isPresent();
    boolean paced = run.scenario().session().connectRate().isPresent();
    Map<LatencyKind, LatencySummary> shown = new LinkedHashMap<>(run.latency().recorded());
    shown
        .keySet()
        .removeIf(
            kind ->
                switch (kind) {
                  case CONNECT -> !connectsOnly && !sessions;
                  case CONNECT_TCP, CONNECT_TLS, CONNECT_MQTT -> !connectsOnly;
                  case CONNECT_PACING -> !connectsOnly || !paced;
                  case SUBSCRIBE -> !sessions;
                  case PACING, STORM_PACING -> true;
                  case SERVICE, TAIL, SEND_DELAY, ACKNOWLEDGE -> connectsOnly || storm;
                  default -> connectsOnly;
                });
    return shown;
  }
}
