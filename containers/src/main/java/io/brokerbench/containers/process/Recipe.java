package io.brokerbench.containers.process;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Capability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** How brokers of one product and origin are started: all that differs between them. */
public interface Recipe {

  /** As messages name it: {@code Artemis}, {@code mosquitto}. */
  String title();

  /** As results name it. */
  String product();

  /** {@code embedded} or {@code process}. */
  String origin();

  /** What the product can do. */
  Set<Capability> capabilities();

  /** Cores that the product can use; empty for all that there are. */
  default OptionalInt usableCores() {
    return OptionalInt.empty();
  }

  /**
   * Writes what the broker needs into its own new folder, and says how to start it there.
   *
   * @param port empty for a free one
   * @throws BrokerException if the product isn't installed
   */
  Launch prepare(Path folder, OptionalInt port) throws BrokerException, IOException;

  /**
   * How to start one broker.
   *
   * @param command what to execute, the executable by its path
   * @param endsWithInput whether the end of its standard input ends the broker in order; others are
   *     ended by SIGTERM
   * @param ready a line of its log that shows that it listens, with a group {@code version}
   * @param port of its MQTT listener; 0 if the line tells, in a group {@code port}
   */
  record Launch(List<String> command, boolean endsWithInput, Pattern ready, int port) {

    /** Copies the command. */
    public Launch {
      command = List.copyOf(command);
    }
  }
}
