package io.brokerbench.containers.remote;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.DefinitionException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.OptionalLong;

/**
 * What a selector {@code mqtt://host[:port][?pid=N]} says.
 *
 * @param endpoint port 1883 if it names none
 * @param pid of the broker's process on this machine
 */
record RemoteAddress(Endpoint endpoint, OptionalLong pid) {

  static final String SCHEME = "mqtt://";
  private static final int DEFAULT_PORT = 1883;
  private static final String FORM = "the form is mqtt://HOST[:PORT][?pid=PID]";

  /**
   * Reads a selector.
   *
   * @throws DefinitionException if it isn't of this form
   */
  static RemoteAddress parse(String selector) {
    URI uri;
    try {
      uri = new URI(selector);
    } catch (URISyntaxException e) {
      throw new DefinitionException(selector + ": " + e.getReason() + "; " + FORM, e);
    }
    boolean plainHost = uri.getHost() != null && uri.getUserInfo() == null;
    boolean noPath = uri.getRawPath() == null || uri.getRawPath().isEmpty();
    if (!plainHost || !noPath || uri.getRawFragment() != null) {
      throw new DefinitionException(selector + ": " + FORM);
    }
    String host = uri.getHost();
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    return new RemoteAddress(Endpoint.mqtt(bare, port), pid(selector, uri.getRawQuery()));
  }

  private static OptionalLong pid(String selector, String query) {
    OptionalLong pid = OptionalLong.empty();
    if (query == null) {
      return pid;
    }
    for (String option : query.split("&", -1)) {
      int equals = option.indexOf('=');
      String key = equals < 0 ? option : option.substring(0, equals);
      if (!key.equals("pid")) {
        throw new DefinitionException(selector + ": unknown option " + key + "; there is pid");
      }
      pid = OptionalLong.of(number(selector, equals < 0 ? "" : option.substring(equals + 1)));
    }
    return pid;
  }

  private static long number(String selector, String text) {
    try {
      long pid = Long.parseLong(text);
      if (pid > 0) {
        return pid;
      }
    } catch (NumberFormatException e) {
      throw new DefinitionException(selector + ": pid is the number of a process", e);
    }
    throw new DefinitionException(selector + ": pid is the number of a process");
  }
}
