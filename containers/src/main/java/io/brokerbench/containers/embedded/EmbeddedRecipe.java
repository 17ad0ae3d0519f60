package io.brokerbench.containers.embedded;

import io.brokerbench.containers.process.Recipe;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Capability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** A product's launcher in a child JVM: this one's Java, the settings of a server. */
record EmbeddedRecipe(EmbeddedProduct kind, EmbeddedLibrary library) implements Recipe {

  private static final Pattern READY =
      Pattern.compile(
          "^READY product=.+ version=(?<version>\\S+) mqtt=.+:(?<port>\\d+)$", Pattern.MULTILINE);

  @Override
  public String title() {
    return kind.title();
  }

  @Override
  public String product() {
    return kind.title();
  }

  @Override
  public String origin() {
    return "embedded";
  }

  @Override
  public Set<Capability> capabilities() {
    return kind.capabilities();
  }

  @Override
  public Launch prepare(Path folder, OptionalInt port) throws BrokerException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(kind.jvmOptions());
    command.add("-Djava.io.tmpdir=" + folder);
    command.add("-jar");
    command.add(library.launcher(kind.folder()).toString());
    command.add("--data=" + folder);
    command.add("--host=127.0.0.1");
    command.add("--port=" + port.orElse(0));
    return new Launch(command, true, READY, 0);
  }
}
