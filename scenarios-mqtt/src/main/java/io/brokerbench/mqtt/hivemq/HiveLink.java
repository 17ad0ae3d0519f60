package io.brokerbench.mqtt.hivemq;

import com.hivemq.client.mqtt.MqttClientState;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.library.AcceptedConnection;
import io.brokerbench.mqtt.library.Arrival;
import io.brokerbench.mqtt.library.ClientException;
import io.brokerbench.mqtt.library.Link;
import io.brokerbench.mqtt.library.LinkEvents;
import io.brokerbench.mqtt.library.LinkSettings;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.ssl.SslHandler;
import io.reactivex.disposables.Disposable;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;

/**
 * One client of the library, with one connection after another: it keeps the state of a persistent
 * session in itself.
 *
 * <p>Its event loop is the lane's, so that it calls back on the lane's thread.
 */
final class HiveLink implements Link {

  private final LinkSettings settings;
  private final HiveApi api;
  private final Optional<HiveMessageTemplate> message;
  private final boolean acknowledged;

  /** The listener of the connection that is wanted. */
  private LinkEvents wanted;

  /** The listener of the connection that the library has, from its attempt to its end. */
  private LinkEvents started;

  private boolean closing;
  private boolean receiving;

  /**
   * A link.
   *
   * @param message what a publisher's messages have in common; empty for a subscriber
   */
  HiveLink(LinkSettings settings, Optional<HiveMessageTemplate> message) {
    this.settings = settings;
    this.api = HiveApi.of(settings, this::onDisconnected);
    this.message = message;
    this.acknowledged = message.filter(HiveMessageTemplate::isAcknowledged).isPresent();
  }

  @Override
  public void open(boolean clean, LinkEvents events) {
    wanted = events;
    settings.lane().execute(() -> tryOpen(clean, events));
  }

  private void tryOpen(boolean clean, LinkEvents events) {
    if (wanted != events) {
      return;
    }
    if (api.client().getState() != MqttClientState.DISCONNECTED) {
      ScheduledFuture<?> unused =
          settings
              .lane()
              .executor()
              .schedule(() -> tryOpen(clean, events), 1, TimeUnit.MILLISECONDS);
      return;
    }
    started = events;
    closing = false;
    if (message.isEmpty() && !receiving) {
      receive();
    }
    // A failure goes to onDisconnected.
    CompletableFuture<Void> unused = api.connect(clean).thenAccept(this::onConnected);
  }

  /** The library ends the stream of messages with their session, also while it connects. */
  private void receive() {
    receiving = true;
    Disposable unused = api.messages().subscribe(this::onMessage, end -> onStreamEnded());
  }

  private void onMessage(Arrival message) {
    if (started != null) {
      started.onMessage(settings.now(), message);
    }
  }

  private void onStreamEnded() {
    receiving = false;
    if (started != null) {
      receive();
    }
  }

  private void onConnected(AcceptedConnection accepted) {
    long nanos = settings.now();
    LinkEvents events = started;
    if (events == null) {
      dropChannel();
      return;
    }
    try {
      checkTls();
      events.onAccepted(nanos, accepted);
    } catch (ClientException e) {
      drop();
      events.onEnded(nanos, e);
    }
  }

  private void checkTls() throws ClientException {
    Optional<SSLEngine> engine =
        HiveClients.channel(api.client())
            .map(channel -> channel.pipeline().get(SslHandler.class))
            .map(SslHandler::engine);
    if (engine.isPresent() && settings.tls().isPresent()) {
      String provider =
          engine.get().getClass().getName().startsWith("io.netty") ? "OpenSSL (Netty)" : "JDK";
      settings.tls().get().check(engine.get().getSession(), provider);
    }
  }

  private void onDisconnected(Throwable failure) {
    LinkEvents events = started;
    started = null;
    if (events != null) {
      HiveReasons.ofFailure(events, failure);
      Throwable cause = closing ? null : HiveFailures.ofConnection(settings, failure);
      events.onEnded(settings.now(), cause);
    }
  }

  @Override
  public boolean publish(int slot, int topic, String proof, byte[] payload) {
    LinkEvents events = started;
    CompletableFuture<?> unused =
        api.publish(message.orElseThrow(), topic, proof, payload)
            .whenComplete((result, failure) -> onPublished(events, slot, result, failure));
    return true;
  }

  private void onPublished(LinkEvents events, int slot, Object result, Throwable failure) {
    if (events == null) {
      return;
    }
    if (!acknowledged) {
      events.onWritten();
      HiveFailures.ofMessage(failure).ifPresent(events::onRefused);
    } else if (failure == null) {
      HiveReasons.ofResult(events, result);
      events.onAcknowledged(slot, settings.now());
    } else {
      // Else the connection has ended, which is reported elsewhere; the message is the publisher's.
      HiveReasons.ofFailure(events, failure);
      HiveFailures.ofMessage(failure).ifPresent(events::onRefused);
    }
  }

  @Override
  public void subscribe(String filter, Qos qos, int identifier) {
    LinkEvents events = started;
    CompletableFuture<?> unused =
        api.subscribe(filter, qos)
            .whenComplete(
                (granted, failure) -> {
                  if (events != null && failure == null) {
                    events.onSubscribed(settings.now(), granted);
                  } else if (events != null) {
                    HiveReasons.ofFailure(events, failure);
                    HiveFailures.ofSubscription(failure)
                        .ifPresent(code -> events.onSubscribed(settings.now(), code));
                  }
                });
  }

  @Override
  public void probe() {
    LinkEvents events = started;
    CompletableFuture<?> unused =
        api.unsubscribe(PROBE_FILTER)
            .thenRun(
                () -> {
                  if (events != null) {
                    events.onProbeAnswered();
                  }
                });
  }

  @Override
  public void close(boolean endSession) {
    closing = true;
    CompletableFuture<?> unused = api.disconnect(endSession);
  }

  @Override
  public void drop() {
    wanted = null;
    started = null;
    dropChannel();
  }

  private void dropChannel() {
    Optional<Channel> channel = HiveClients.channel(api.client());
    if (channel.isPresent()) {
      ChannelFuture unused = channel.get().close();
    }
  }
}
