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
 * What a launcher is told on its command line.
 *
 * @param data the folder for all that the broker writes; exists
 * @param host the address to listen on
 * @param port for MQTT; 0 for a free one
 * @param tls the listener for TLS, on a free port, if one is needed
 * @param amqp the listeners for AMQP 1.0, on free ports
 */
public record LaunchOptions(Path data, String host, int port, Optional<TlsOptions> tls, Amqp amqp) {

  private static final String USAGE =
      "--data=FOLDER --host=ADDRESS --port=PORT [--tls=FILE] [--amqp=plain|tls]";

  /** Without listeners for AMQP. */
  public LaunchOptions(Path data, String host, int port, Optional<TlsOptions> tls) {
    this(data, host, port, tls, Amqp.NONE);
  }

  /**
   * Reads {@code --data=FOLDER --host=ADDRESS --port=PORT [--tls=FILE] [--amqp=plain|tls]}.
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
            amqp(Optional.ofNullable(values.remove("amqp")).orElse("none")));
    if (!values.isEmpty()) {
      throw new IllegalArgumentException("unknown " + values.keySet() + ": there are " + USAGE);
    }
    return options;
  }

  private static Amqp amqp(String value) {
    for (Amqp amqp : Amqp.values()) {
      if (amqp.name().equalsIgnoreCase(value)) {
        return amqp;
      }
    }
    throw new IllegalArgumentException("--amqp=" + value + ": the form is " + USAGE);
  }

  private static TlsOptions tls(String file) {
    try {
      return TlsOptions.read(Path.of(file));
    } catch (IOException e) {
      throw new IllegalArgumentException("--tls=" + file + ": " + e.getMessage(), e);
    }
  }

  private static String required(Map<String, String> values, String key) {
    String value = values.remove(key);
    if (value == null) {
      throw new IllegalArgumentException("--" + key + " is missing: the form is " + USAGE);
    }
    return value;
  }

  /** Which listeners for AMQP 1.0 there are to be. */
  public enum Amqp {
    /** None. */
    NONE,
    /** One over TCP. */
    PLAIN,
    /** One over TCP, and one as {@link #tls} says. */
    TLS
  }

  /**
   * The port to listen on where a product can't pick a free one itself: the one asked for, or one
   * that was free a moment ago.
   */
  public int definitePort() throws IOException {
    return bindable(host, port);
  }

  /** A port for another listener, that was free a moment ago. */
  public int anotherPort() throws IOException {
    return bindable(host, 0);
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
