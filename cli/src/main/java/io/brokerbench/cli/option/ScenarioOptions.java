package io.brokerbench.cli.option;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.CipherSuite;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that change a scenario; null where one isn't given. */
public final class ScenarioOptions {

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
    cut
  }

  @Option(
      names = {"--publishers", "--devices"},
      paramLabel = "N",
      description = "Number of publishers; of devices, in a connection burst.")
  Integer publishers;

  @Option(names = "--consumers", paramLabel = "N", description = "Number of consumers.")
  Integer consumers;

  @Option(
      names = "--rate",
      paramLabel = "R",
      description = "Messages per second, of all publishers together (open load).")
  Double rate;

  @Option(
      names = "--arrivals",
      paramLabel = "KIND",
      description = "When messages are due: ${COMPLETION-CANDIDATES}.")
  Arrivals arrivals;

  @Option(
      names = "--ramp-from",
      paramLabel = "R",
      description = "With --arrivals ramp: the rate at the start; --rate is that at the end.")
  Double rampFrom;

  @Option(
      names = "--ramp-over",
      paramLabel = "D",
      converter = DurationConverter.class,
      description = "With --arrivals ramp: its length.")
  Duration rampOver;

  @Option(
      names = "--closed",
      paramLabel = "WINDOW",
      description = "Closed load: each publisher keeps WINDOW messages unacknowledged.")
  Integer closed;

  @Option(
      names = "--payload",
      paramLabel = "BYTES",
      description = "Size of each payload; 24 or more.")
  Integer payload;

  @Option(
      names = "--warmup",
      paramLabel = "D",
      converter = DurationConverter.class,
      description = "Load before the part that counts, such as 2s.")
  Duration warmUp;

  @Option(
      names = {"--duration", "--steady"},
      paramLabel = "D",
      converter = DurationConverter.class,
      description = "Length of the part that counts, such as 10s or 5m.")
  Duration duration;

  @Option(
      names = "--drain",
      paramLabel = "D",
      converter = DurationConverter.class,
      description = "Maximum drain time: the wait for what is under way at the end.")
  Duration drain;

  @Option(
      names = "--quiet-period",
      paramLabel = "D",
      converter = DurationConverter.class,
      description =
          "How long nothing may arrive at the end before what is missing counts as lost"
              + " (default: 5s).")
  Duration quietPeriod;

  @Option(
      names = "--connect-timeout",
      paramLabel = "D",
      converter = DurationConverter.class,
      description = "Longest wait for all clients to connect, and again to subscribe.")
  Duration connectTimeout;

  @Option(
      names = "--connect-rate",
      paramLabel = "R",
      description = "Clients that are due to connect per second; else as the broker takes them.")
  Double connectRate;

  @Option(
      names = "--absent",
      paramLabel = "FRACTION",
      description = "Share of the consumers, 0 to 1, that go away in mid-run and come back.")
  Double absent;

  @Option(
      names = "--inflight",
      paramLabel = "N",
      description = "Most messages that a publisher may have unacknowledged (QoS 1 and 2).")
  Integer inFlight;

  @Option(
      names = "--cipher",
      paramLabel = "NAME",
      completionCandidates = CipherNames.class,
      description = "The only cipher suite to accept, where the scenario uses TLS.")
  String cipher;

  /** What MQTT is spoken over, as it is written. */
  enum TransportName {
    tcp,
    ws,
    wss
  }

  @Option(
      names = "--transport",
      paramLabel = "NAME",
      description =
          "What MQTT is spoken over: ${COMPLETION-CANDIDATES}. Clients that use TLS do so with"
              + " each; wss says that there have to be some.")
  TransportName transport;

  @Option(
      names = "--mqtt",
      paramLabel = "VERSION",
      converter = ProtocolConverter.class,
      description = "Version of MQTT: 3.1.1 or 5.")
  Protocol mqtt;

  @Option(
      names = "--fault",
      paramLabel = "KIND",
      description = "Done to the broker's active node in mid-run: ${COMPLETION-CANDIDATES}.")
  Faults fault;

  @Option(
      names = "--fault-at",
      paramLabel = "D",
      converter = DurationConverter.class,
      description = "When, from the start of the part that counts; else after a third of it.")
  Duration faultAt;

  @Option(
      names = "--heal-after",
      paramLabel = "D",
      converter = DurationConverter.class,
      description = "When the fault is undone, from the fault, such as 2s; else never.")
  Duration healAfter;

  @Option(
      names = "--network",
      paramLabel = "WHAT",
      converter = NetworkConverter.class,
      description =
          "Done to the network in each direction:"
              + " latency=20ms,jitter=5ms,loss=0.1%%,bandwidth=10mbit, or some of it.")
  NetworkConditions network;

  @Mixin JmsOptions jms = new JmsOptions();

  @Option(names = "--seed", paramLabel = "S", description = "Seed of everything random.")
  Long seed;

  /** Reads {@code latency=20ms,loss=1%}. */
  static final class NetworkConverter implements ITypeConverter<NetworkConditions> {
    @Override
    public NetworkConditions convert(String text) {
      try {
        return NetworkText.parse(text);
      } catch (DefinitionException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** For the completion script. */
  public static final class CipherNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(CipherSuite.values()).map(CipherSuite::openSslName).iterator();
    }
  }

  /** Reads what {@link Durations} reads. */
  public static final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        return Durations.parse(text);
      } catch (DefinitionException e) {
        throw new TypeConversionException(e.getMessage().replaceFirst("^.*?: ", ""));
      }
    }
  }

  /** Reads {@code 3.1.1} and {@code 5}. */
  static final class ProtocolConverter implements ITypeConverter<Protocol> {
    @Override
    public Protocol convert(String text) {
      return switch (text) {
        case "3.1.1" -> Protocol.MQTT_3_1_1;
        case "5", "5.0" -> Protocol.MQTT_5;
        default -> throw new TypeConversionException("3.1.1 or 5");
      };
    }
  }
}
