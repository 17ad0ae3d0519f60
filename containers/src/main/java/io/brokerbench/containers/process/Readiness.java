package io.brokerbench.containers.process;

import io.brokerbench.core.broker.Endpoint.Listener;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether a broker that is starting says that it is ready. Asked often, by one thread. */
@FunctionalInterface
public interface Readiness {

  /** What it says, once it is ready; whether it answers a client is asked afterwards. */
  Optional<Ready> look(ProcessLog log) throws IOException, InterruptedException;

  /**
   * What a broker says when it is ready.
   *
   * @param version of the product
   * @param ports of its listeners, those that it has chosen itself
   */
  record Ready(String version, Map<Listener, Integer> ports) {

    /** Copies the ports. */
    public Ready {
      ports = Map.copyOf(ports);
    }
  }

  /**
   * A line of its log, with a group {@code version}, and a group with the name of its scheme for
   * each port that the broker chooses.
   */
  static Readiness line(Pattern pattern) {
    return log -> log.find(pattern).map(Readiness::ready);
  }

  private static Ready ready(Matcher line) {
    Map<Listener, Integer> ports = new EnumMap<>(Listener.class);
    for (Listener listener : Listener.values()) {
      if (line.pattern().toString().contains("(?<" + listener.scheme() + ">")
          && line.group(listener.scheme()) != null) {
        ports.put(listener, Integer.parseInt(line.group(listener.scheme())));
      }
    }
    return new Ready(line.group("version"), ports);
  }
}
