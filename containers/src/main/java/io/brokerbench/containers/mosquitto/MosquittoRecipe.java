package io.brokerbench.containers.mosquitto;

import io.brokerbench.containers.process.Executables;
import io.brokerbench.containers.process.Recipe;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Capability;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** The mosquitto of the search path, with a configuration of its own. */
record MosquittoRecipe(Executables executables) implements Recipe {

  /** Not {@link Capability#SURVIVES_KILL}: it saves its database each half hour. */
  static final Set<Capability> CAPABILITIES =
      Set.copyOf(EnumSet.complementOf(EnumSet.of(Capability.SURVIVES_KILL)));

  private static final Pattern READY =
      Pattern.compile("mosquitto version (?<version>\\S+) running");

  @Override
  public String title() {
    return "mosquitto";
  }

  @Override
  public String product() {
    return "Mosquitto";
  }

  @Override
  public String origin() {
    return "process";
  }

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  /** One thread does all the work. */
  @Override
  public OptionalInt usableCores() {
    return OptionalInt.of(1);
  }

  @Override
  public Launch prepare(Path folder, OptionalInt port) throws BrokerException, IOException {
    Path executable =
        executables
            .find("mosquitto")
            .orElseThrow(
                () ->
                    new BrokerException(
                        MosquittoProvider.SELECTOR
                            + ": there is no mosquitto on the PATH; install it (apt-get install"
                            + " mosquitto), or use --broker embedded"));
    int listener = port.isPresent() ? port.getAsInt() : freePort();
    Path file = folder.resolve("mosquitto.conf");
    String user = System.getProperty("user.name");
    Files.writeString(file, new MosquittoConfig(listener, folder, user).render());
    return new Launch(
        List.of(executable.toString(), "-c", file.toString()), false, READY, listener);
  }

  /** Mosquitto takes no port 0. Who loses the race for this one is started anew. */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
