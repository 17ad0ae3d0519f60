package io.brokerbench.cli.session;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.option.LimitOptions;
import io.brokerbench.cli.option.RigOptions;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.session.ProviderRegistry;
import io.brokerbench.experiment.session.RunTarget;
import java.util.Iterator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of what makes the load, whatever the broker. */
@Grouped(HelpGroup.GENERATOR)
public final class LoadOptions {

  @Option(
      names = "--driver",
      paramLabel = "DRIVER",
      defaultValue = "swarm",
      completionCandidates = LoadOptions.DriverNames.class,
      description =
          "What makes the load (default: ${DEFAULT-VALUE}); jms:FILE.yaml for any client of JMS.")
  private String driver;

  @Mixin private LimitOptions limits = new LimitOptions();

  @Mixin private RigOptions rig = new RigOptions();

  /**
   * What is measured on one broker.
   *
   * @param broker its selector
   */
  public RunTarget target(CommandContext context, Scenario scenario, String broker) {
    BrokerProvider provider = context.providers().broker(broker);
    return new RunTarget(
        scenario,
        broker,
        provider,
        limits.limits(provider),
        context.providers().driver(driver),
        rig.settings().withCalibration(context.calibration()));
  }

  /** For the completion script. */
  public static final class ScenarioNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ProviderRegistry.load().scenarios().names().iterator();
    }
  }

  /** For the completion script. */
  public static final class BrokerNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ProviderRegistry.load().brokerNames().iterator();
    }
  }

  /** For the completion script. */
  public static final class DriverNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ProviderRegistry.load().driverNames().iterator();
    }
  }
}
