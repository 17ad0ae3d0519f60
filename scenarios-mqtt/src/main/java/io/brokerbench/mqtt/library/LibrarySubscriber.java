package io.brokerbench.mqtt.library;

import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.payload.ProofPlace;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.swarm.codec.ReasonCodes;
import io.brokerbench.mqtt.swarm.codec.SessionExpiry;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A subscriber on a link. */
final class LibrarySubscriber extends LibraryClient implements Subscriber {

  private static final int FIRST_ERROR_CODE = 0x80;

  /** Where the link puts the digits of a user property. */
  private static final ProofPlace IN_FRONT = new ProofPlace(false, 0);

  private static final int HEADER_BYTES = 3 * Long.BYTES;

  private final SubscriberSpec spec;
  private final SubscriberListener listener;
  private int granted;
  private int leastGranted;

  /** A subscriber; nothing is connected yet. */
  LibrarySubscriber(
      LinkSettings settings, Link link, SubscriberSpec spec, SubscriberListener listener) {
    super(settings, link);
    this.spec = spec;
    this.listener = listener;
  }

  @Override
  ClientListener listener() {
    return listener;
  }

  @Override
  boolean isPersistent() {
    return spec.persistent();
  }

  @Override
  void accepted(AcceptedConnection accepted) throws ClientException {
    if (identified() && !accepted.subscriptionIdentifiers()) {
      throw new ClientException(
          "the broker has no subscription identifiers (session.mqtt5.subscriptionIdentifiers)");
    }
    DriverSettings driver = settings().driver();
    Optional<String> tooShort =
        SessionExpiry.refusal(
            accepted.sessionExpirySeconds(), driver.mqtt5(), driver.sessionsNeeded());
    if (isPersistent() && tooShort.isPresent()) {
      throw new ClientException(tooShort.get());
    }
  }

  private boolean identified() {
    return settings().driver().mqtt5().usesSubscriptionIdentifiers();
  }

  @Override
  public void subscribe() {
    if (isUp()) {
      String prefix = spec.sharedGroup().map(group -> "$share/" + group + "/").orElse("");
      granted = 0;
      leastGranted = Qos.EXACTLY_ONCE.level();
      for (int i = 0; i < spec.filters().size(); i++) {
        link().subscribe(prefix + spec.filters().get(i), spec.qos(), identified() ? i + 1 : 0);
      }
    }
  }

  @Override
  public void forget() {
    forgetSession();
  }

  @Override
  void subscribed(long nanos, int code) {
    if (code >= FIRST_ERROR_CODE) {
      fail(
          new ClientException(
              "the broker refused the subscription to "
                  + String.join(", ", spec.filters())
                  + ": "
                  + ReasonCodes.text(code)));
      return;
    }
    leastGranted = Math.min(leastGranted, code);
    granted++;
    if (granted == spec.filters().size()) {
      listener.onSubscribed(nanos, Qos.of(leastGranted));
    }
  }

  @Override
  void message(long nanos, Arrival message) {
    ByteBuffer payload = message.payload();
    int bytes = payload.remaining();
    if (message.retained()) {
      listener.onRetained();
    } else if (message.qos() < spec.qos().level()) {
      listener.onLowerQos(message.qos());
      return;
    }
    if (spec.provedByProperty()) {
      proof(IN_FRONT, Math.max(0, bytes - ProofPlace.DIGITS), nanos, payload);
    } else if (spec.proof().isPresent()) {
      proof(spec.proof().get(), bytes, nanos, payload);
    } else if (bytes < HEADER_BYTES) {
      listener.onShortPayload(nanos, bytes);
    } else {
      listener.onDelivery(nanos, payload.getLong(), payload.getLong(), payload.getLong(), bytes);
    }
  }

  /**
   * Reads the digits.
   *
   * @param bytes of the payload itself
   */
  private void proof(ProofPlace proof, int bytes, long nanos, ByteBuffer payload) {
    int place = proof.in(payload.remaining());
    if (place < 0) {
      listener.onShortPayload(nanos, bytes);
      return;
    }
    byte[] digits = new byte[ProofPlace.DIGITS];
    payload.get(payload.position() + place, digits);
    listener.onDelivery(
        nanos,
        ProofPlace.word(digits, 0),
        ProofPlace.word(digits, 1),
        ProofPlace.word(digits, 2),
        bytes);
  }
}
