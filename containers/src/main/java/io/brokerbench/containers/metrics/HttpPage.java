package io.brokerbench.containers.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** Reads a page over HTTP. */
public final class HttpPage {

  private static final int TIMEOUT_MILLIS = 5_000;

  /** The Jolokia of ActiveMQ Classic answers only requests that come from its own pages. */
  private static final String REFERER = "http://localhost";

  private HttpPage() {}

  /**
   * Its text.
   *
   * @param login {@code user:password}, or empty for none
   * @throws IOException if there is none to be had
   */
  public static String text(InetSocketAddress address, String path, String login)
      throws IOException {
    return text(address, path, login, Optional.empty());
  }

  /**
   * The same for one that is asked by POST.
   *
   * @param json what is asked; empty to ask by GET
   */
  static String text(InetSocketAddress address, String path, String login, Optional<String> json)
      throws IOException {
    String url = "http://%s:%d%s".formatted(address.getHostString(), address.getPort(), path);
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    connection.setRequestProperty("Referer", REFERER);
    if (!login.isEmpty()) {
      byte[] secret = login.getBytes(StandardCharsets.UTF_8);
      connection.setRequestProperty(
          "Authorization", "Basic " + Base64.getEncoder().encodeToString(secret));
    }
    if (json.isPresent()) {
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", "application/json");
      try (OutputStream out = connection.getOutputStream()) {
        out.write(json.get().getBytes(StandardCharsets.UTF_8));
      }
    }
    if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
      throw new IOException("%s: status %d".formatted(url, connection.getResponseCode()));
    }
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
