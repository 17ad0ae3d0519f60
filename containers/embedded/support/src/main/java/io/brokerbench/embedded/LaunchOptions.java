package io.brokerbench.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The command line of a launcher.
 *
 * @param data the folder for all that the broker writes; exists
 * @param host the address to listen on
 * @param port for MQTT; 0 for a free one
 * @param tls the listener for TLS, if one is needed
 * @param ports of the other listeners by scheme; 0 for a free one. Those for WebSockets and for
 *     AMQP 1.0 are needed where they are named here
 * @param pair what it has to know as one of a pair
 */
public record LaunchOptions(
    Path data,
    String host,
    int port,
    Optional<TlsOptions> tls,
    Map<String, Integer> ports,
    Optional<PairOptions> pair) {

  private static final String USAGE =
      "--data=FOLDER --host=ADDRESS --port=PORT [--tls=FILE] [--ports=SCHEME:PORT,...]"
          + " [--pair=primary|backup:PORT:PORT --shared=FOLDER]";

  /** Copies the ports. */
  public LaunchOptions {
    ports = Map.copyOf(ports);
  }

  /**
   * Reads {@code --data=FOLDER --host=ADDRESS --port=PORT}, then {@code --tls=FILE}, {@code
   * --ports=mqtts:41884} and {@code --pair=primary:41000:41001 --shared=FOLDER} where they are
   * needed. Of an option that is given twice, the last one counts.
   *
   * @throws IllegalArgumentException if one is missing, unknown or malformed
   */
  public static LaunchOptions parse(String... args) {
    Map<String, String> values = new HashMap<>();
    for (String arg : args) {
      int equals = arg.indexOf('=');
      if (!arg.startsWith("--") || equals < 0) {
        throw new IllegalArgumentException(arg + ": the form is " + USAGE);
      }
      values.put(arg.substring(2, equals), arg.substring(equals + 1));
    }
    LaunchOptions options =
        new LaunchOptions(
            Path.of(required(values, "data")),
            required(values, "host"),
            Integer.parseInt(required(values, "port")),
            Optional.ofNullable(values.remove("tls")).map(LaunchOptions::tls),
            ports(values.remove("ports")),
            pair(values));
    if (!values.isEmpty()) {
      throw new IllegalArgumentException("unknown " + values.keySet() + ": there are " + USAGE);
    }
    return options;
  }

  private static TlsOptions tls(String file) {
    try {
      return TlsOptions.read(Path.of(file));
    } catch (IOException e) {
      throw new IllegalArgumentException("--tls=" + file + ": " + e.getMessage(), e);
    }
  }

  private static Map<String, Integer> ports(String text) {
    Map<String, Integer> ports = new HashMap<>();
    for (String entry : text == null ? new String[0] : text.split(",", -1)) {
      String[] words = entry.split(":", -1);
      if (words.length != 2) {
        throw new IllegalArgumentException("--ports=" + text + ": the form is SCHEME:PORT,...");
      }
      ports.put(words[0], Integer.parseInt(words[1]));
    }
    return ports;
  }

  private static Optional<PairOptions> pair(Map<String, String> values) {
    String text = values.remove("pair");
    return text == null
        ? Optional.empty()
        : Optional.of(PairOptions.parse(text, Path.of(required(values, "shared"))));
  }

  /** Whether a listener beside those for MQTT over TCP and TLS is needed. */
  public boolean needs(String scheme) {
    return ports.containsKey(scheme);
  }

  /** The port of a listener beside plain MQTT; 0 for a free one. */
  public int port(String scheme) {
    return ports.getOrDefault(scheme, 0);
  }

  private static String required(Map<String, String> values, String key) {
    String value = values.remove(key);
    if (value == null) {
      throw new IllegalArgumentException("--" + key + " is missing: the form is " + USAGE);
    }
    return value;
  }

  /**
   * The port to listen on where a product cannot pick a free one itself: the one asked for, or one
   * that was free a moment ago.
   */
  public int definitePort() throws IOException {
    return bindable(host, port);
  }

  /** The same for another listener. */
  public int definitePort(String scheme) throws IOException {
    return bindable(host, port(scheme));
  }

  /**
   * Binds the port and lets it go again.
   *
   * @throws java.net.BindException if it is taken
   */
  static int bindable(String host, int port) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
      return socket.getLocalPort();
    }
  }
}
