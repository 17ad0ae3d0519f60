package io.brokerbench.experiment.cell;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.scenario.Qos;
import java.util.List;

/**
 * A second broker, the bridge, that passes messages on from the main broker or to it. The main one
 * is what is measured.
 *
 * @param rules what crosses, at least one
 * @param publishOnBridge whether publishers are connected to the bridge, else to the main broker
 * @param subscribeOnBridge whether consumers are, likewise
 */
public record BridgePlan(List<Rule> rules, boolean publishOnBridge, boolean subscribeOnBridge) {

  /** Copies the rules. */
  public BridgePlan {
    rules = List.copyOf(rules);
    if (rules.isEmpty()) {
      throw new DefinitionException("a bridge needs a rule; one that is not used is one too");
    }
  }

  /**
   * One line of the bridge's configuration.
   *
   * @param pattern topic filter without its prefix
   * @param toBridge whether messages go from the main broker to the bridge, else the other way
   * @param qos most that they cross with
   * @param bridgePrefix what topics begin with on the bridge; empty for nothing
   * @param mainPrefix the same on the main broker
   */
  public record Rule(
      String pattern, boolean toBridge, Qos qos, String bridgePrefix, String mainPrefix) {}
}
