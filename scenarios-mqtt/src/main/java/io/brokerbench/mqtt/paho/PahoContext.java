package io.brokerbench.mqtt.paho;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.library.LinkSettings;
import java.util.Optional;

/**
 * What connections of one client have in common.
 *
 * @param publisher empty for a subscriber
 * @param threads of the library
 */
record PahoContext(LinkSettings settings, Optional<PublisherSpec> publisher, PahoThreads threads) {

  private static final long QUIESCE_MILLIS = 1_000;
  private static final long QUIESCE_OF_RETAINED_MILLIS = 7_000;

  /** The client looks for room a little above the window, which is the publisher's business. */
  static final int WINDOW_SPARE = 10;

  /**
   * How long a goodbye waits for acknowledgements that are missing: longer where the last messages
   * remove retained ones, which stay for the next run if they are not carried through.
   */
  long quiesceMillis() {
    return publisher.filter(PublisherSpec::retain).isPresent()
        ? QUIESCE_OF_RETAINED_MILLIS
        : QUIESCE_MILLIS;
  }

  /** Where to connect to, as the library writes it. */
  String uri() {
    Endpoint endpoint = settings.endpoint();
    String scheme =
        endpoint.listener().isWebSocket()
            ? endpoint.listener().scheme()
            : endpoint.listener().isSecured() ? "ssl" : "tcp";
    String uri = endpoint.uri();
    return scheme + uri.substring(uri.indexOf("://"));
  }

  /** Whether messages are only written, with no acknowledgement to come. */
  boolean writesOnly() {
    return publisher.filter(spec -> spec.qos() == Qos.AT_MOST_ONCE).isPresent();
  }

  boolean verifyHost() {
    return settings.tls().isPresent() && settings.tls().get().verifyHost();
  }
}
