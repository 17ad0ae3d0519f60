package io.brokerbench.cli;

import io.brokerbench.cli.option.LimitOptions;
import io.brokerbench.cli.option.ScenarioOptions;
import io.brokerbench.cli.option.StartOptions;
import io.brokerbench.cli.option.UnusedOptions;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.session.LoadOptions;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.RunHeader;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.cli.terminal.StopSignals;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import io.brokerbench.report.text.Paragraph;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code brokerbench broker}: starts one and keeps it until Ctrl-C. */
@Command(
    name = "broker",
    description = "Start a broker, print its endpoints, and keep it until Ctrl-C.",
    footer = {
      "  brokerbench broker embedded",
      "  brokerbench broker process:mosquitto --port 1883 --log mosquitto.log",
      "  brokerbench broker embedded --tls",
      "  brokerbench broker process:mosquitto --cipher PSK-AES256-CBC-SHA",
      "  brokerbench broker embedded --ha",
      "  brokerbench broker check recipe:mosquitto"
    })
final class BrokerCommand extends ContextCommand {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long WATCH_MILLIS = 500;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "BROKER",
      completionCandidates = LoadOptions.BrokerNames.class,
      description = "Where the broker comes from; see brokerbench list brokers.")
  private String selector;

  @Sets("port")
  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port for MQTT, on the loopback address (default: a free one).")
  private Integer port;

  @Option(names = "--log", paramLabel = "FILE", description = "File for the broker's own log.")
  private Path log;

  @Option(
      names = "--tls",
      description = "Listen for TLS as well; the certificate is removed with the broker.")
  private boolean tls;

  @Option(names = "--amqp", description = "Listen for AMQP 1.0 as well, for JMS clients.")
  private boolean amqp;

  @Sets("cipher")
  @Option(
      names = "--cipher",
      paramLabel = "NAME",
      completionCandidates = ScenarioOptions.CipherNames.class,
      description =
          "Listen for TLS as well, with this cipher suite only (default: AES256-GCM-SHA384).")
  private String cipher;

  @Option(
      names = "--ha",
      description = "Start a pair of brokers, of which one takes over when the other one is lost.")
  private boolean highAvailability;

  @Mixin private LimitOptions limits = new LimitOptions();

  @Mixin private StartOptions start = new StartOptions();

  BrokerCommand(CommandContext context) {
    super(context);
  }

  /** The command with its own one. */
  static CommandLine of(CommandContext context) {
    return new CommandLine(new BrokerCommand(context))
        .addSubcommand(new BrokerCheckCommand(context));
  }

  @Override
  public Integer call() throws BrokerException {
    if (selector == null) {
      throw new ParameterException(
          spec.commandLine(), "missing BROKER; see brokerbench broker --help");
    }
    Terminal terminal = context.terminal();
    BrokerProvider provider = context.providers().broker(selector);
    if (!provider.startsBrokers()) {
      new UnusedOptions(spec)
          .refuse("only with a broker that is started here", "--ha", "--log", "--start-timeout");
    }
    BrokerRequest request =
        request()
            .withLimits(limits.limits(provider))
            .withPatience(
                start.patience(line -> terminal.say(Paragraph.LABEL.formatted("waiting") + line)));
    requireCapabilities(provider, request);
    if (provider.startsBrokers()) {
      terminal.say(RunHeader.starting(provider.title(selector)));
      provider.traps().forEach(trap -> terminal.say(RunHeader.trap(trap)));
    }
    try (StopSignals signals = StopSignals.install(PATIENCE);
        Broker broker = provider.start(request)) {
      CountDownLatch stop = new CountDownLatch(1);
      signals.onStop(stop::countDown);
      terminal.say(Paragraph.LABEL.formatted("broker") + RunHeader.broker(broker));
      ReachableBroker.lines(broker).forEach(line -> terminal.result(line + "\n"));
      terminal.say(
          Paragraph.LABEL.formatted("to reach it")
              + "--broker '"
              + ReachableBroker.selector(broker)
              + "'");
      terminal.say("Ctrl-C ends it");
      while (!stop.await(WATCH_MILLIS, TimeUnit.MILLISECONDS)) {
        Optional<String> failure = broker.failure();
        if (failure.isPresent()) {
          throw new BrokerException(failure.get());
        }
      }
    } catch (InterruptedException e) {
      // Ctrl-C before it had started; it is gone already.
      Thread.currentThread().interrupt();
    }
    return ExitCode.FINE;
  }

  private BrokerRequest request() {
    BrokerRequest request = BrokerRequest.of(selector);
    if (port != null) {
      if (port < 1 || port > 65_535) {
        throw new DefinitionException("port", "between 1 and 65535", port);
      }
      request = request.withPort(port);
    }
    if (tls || cipher != null) {
      request = request.withSecurity(Security.ofAll(suite()));
    }
    if (highAvailability) {
      request = request.withHighAvailability();
    }
    if (amqp) {
      request = request.withAmqp();
    }
    return log == null ? request : request.withLogFile(log);
  }

  private CipherSuite suite() {
    return cipher == null ? CipherSuite.RSA_AES256_GCM : CipherSuite.of(cipher);
  }

  private void requireCapabilities(BrokerProvider provider, BrokerRequest request) {
    Set<Capability> needed = RequiredCapabilities.of(request);
    if (provider.capabilities().containsAll(needed)) {
      return;
    }
    String capable =
        context.providers().brokers().stream()
            .filter(other -> other.capabilities().containsAll(needed))
            .map(BrokerProvider::name)
            .collect(Collectors.joining(", "));
    String missing =
        needed.stream()
            .filter(capability -> !provider.capabilities().contains(capability))
            .map(Capability::title)
            .collect(Collectors.joining(" and "));
    throw new DefinitionException(
        "%s does not support %s; brokers that do: %s"
            .formatted(provider.name(), missing, capable.isEmpty() ? "none" : capable));
  }
}
