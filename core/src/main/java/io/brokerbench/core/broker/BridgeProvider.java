package io.brokerbench.core.broker;

import java.util.List;

/** Starts brokers that are bridged; found with {@link java.util.ServiceLoader}. Stateless. */
public interface BridgeProvider {

  /** Whether brokers of a selector can be bridged. */
  boolean accepts(String selector);

  /** Selectors of the brokers that it can bridge, for messages. */
  List<String> examples();

  /**
   * Starts both, and returns when a message has crossed by the last rule of each direction.
   *
   * @param request for both; its port is that of the main broker, its log that of the main broker,
   *     and that of the bridge is beside it ({@code broker-bridge.log})
   * @param rules at least one, in the order in which they are to be set up
   * @throws io.brokerbench.core.base.DefinitionException if there is no rule, or a bridge is not
   *     for brokers of that kind
   * @throws BrokerException if they did not start, or no message crosses; nothing is left then
   * @throws InterruptedException if interrupted; nothing is left then
   */
  BridgedBrokers start(BrokerRequest request, List<BridgeRule> rules)
      throws BrokerException, InterruptedException;
}
