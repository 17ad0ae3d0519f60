package io.brokerbench.cli.session;

import io.brokerbench.cli.option.LimitOptions;
import io.brokerbench.cli.option.Offers;
import io.brokerbench.cli.option.RigOptions;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.scenario.Scenario;
import java.nio.file.Path;
import java.util.Iterator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of what makes the load and where results go, whatever the broker. */
public final class LoadOptions {

  @Option(
      names = "--driver",
      paramLabel = "D",
      defaultValue = "swarm",
      completionCandidates = LoadOptions.DriverNames.class,
      description = "What makes the load; ${DEFAULT-VALUE} unless given.")
  private String driver;

  @Mixin private LimitOptions limits = new LimitOptions();

  @Mixin private RigOptions rig = new RigOptions();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "Where the result folder is made; ${DEFAULT-VALUE} unless given.")
  private Path out;

  @Option(names = "--json", description = "Print the result document, and nothing else.")
  private boolean json;

  @Option(names = "--plain", description = "No live progress: a line now and then.")
  private boolean plain;

  /**
   * What is asked for of one broker.
   *
   * @param broker its selector
   * @param again command that does the same again
   */
  public RunSession.Request request(Tools tools, Scenario scenario, String broker, String again) {
    BrokerProvider provider = tools.offers().broker(broker);
    return new RunSession.Request(
        scenario,
        broker,
        provider,
        limits.limits(provider),
        tools.offers().driver(driver),
        rig.settings().withCalibration(StoredCalibration.read(tools)),
        output(again));
  }

  /**
   * What becomes of results.
   *
   * @param again command that does the same again
   */
  RunSession.Output output(String again) {
    return new RunSession.Output(out, json, plain, again);
  }

  /** For the completion script. */
  public static final class ScenarioNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Offers.load().scenarios().list().stream().map(Scenario::name).iterator();
    }
  }

  /** For the completion script. */
  public static final class BrokerNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Offers.load().brokerNames().iterator();
    }
  }

  /** For the completion script. */
  public static final class DriverNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Offers.load().driverNames().iterator();
    }
  }
}
