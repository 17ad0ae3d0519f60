package io.brokerbench.cli.option;

import com.fasterxml.jackson.annotation.JsonValue;
import io.brokerbench.cli.help.DeclaredSetting;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioSettings;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.core.scenario.Protocol;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** The options that set one setting of a scenario each, by its path. */
enum ScenarioOption implements DeclaredSetting {
  PUBLISHERS("topology.publishers", Integer.class, "N", "--publishers", "--devices", "-n"),
  CONSUMERS("topology.consumers", Integer.class, "N", "--consumers"),
  RESPONDERS("topology.responders", Integer.class, "N", "--responders"),
  RATE("workload.load.rate", Double.class, "RATE", "--rate", "-r"),
  ARRIVALS("workload.load.type", Arrivals.class, "KIND", "--arrivals"),
  RAMP_FROM("workload.load.from", Double.class, "RATE", "--ramp-from"),
  RAMP_OVER("workload.load.over", Duration.class, "DURATION", "--ramp-over"),
  CLOSED("workload.load.window", Integer.class, "WINDOW", "--closed"),
  PAYLOAD("workload.payload.bytes", Integer.class, "BYTES", "--payload"),
  WARM_UP("phases.warmUp", Duration.class, "DURATION", "--warmup"),
  WARM_UP_LIMIT("phases.warmUpLimit", Duration.class, "DURATION", "--warmup-limit"),
  DURATION("phases.steady", Duration.class, "DURATION", "--duration", "--steady", "-d"),
  DRAIN("phases.drainLimit", Duration.class, "DURATION", "--drain"),
  QUIET_PERIOD("phases.quietPeriod", Duration.class, "DURATION", "--quiet-period"),
  CONNECT_TIMEOUT("phases.connectLimit", Duration.class, "DURATION", "--connect-timeout"),
  CONNECT_RATE("session.connectRate", Double.class, "RATE", "--connect-rate"),
  ABSENT("session.absentFraction", Double.class, "FRACTION", "--absent"),
  IN_FLIGHT("session.inFlightWindow", Integer.class, "N", "--inflight"),
  CIPHER("security.cipher", String.class, "NAME", "--cipher"),
  TRANSPORT("session.transport", Transports.class, "NAME", "--transport"),
  RECONNECT("session.reconnect", Boolean.class, "", "--reconnect"),
  MQTT("session.protocol", Protocol.class, "VERSION", "--mqtt"),
  FAULT("conditions.fault.kind", Faults.class, "KIND", "--fault"),
  FAULT_AT("conditions.fault.at", Duration.class, "DURATION", "--fault-at"),
  HEAL_AFTER("conditions.fault.healAfter", Duration.class, "DURATION", "--heal-after"),
  FAULT_EVERY("conditions.fault.every", Duration.class, "DURATION", "--fault-every"),
  STORM_EVERY("conditions.storm.every", Duration.class, "DURATION", "--storm-every"),
  NETWORK("conditions.network", NetworkConditions.class, "CONDITIONS", "--network"),
  JMS_ACK("session.jmsConsumers.acknowledgement", JmsAcknowledgement.class, "MODE", "--jms-ack"),
  JMS_BATCH("session.jmsConsumers.batch", Integer.class, "N", "--jms-batch"),
  JMS_PREFETCH("session.jmsConsumers.prefetch", Integer.class, "N", "--jms-prefetch"),
  JMS_PER_CONNECTION(
      "session.jmsConsumers.consumersPerConnection", Integer.class, "N", "--jms-per-connection"),
  JMS_SELECTOR("session.jmsConsumers.selector", String.class, "SQL", "--jms-selector"),
  SEED("workload.seed", Long.class, "SEED", "--seed");

