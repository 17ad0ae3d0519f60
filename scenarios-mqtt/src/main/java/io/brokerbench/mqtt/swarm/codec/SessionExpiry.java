package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.base.Durations;
import io.brokerbench.core.mqtt5.Mqtt5Settings;
import java.time.Duration;
import java.util.Optional;

/** How long a broker keeps sessions, which may be less than a client asked for (3.2.2.3.2). */
public final class SessionExpiry {

  /** Of a broker that keeps them for as long as the client asked for. */
  public static final long AS_ASKED = -1;

  private SessionExpiry() {}

  /**
   * Why a run cannot go on with this broker, in words; empty where it can, and where the broker
   * keeps sessions for as long as it was asked to.
   *
   * @param keptSeconds how long it keeps them, or {@link #AS_ASKED}
   * @param asked what the client asked for
   * @param needed how long the run needs them
   */
  public static Optional<String> refusal(long keptSeconds, Mqtt5Settings asked, Duration needed) {
    boolean asAsked = keptSeconds == AS_ASKED || keptSeconds >= asked.sessionExpirySeconds();
    return asAsked || Duration.ofSeconds(keptSeconds).compareTo(needed) >= 0
        ? Optional.empty()
        : Optional.of(
            "the broker keeps sessions for %s, not for %s (session.mqtt5.sessionExpiry), and this run may need them for %s"
                .formatted(
                    Durations.format(Duration.ofSeconds(keptSeconds)),
                    Durations.format(Duration.ofSeconds(asked.sessionExpirySeconds())),
                    Durations.format(needed)));
  }
}
