package io.brokerbench.cli.option;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How consumers that speak JMS consume; null where not given. */
final class JmsOptions {

  @Option(
      names = "--jms-ack",
      paramLabel = "MODE",
      description = "How JMS consumers acknowledge: ${COMPLETION-CANDIDATES}.")
  JmsAcknowledgement acknowledgement;

  @Option(
      names = "--jms-batch",
      paramLabel = "N",
      description = "Messages for each acknowledgement (CLIENT) or transaction (TRANSACTED).")
  Integer batch;

  @Option(
      names = "--jms-prefetch",
      paramLabel = "N",
      description = "Messages that the broker may send to a JMS consumer ahead of it.")
  Integer prefetch;

  @Option(
      names = "--jms-per-connection",
      paramLabel = "N",
      description = "JMS consumers that share a connection.")
  Integer perConnection;

  @Option(
      names = "--jms-selector",
      paramLabel = "SQL",
      description = "Selector of JMS consumers, which all messages are to match.")
  String selector;

  /**
   * The consumers of a scenario with the options applied.
   *
   * @throws DefinitionException if an option is given where consumers don't speak JMS
   */
  Optional<JmsConsumers> apply(Optional<JmsConsumers> base) {
    if (base.isEmpty()) {
      refuse("--jms-ack", acknowledgement);
      refuse("--jms-batch", batch);
      refuse("--jms-prefetch", prefetch);
      refuse("--jms-per-connection", perConnection);
      refuse("--jms-selector", selector);
      return base;
    }
    JmsConsumers consumers = base.get();
    if (acknowledgement != null && acknowledgement != consumers.acknowledgement()) {
      consumers = consumers.withAcknowledgement(acknowledgement);
    }
    consumers = prefetch == null ? consumers : consumers.withPrefetch(prefetch);
    consumers = batch == null ? consumers : consumers.withBatch(batch);
    consumers =
        perConnection == null ? consumers : consumers.withConsumersPerConnection(perConnection);
    return Optional.of(selector == null ? consumers : consumers.withSelector(selector));
  }

  private static void refuse(String option, Object value) {
    if (value != null) {
      throw new DefinitionException(
          option, "only where consumers speak JMS, such as with JMS in the name", value);
    }
  }
}
