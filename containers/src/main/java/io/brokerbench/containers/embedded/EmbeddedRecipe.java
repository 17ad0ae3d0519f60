package io.brokerbench.containers.embedded;

import io.brokerbench.containers.process.ChildCommand;
import io.brokerbench.containers.process.ProcessRecipe;
import io.brokerbench.containers.process.Readiness;
import io.brokerbench.core.base.UnsupportedException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A product's launcher in a child JVM: this one's Java, the settings of a server. */
record EmbeddedRecipe(EmbeddedProduct kind, EmbeddedLibrary library, EmbeddedOptions options)
    implements ProcessRecipe {

  static final Pattern READY =
      Pattern.compile(
          "^READY product=.+ version=(?<version>\\S+)"
              + "(?: amqp=\\S+:(?<amqp>\\d+))?(?: amqps=\\S+:(?<amqps>\\d+))?"
              + "(?: core=\\S+:(?<core>\\d+))?(?: cores=\\S+:(?<cores>\\d+))?"
              + "(?: mqtt=\\S+:(?<mqtt>\\d+))?(?: mqtts=\\S+:(?<mqtts>\\d+))?"
              + "(?: openwire=\\S+:(?<openwire>\\d+))?(?: openwires=\\S+:(?<openwires>\\d+))?"
              + "(?: ws=\\S+:(?<ws>\\d+))?(?: wss=\\S+:(?<wss>\\d+))?$",
          Pattern.MULTILINE);

  /** Read by launchers of products that hold messages back only where they are set up for it. */
  private static final String DELIVERY_DELAY = "-Dbrokerbench.deliveryDelay=true";

  /** One of a pair that could take over. */
  static final Pattern STANDBY =
      Pattern.compile("^STANDBY product=.+ version=(?<version>\\S+)$", Pattern.MULTILINE);

  /** The same as long as nothing has come of it. */
  private static final Pattern STILL_STANDBY =
      Pattern.compile(
          "^STANDBY product=.+$(?!(?s:.*)^(?:READY|STARTING) product=)", Pattern.MULTILINE);

  /** Of the version of the build, with the usual JVM. */
  EmbeddedRecipe(EmbeddedProduct kind, EmbeddedLibrary library) {
    this(kind, library, EmbeddedOptions.NONE);
  }

  @Override
  public String title() {
    return kind.title();
  }

  @Override
  public Origin origin() {
    return Origin.EMBEDDED;
  }

  @Override
  public Set<Capability> capabilities() {
    return kind.capabilities();
  }

  /** The launchers of all products but the null broker, which is to do nothing, write one. */
  @Override
  public Optional<String> figuresFile() {
    return kind.writesFigures() ? Optional.of("figures.properties") : Optional.empty();
  }

  @Override
  public TopicMapping topicMapping() {
    return kind.topicMapping();
  }

  @Override
  public Launch prepare(Path folder, BrokerRequest request) throws BrokerException, IOException {
    Optional<CipherSuite> cipher = request.security().cipher();
    List<String> command = command(folder, cipher, request.port().orElse(0));
    if (request.needs().contains(Capability.DELIVERY_DELAY)) {
      command.add(1, DELIVERY_DELAY);
    }
    Map<Listener, Integer> ports = new EnumMap<>(Map.of(kind.plain(), 0));
    listeners(request).forEach(listener -> ports.put(listener, 0));
    ports(ports).ifPresent(command::add);
    if (cipher.isEmpty()) {
      return launch(command, ports, Access.OPEN);
    }
    EmbeddedTls tls = EmbeddedTls.write(folder, cipher.get());
    command.add("--tls=" + tls.options());
    return launch(command, ports, tls.access());
  }

  private static Launch launch(List<String> command, Map<Listener, Integer> ports, Access access) {
    return new Launch(ChildCommand.endingWithInput(command), Readiness.line(READY), ports, access);
  }

  /** The listeners beside the plain one that are asked for. */
  Set<Listener> listeners(BrokerRequest request) {
    Set<Listener> listeners = EnumSet.noneOf(Listener.class);
    boolean secured = request.security().cipher().isPresent();
    if (secured && kind.plain() == Listener.AMQP) {
      return EnumSet.of(Listener.AMQPS);
    }
    if (secured) {
      listeners.add(Listener.MQTTS);
    }
    if (request.webSocket()) {
      listeners.add(Listener.WS);
    }
    if (request.webSocket() && secured) {
      listeners.add(Listener.WSS);
    }
    for (JmsProtocol protocol : JmsProtocol.values()) {
      if (request.needs(protocol)) {
        listeners.add(protocol.plain());
      }
      if (request.needs(protocol) && request.security().ofConsumers().isPresent()) {
        listeners.add(protocol.secured());
      }
    }
    return listeners;
  }

  /** The option that says so; empty for the plain one alone, which has an option of its own. */
  Optional<String> ports(Map<Listener, Integer> ports) {
    return ports.size() == 1
        ? Optional.empty()
        : Optional.of(
            ports.entrySet().stream()
                .filter(entry -> entry.getKey() != kind.plain())
                .map(entry -> entry.getKey().scheme() + ":" + entry.getValue())
                .collect(Collectors.joining(",", "--ports=", "")));
  }

  @Override
  public Launch again(Launch first, List<Endpoint> endpoints) {
    List<String> ports = new ArrayList<>();
    for (Endpoint endpoint : endpoints) {
      if (endpoint.listener() == kind.plain()) {
        ports.add("--port=" + endpoint.port());
      }
    }
    String others =
        endpoints.stream()
            .filter(endpoint -> endpoint.listener() != kind.plain())
            .map(endpoint -> endpoint.listener().scheme() + ":" + endpoint.port())
            .collect(Collectors.joining(","));
    if (!others.isEmpty()) {
      ports.add("--ports=" + others);
    }
    return first.plus(ports);
  }

  @Override
  public Optional<Pattern> standby() {
    return Optional.of(STILL_STANDBY);
  }

  @Override
  public List<Launch> preparePair(List<Path> folders, BrokerRequest request)
      throws BrokerException, IOException {
    if (!kind.capabilities().contains(Capability.HIGH_AVAILABILITY)) {
      throw new UnsupportedException("%s cannot be started as a pair".formatted(product()));
    }
    return EmbeddedPair.prepare(this, folders, request);
  }

  /** All that does not depend on what it listens for beside its plain listener. */
  List<String> command(Path folder, Optional<CipherSuite> cipher, int port)
      throws BrokerException, IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(kind.jvmOptions(options.jvm()));
    command.add("-Djava.io.tmpdir=" + folder);
    if (cipher.isPresent()) {
      command.addAll(DisabledAlgorithms.ofThisJvm().without(cipher.get(), folder));
    }
    Path launcher = library.launcher(kind.folder(), folder);
    if (options.jars().isPresent()) {
      command.addAll(UserSuppliedJars.arguments(launcher, options.jars().get(), folder));
    } else {
      command.addAll(List.of("-jar", launcher.toString()));
    }
    command.add("--data=" + folder);
    command.add("--host=127.0.0.1");
    command.add("--port=" + port);
    return command;
  }
}
