package io.brokerbench.containers.mosquitto;

import java.nio.file.Path;

/**
 * The mosquitto.conf of one broker, for load tests. docs/brokers.md says why for each line.
 *
 * @param port on the loopback address
 * @param folder for its database
 * @param user it shall run as; a started root otherwise becomes {@code mosquitto}, which may not
 *     write the folder
 * @param listener another listener's lines, or none
 */
record MosquittoConfig(int port, Path folder, String user, String listener) {

  String render() {
    return """
    listener %d 127.0.0.1
    allow_anonymous true
    user %s

    # No limit that would drop a burst without a word, or throttle before the client does.
    max_connections -1
    max_queued_messages 0
    max_inflight_messages 65535
    set_tcp_nodelay true

    persistence true
    persistence_location %s/

    log_dest stderr
    log_timestamp_format %%Y-%%m-%%dT%%H:%%M:%%S
    connection_messages false

    %s
    """
        .formatted(port, user, folder, listener)
        .stripTrailing()
        .concat("\n");
  }
}
