package io.brokerbench.containers.embedded;

import io.brokerbench.containers.process.Recipe;
import io.brokerbench.core.broker.Access;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.scenario.CipherSuite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A product's launcher in a child JVM: this one's Java, the settings of a server. */
record EmbeddedRecipe(EmbeddedProduct kind, EmbeddedLibrary library) implements Recipe {

  private static final Pattern READY =
      Pattern.compile(
          "^READY product=.+ version=(?<version>\\S+)"
              + "(?: amqp=\\S+:(?<amqp>\\d+))?(?: amqps=\\S+:(?<amqps>\\d+))?"
              + " mqtt=\\S+:(?<mqtt>\\d+)(?: mqtts=\\S+:(?<mqtts>\\d+))?$",
          Pattern.MULTILINE);

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
  public TopicMapping topicMapping() {
    return kind.topicMapping();
  }

  @Override
  public Launch prepare(Path folder, BrokerRequest request) throws BrokerException, IOException {
    Optional<CipherSuite> cipher = request.security().cipher();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(kind.jvmOptions());
    command.add("-Djava.io.tmpdir=" + folder);
    if (cipher.isPresent()) {
      command.addAll(DisabledAlgorithms.ofThisJvm().without(cipher.get(), folder));
    }
    command.add("-jar");
    command.add(library.launcher(kind.folder()).toString());
    command.add("--data=" + folder);
    command.add("--host=127.0.0.1");
    command.add("--port=" + request.port().orElse(0));
    Map<Listener, Integer> ports = new EnumMap<>(Map.of(Listener.MQTT, 0));
    if (request.amqp()) {
      boolean secured = request.security().ofConsumers().isPresent();
      command.add("--amqp=" + (secured ? "tls" : "plain"));
      ports.put(Listener.AMQP, 0);
      if (secured) {
        ports.put(Listener.AMQPS, 0);
      }
    }
    if (cipher.isEmpty()) {
      return new Launch(command, true, READY, ports, Access.OPEN);
    }
    EmbeddedTls tls = EmbeddedTls.write(folder, cipher.get());
    command.add("--tls=" + tls.options());
    ports.put(Listener.MQTTS, 0);
    return new Launch(command, true, READY, ports, tls.access());
  }
}
