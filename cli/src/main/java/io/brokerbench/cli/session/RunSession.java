package io.brokerbench.cli.session;

import io.brokerbench.cli.live.LiveProgress;
import io.brokerbench.cli.live.PlainProgress;
import io.brokerbench.cli.live.ProgressDisplay;
import io.brokerbench.cli.terminal.EnvironmentException;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.RunHeader;
import io.brokerbench.cli.terminal.StopSignals;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.network.NetworkedBroker;
import io.brokerbench.core.report.TerminalReport;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.RunResultCodec;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.StepRigs;
import io.brokerbench.core.store.ResultFolder;
import io.brokerbench.core.store.ResultFolderException;
import io.brokerbench.report.HtmlReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * One run from the checks before it to the exit code after it.
 *
 * <p>Whatever happens, the broker is closed, and what was measured is printed and kept.
 */
public final class RunSession {

  /** On top of the drain: for connections to close, results to be written, a broker to end. */
  private static final Duration GRACE = Duration.ofSeconds(15);

  /**
   * What is to be run.
   *
   * @param scenario with all options applied
   * @param selector of the broker, as it was written
   * @param brokers starts the broker
   * @param limits the most that the broker may take of this machine
   * @param driver makes the load
   * @param settings of the rig
   * @param output what becomes of the result
   */
  public record Request(
      Scenario scenario,
      String selector,
      BrokerProvider brokers,
      ResourceLimits limits,
      ClientDriverProvider driver,
      RigSettings settings,
      Output output) {

    /** Starts the broker, behind the network that the scenario asks for. */
    Broker start(BrokerRequest start) throws BrokerException, InterruptedException {
      return NetworkedBroker.around(
          brokers.start(start), scenario.conditions().network(), scenario.workload().seed());
    }

    /**
     * {@code artemis} of {@code embedded:artemis}; the address of a broker that is there already.
     */
    String shortName() {
      int scheme = selector.indexOf("://");
      if (scheme >= 0) {
        return selector.substring(scheme + 3).replaceFirst("[?#].*", "");
      }
      String name = brokers.name();
      return name.substring(name.indexOf(':') + 1);
    }
  }

  /**
   * What becomes of the result.
   *
   * @param folder in which the result folder is made
   * @param json whether the document is printed in place of the report
   * @param plain whether there is no live progress even on a terminal
   * @param again command that runs the same again
   */
  record Output(Path folder, boolean json, boolean plain, String again) {}

  private final Tools tools;
  private final Terminal terminal;
  private final Request request;

  public RunSession(Tools tools, Request request) {
    this.tools = tools;
    this.terminal = tools.terminal();
    this.request = request;
  }

  /** Runs it; the exit code. */
  public int run()
      throws BrokerException, RunException, ResultFolderException, EnvironmentException {
    Preflight.check(request, tools);
    ResultFolder folder =
        ResultFolder.create(
            request.output().folder(),
            tools.clock(),
            request.scenario().name(),
            request.shortName());
    Duration patience = request.scenario().phases().drainLimit().plus(GRACE);
    try (StopSignals signals = StopSignals.install(patience)) {
      return run(folder, signals);
    } finally {
      // Nothing is in it when the broker did not even get as far as a log.
      folder.removeIfEmpty();
    }
  }

  private int run(ResultFolder folder, StopSignals signals)
      throws BrokerException, RunException, EnvironmentException {
    BrokerRequest start =
        BrokerRequest.of(request.selector())
            .withLogFile(folder.brokerLog())
            .withNeedsOf(request.scenario())
            .withLimits(request.limits());
    BusyMachine machine = tools.machine().get();
    try (Broker broker = request.start(start)) {
      Preflight.check(broker, request, tools);
      RunHeader.lines(broker, request.scenario()).forEach(terminal::say);
      RunHeader.warn(terminal, machine, broker);
      RunResult result = measure(broker, signals);
      int code = report(result, folder);
      return signals.stopped() ? signals.exitCode() : code;
    } catch (BrokerException | RunException e) {
      // A signal that came before there was load: what it stopped has nothing to report.
      if (!signals.stopped()) {
        throw e;
      }
      terminal.say("brokerbench: " + ErrorReport.of(e).line());
      return signals.exitCode();
    } catch (InterruptedException e) {
      // A signal that came before the rig could be told; there is nothing to report yet.
      Thread.currentThread().interrupt();
      terminal.say("brokerbench: stopped before the run began");
      return signals.stopped() ? signals.exitCode() : ExitCode.ENVIRONMENT_CANNOT;
    }
  }

  private RunResult measure(Broker broker, StopSignals signals)
      throws RunException, InterruptedException {
    boolean live = terminal.live() && !request.output().plain();
    try (ProgressDisplay display =
        live ? new LiveProgress(terminal) : new PlainProgress(terminal)) {
      StepRigs.Rig rig =
          tools
              .rigs()
              .create(request.scenario(), broker, request.driver(), request.settings(), display);
      signals.onStop(
          () -> {
            display.note("stopping: what is under way is drained (Ctrl-C again ends at once)");
            rig.stop();
          });
      return rig.run();
    }
  }

  /** Writes and prints the result; a result that can't be kept is printed all the same. */
  private int report(RunResult result, ResultFolder folder) {
    Optional<ErrorReport> problem = Optional.empty();
    try {
      folder.write(result);
    } catch (ResultFolderException e) {
      problem = Optional.of(ErrorReport.of(e));
    }
    if (request.output().json()) {
      terminal.document(RunResultCodec.write(result));
    } else {
      Optional<String> path =
          problem.isPresent() ? Optional.empty() : Optional.of(folder.path() + "/");
      terminal.say("");
      terminal.result(
          new TerminalReport(terminal.unicode(), terminal.colour())
              .of(result, path, Optional.of(request.output().again())));
    }
    Optional<ErrorReport> worst =
        problem.or(
            () ->
                Pages.write(
                    tools, folder, request.output().again(), page -> HtmlReport.of(result, page)));
    worst.ifPresent(report -> terminal.say("brokerbench: " + report.line()));
    return worst.map(ErrorReport::exitCode).orElseGet(() -> ExitCode.of(result.verdict().status()));
  }
}
