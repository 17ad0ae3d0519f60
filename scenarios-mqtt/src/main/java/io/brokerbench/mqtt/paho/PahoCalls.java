package io.brokerbench.mqtt.paho;

import io.brokerbench.core.mqtt5.AnswerPacket;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.library.AcceptedConnection;
import io.brokerbench.mqtt.library.Arrival;
import io.brokerbench.mqtt.library.ClientException;
import io.brokerbench.mqtt.library.LibraryLane;
import io.brokerbench.mqtt.library.LinkEvents;
import io.brokerbench.mqtt.library.LinkSettings;
import io.brokerbench.mqtt.swarm.codec.ReasonCodes;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSession;

/**
 * Takes what the library calls back for one connection, reads the clock, and hands it over to the
 * lane. Called from the library's threads.
 */
final class PahoCalls {

  private static final int FIRST_ERROR_CODE = 0x80;
  private static final int LAST_CODE_OF_A_BROKER = 255;

  private final LinkSettings settings;
  private final boolean writesOnly;
  private final boolean qos2;
  private final LibraryLane lane;
  private final PahoSockets sockets;
  private final LinkEvents events;
  private final AtomicInteger unwritten = new AtomicInteger();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile boolean up;

  PahoCalls(PahoContext context, PahoSockets sockets, LinkEvents events) {
    this.settings = context.settings();
    this.writesOnly = context.writesOnly();
    this.qos2 = context.publisher().filter(spec -> spec.qos() == Qos.EXACTLY_ONCE).isPresent();
    this.lane = settings.lane();
    this.sockets = sockets;
    this.events = events;
  }

  void accepted(AcceptedConnection accepted) {
    long nanos = settings.now();
    up = true;
    lane.handOver(
        () -> {
          try {
            Optional<SSLSession> session = sockets.session();
            if (session.isPresent() && settings.tls().isPresent()) {
              settings.tls().get().check(session.get(), "JDK");
            }
            events.onAccepted(nanos, accepted);
          } catch (ClientException e) {
            events.onEnded(nanos, e);
          }
        });
  }

  /** The connection has ended as requested. */
  void closed() {
    end(null);
  }

  /**
   * The connection has ended, or never came to be. Over a message of QoS 2 that the broker refuses,
   * the library ends it by itself, with the code of the PUBREC; a DISCONNECT comes without an
   * exception.
   */
  void ended(Throwable failure) {
    int code = code(failure);
    if (up && qos2 && code >= FIRST_ERROR_CODE && code <= LAST_CODE_OF_A_BROKER) {
      reason(AnswerPacket.PUBREC, code);
      end(refused(code));
    } else {
      ended(code, failure);
    }
  }

  private static ClientException refused(int code) {
    return new ClientException("the broker refused a message: " + ReasonCodes.text(code));
  }

  private static int code(Throwable failure) {
    if (failure instanceof org.eclipse.paho.client.mqttv3.MqttException e) {
      return e.getReasonCode();
    }
    return failure instanceof org.eclipse.paho.mqttv5.common.MqttException e
        ? e.getReasonCode()
        : 0;
  }

  /**
   * The connection has ended, or never came to be.
   *
   * @param code the library's, which below 256 is the broker's
   * @param failure null for a DISCONNECT of the broker
   */
  void ended(int code, Throwable failure) {
    if (failure == null && (up || code <= 0)) {
      reason(AnswerPacket.DISCONNECT, code);
      boolean v5 = settings.driver().protocol() == Protocol.MQTT_5;
      String why = v5 ? ": " + ReasonCodes.text(code) : "";
      end(new ClientException("the broker disconnected" + why));
    } else if (code <= 0 || code > LAST_CODE_OF_A_BROKER) {
      end(settings.failure(failure));
    } else if (up) {
      reason(AnswerPacket.DISCONNECT, code);
      end(new ClientException("the broker disconnected: " + ReasonCodes.text(code), failure));
    } else {
      reason(AnswerPacket.CONNACK, code);
      end(settings.refusal(ReasonCodes.connect(code, settings.driver().protocol())));
    }
  }

  /** What MQTT 3.1.1 has in its place are no reason codes. */
  private void reason(AnswerPacket packet, int code) {
    if (code != 0 && settings.driver().protocol() == Protocol.MQTT_5 && !ended.get()) {
      lane.handOver(() -> events.onReasonCode(packet, code));
    }
  }

  private void end(Throwable cause) {
    long nanos = settings.now();
    if (ended.compareAndSet(false, true)) {
      lane.handOver(() -> events.onEnded(nanos, cause));
    }
  }

  /** A message is handed to the library. */
  void publishing() {
    if (writesOnly) {
      unwritten.incrementAndGet();
    }
  }

  /** The library did not take the message after all. */
  void notTaken() {
    if (writesOnly) {
      unwritten.decrementAndGet();
    }
  }

  /**
   * A message of QoS 0 was written, or given up with its connection, or one of another QoS was
   * answered.
   *
   * @param code with which the broker refused it, if from 0x80
   */
  void published(int slot, int code) {
    long nanos = settings.now();
    if (writesOnly) {
      unwritten.decrementAndGet();
      events.onWritten();
      return;
    }
    reason(qos2 ? AnswerPacket.PUBREC : AnswerPacket.PUBACK, code);
    if (code < FIRST_ERROR_CODE) {
      lane.handOver(() -> events.onAcknowledged(slot, nanos));
    } else {
      ClientException cause = refused(code);
      lane.handOver(() -> events.onRefused(cause));
    }
  }

  /** Messages of QoS 0 that the library still has. */
  int unwritten() {
    return unwritten.get();
  }

  void subscribed(int code) {
    long nanos = settings.now();
    if (code >= FIRST_ERROR_CODE) {
      reason(AnswerPacket.SUBACK, code);
    }
    lane.handOver(() -> events.onSubscribed(nanos, code));
  }

  void unsubscribed() {
    lane.handOver(events::onProbeAnswered);
  }

  void message(Arrival message) {
    long nanos = settings.now();
    lane.handOver(() -> events.onMessage(nanos, message));
  }
}
