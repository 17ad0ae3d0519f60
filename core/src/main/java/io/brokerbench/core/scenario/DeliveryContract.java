package io.brokerbench.core.scenario;

import java.util.Optional;

/**
 * What is promised for a message on its whole way: by the QoS of the publisher, and where consumers
 * speak JMS by their acknowledgement too. A chain may do what one of its parts may.
 *
 * @param mayLose whether a message may be lost
 * @param mayDuplicate whether a message may arrive twice
 * @param title who promises it, for messages: {@code QoS 1}
 */
public record DeliveryContract(boolean mayLose, boolean mayDuplicate, String title) {

  /** The contract of a scenario. */
  public static DeliveryContract of(Scenario scenario) {
    Qos qos = scenario.workload().qos();
    String title = "QoS " + qos.level();
    Optional<JmsAcknowledgement> jms =
        scenario.session().jmsConsumers().map(JmsConsumers::acknowledgement);
    if (jms.isEmpty()) {
      return new DeliveryContract(qos.mayLose(), qos.mayDuplicate(), title);
    }
    return new DeliveryContract(
        qos.mayLose() || jms.get().mayLose(),
        qos.mayDuplicate() || jms.get().mayDuplicate(),
        title + " with " + jms.get() + " acknowledgement");
  }
}
