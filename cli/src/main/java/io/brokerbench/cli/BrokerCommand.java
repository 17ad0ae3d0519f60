package io.brokerbench.cli;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.DefinitionException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code brokerbench broker}: starts one and keeps it until Ctrl-C. */
@Command(
    name = "broker",
    description = "Start a broker, print its endpoints, and keep it until Ctrl-C.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  brokerbench broker embedded",
      "  brokerbench broker process:mosquitto --port 1883 --log mosquitto.log"
    })
final class BrokerCommand implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long WATCH_MILLIS = 500;

  private final Tools tools;

  @Mixin final HelpOption help = new HelpOption();

  @Parameters(
      paramLabel = "BROKER",
      completionCandidates = RunCommand.BrokerNames.class,
      description = "Where it comes from; brokerbench list brokers shows what there is.")
  private String selector;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "For MQTT, on the loopback address; a free one unless given.")
  private Integer port;

  @Option(names = "--log", paramLabel = "FILE", description = "Where its own log goes.")
  private Path log;

  BrokerCommand(Tools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws BrokerException {
    Terminal terminal = tools.terminal();
    BrokerRequest request = request();
    try (StopSignals signals = StopSignals.install(PATIENCE);
        Broker broker = tools.offers().broker(selector).start(request)) {
      CountDownLatch stop = new CountDownLatch(1);
      signals.onStop(stop::countDown);
      terminal.say(RunHeader.LABEL.formatted("broker") + RunHeader.broker(broker));
      broker.endpoints().stream().map(Endpoint::uri).forEach(uri -> terminal.result(uri + "\n"));
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
        throw new DefinitionException("--port", "between 1 and 65535", port);
      }
      request = request.withPort(port);
    }
    return log == null ? request : request.withLogFile(log);
  }
}
