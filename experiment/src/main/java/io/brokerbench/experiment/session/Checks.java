package io.brokerbench.experiment.session;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.GroupRequirements;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.scenario.GroupedScenario;
import java.util.List;

/** What has to be right for a target, beside the target itself. */
public interface Checks {

  /**
   * Checks what can be known before anything starts.
   *
   * @throws io.brokerbench.core.base.DefinitionException if the broker or the driver cannot do what
   *     the scenario needs
   * @throws EnvironmentException if this machine cannot
   */
  void before(RunTarget target) throws EnvironmentException;

  /**
   * Checks what groups require together, before anything starts.
   *
   * @param targets of the groups, in their order
   * @throws io.brokerbench.core.base.DefinitionException if they do not go together
   * @throws EnvironmentException if this machine does not carry all of their clients
   */
  default void together(GroupedScenario groups, List<RunTarget> targets)
      throws EnvironmentException {
    GroupRequirements.require(groups);
  }

  /**
   * Checks what can be known only once the broker runs.
   *
   * @throws io.brokerbench.core.base.DefinitionException if it cannot be reached as the scenario
   *     says
   * @throws EnvironmentException if this machine cannot reach it so often
   * @throws RunException if the broker does not have the listener that the scenario needs
   */
  default void running(Broker broker, RunTarget target) throws EnvironmentException, RunException {}
}