  /** The option of each path, for errors. */
  static final Map<String, String> NAMES =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(option -> option.path, option -> option.names[0]));

  /** What a description of the model leaves to the command line. */
  private static final Map<ScenarioOption, String> DESCRIPTIONS =
      Map.of(
          PAYLOAD,
          "Size of each payload, such as 100 or 1KB; 24 or more.",
          MQTT,
          "Version of MQTT: 3.1.1 or 5.",
          NETWORK,
          "Network conditions in each direction:"
              + " latency=20ms,jitter=5ms,loss=0.1%%,bandwidth=10mbit, or some of them;"
              + " node-loss=1%% between the nodes of a pair or cluster, node-latency=5ms between"
              + " those of a pair that copy to each other.",
          RAMP_FROM,
          "With --arrivals ramp: the rate at the start; --rate is that at the end.",
          TRANSPORT,
          "Transport of MQTT: ${COMPLETION-CANDIDATES}. Clients with TLS use TLS over each of them;"
              + " wss requires such clients.");

  private static final Map<Class<?>, ITypeConverter<?>> CONVERTERS =
      Map.of(
          NetworkConditions.class, ScenarioOption::network, Protocol.class, ScenarioOption::mqtt);

  private final String path;
  private final Class<?> type;
  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // not handed out, and not changed
  private final String[] names;

  ScenarioOption(String path, Class<?> type, String label, String... names) {
    this.path = path;
    this.type = type;
    this.label = label;
    this.names = names;
  }

  @Override
  public String path() {
    return path;
  }

  /** Its long name: {@code --rate}. */
  String option() {
    return names[0];
  }

  @Override
  public HelpGroup group() {
    return switch (this) {
      case RATE, DURATION, PUBLISHERS, CONSUMERS, PAYLOAD -> HelpGroup.MOST_USED;
      case ARRIVALS,
          RAMP_FROM,
          RAMP_OVER,
          CLOSED,
          WARM_UP,
          WARM_UP_LIMIT,
          DRAIN,
          QUIET_PERIOD,
          IN_FLIGHT,
          RESPONDERS,
          SEED ->
          HelpGroup.LOAD;
      case CONNECT_TIMEOUT, CONNECT_RATE, ABSENT, RECONNECT, CIPHER, TRANSPORT, MQTT ->
          HelpGroup.CLIENTS;
      case FAULT, FAULT_AT, HEAL_AFTER, FAULT_EVERY, STORM_EVERY, NETWORK -> HelpGroup.FAULTS;
      case JMS_ACK, JMS_BATCH, JMS_PREFETCH, JMS_PER_CONNECTION, JMS_SELECTOR -> HelpGroup.JMS;
    };
  }

  /** The option for a command, which hands on what is given. */
  OptionSpec spec(ISetter setter) {
    OptionSpec.Builder spec =
        OptionSpec.builder(names)
            .type(type)
            .paramLabel(label)
            .description(description())
            .userObject(this)
            .setter(setter);
    if (CONVERTERS.containsKey(type)) {
      spec.converters(CONVERTERS.get(type));
    }
    if (this == PAYLOAD) {
      ITypeConverter<Integer> size = ShortNumbers::smallSize;
      spec.converters(size);
    }
    if (this == PUBLISHERS || this == CONSUMERS) {
      ITypeConverter<Integer> clients =
          text -> ShortNumbers.clients(text, path.replace("topology", "devices"));
      spec.converters(clients);
    }
    if (this == CIPHER) {
      spec.completionCandidates(new ScenarioOptions.CipherNames());
    }
    return spec.build();
  }

  private String description() {
    String own = DESCRIPTIONS.get(this);
    if (own != null) {
      return own;
    }
    String text = ScenarioSettings.descriptions().get(path);
    return type.isEnum()
        ? text.replaceFirst("\\.$", ": \\${COMPLETION-CANDIDATES}.")
        : text.replace("%", "%%");
  }

  /** Reads {@code latency=20ms,loss=1%}. */
  private static NetworkConditions network(String text) {
    try {
      return NetworkText.parse(text);
    } catch (DefinitionException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /** Reads {@code 3.1.1} and {@code 5}. */
  private static Protocol mqtt(String text) {
    return switch (text) {
      case "3.1.1" -> Protocol.MQTT_3_1_1;
      case "5", "5.0" -> Protocol.MQTT_5;
      default -> throw new TypeConversionException("3.1.1 or 5");
    };
  }

  /** Kinds of open load, as they are written. */
  enum Arrivals {
    constant,
    poisson,
    ramp
  }

  /** Kinds of faults, as they are written. */
  enum Faults {
    kill,
    stop,
    cut,
    partition;

    @JsonValue
    String kind() {
      return name().toUpperCase(Locale.ROOT);
    }
  }

  /** What MQTT is spoken over, as it is written. */
  enum Transports {
    tcp,
    ws,
    wss;

    @JsonValue
    String transport() {
      return this == tcp ? "tcp" : "websocket";
    }
  }
}
