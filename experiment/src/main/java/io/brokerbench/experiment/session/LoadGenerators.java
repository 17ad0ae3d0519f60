package io.brokerbench.experiment.session;

import io.brokerbench.core.engine.worker.AgentPool;
import io.brokerbench.core.telemetry.MachineLimits;
import io.brokerbench.experiment.bench.RigFactory;
import java.util.function.Supplier;

/**
 * Where clients run: this process, its workers, or agents on other machines.
 *
 * @param rigs make the load
 * @param checks what has to be right before
 */
public record LoadGenerators(RigFactory rigs, Checks checks) {

  /**
   * This process and its workers.
   *
   * @param limits what this machine has for connections, now
   */
  public static LoadGenerators here(
      RigFactory rigs, ProviderRegistry providers, Supplier<MachineLimits> limits) {
    return new LoadGenerators(rigs, new Preflight(providers, limits));
  }

  /** Agents, which know their own limits: this process carries no clients. */
  public static LoadGenerators on(AgentPool agents, RigFactory rigs, ProviderRegistry providers) {
    return here(
        (scenario, broker, driver, settings, listener) ->
            rigs.create(scenario, broker, driver, settings.withAgentPool(agents), listener),
        providers,
        () -> MachineLimits.UNKNOWN);
  }
}
