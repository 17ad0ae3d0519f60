package io.brokerbench.containers.mosquitto;

import io.brokerbench.containers.process.BrokerRecipe;
import java.nio.file.Path;

/**
 * The mosquitto.conf of one broker, for load tests. docs/brokers.md says why for each line.
 *
 * @param address that it listens on
 * @param port for plain MQTT
 * @param folder for its database
 * @param user it shall run as; a started root otherwise becomes {@code mosquitto}, which may not
 *     write the folder
 * @param listener another listener's lines, or none
 */
public record MosquittoConfig(String address, int port, Path folder, String user, String listener) {

  /**
   * The configuration of OpenSSL for TLS 1.2 and nothing newer: {@code tls_version tlsv1.2} in the
   * configuration of Mosquitto is the least that it takes.
   */
  public static final String ONLY_TLS_1_2 =
      """
      openssl_conf = top
      [top]
      ssl_conf = ssl
      [ssl]
      system_default = all
      [all]
      MaxProtocol = TLSv1.2
      """;

  /** The file's text. */
  public String render() {
    return """
    listener %d %s
    allow_anonymous true
    user %s

    # No limit that would drop a burst silently, or throttle before the client does.
    max_connections -1
    max_queued_messages 0
    max_inflight_messages 65535
    max_packet_size %d
    set_tcp_nodelay true

    # What it reports about itself is at most two seconds old: it waits for more than this.
    sys_interval 1

    persistence true
    persistence_location %s/

    log_dest stderr
    log_timestamp_format %%Y-%%m-%%dT%%H:%%M:%%S
    connection_messages false

    %s
    """
        .formatted(port, address, user, BrokerRecipe.PACKET_BYTES, folder, listener)
        .stripTrailing()
        .concat("\n");
  }
}
