package io.brokerbench.testkit.broker;

import io.brokerbench.testkit.broker.AcknowledgementGate.Fault;
import java.time.Duration;

/**
 * What a {@link FaultyBroker} does wrong when it acknowledges messages to publishers, of QoS 1 and
 * 2 and of MQTT 3.1.1 and 5. It delivers the messages as usual.
 *
 * <p>The first fault that was set for a message counts, until {@link Faults#clear}. A message that
 * the client sends again after a reconnect counts as another one where a filter counts.
 */
public final class AcknowledgementFaults {

  private final FaultyBroker broker;
  private final AcknowledgementGate gate;
  private final Faults faults;

  AcknowledgementFaults(FaultyBroker broker, AcknowledgementGate gate, Faults faults) {
    this.broker = broker;
    this.gate = gate;
    this.faults = faults;
  }

  /**
   * Never sends PUBACK and PUBCOMP. PUBREC goes out. Breaks QoS 1 (section 4.3.2 of MQTT) and QoS 2
   * (section 4.3.3): the publisher never knows whether the broker has the message.
   */
  public Faults never(MessageFilter which) {
    return with(which, Fault.NEVER, 0);
  }

  /**
   * Never sends PUBREC, so that no PUBREL and no PUBCOMP follows. Breaks QoS 2 (section 4.3.3);
   * without effect on QoS 1.
   */
  public Faults neverReceived(MessageFilter which) {
    return with(which, Fault.NEVER_RECEIVED, 0);
  }

  /**
   * Sends PUBACK and PUBCOMP with another packet id than the message's, one that lies half of the
   * range away. Breaks QoS 1 and 2 (sections 4.3.2 and 4.3.3): the message stays unacknowledged,
   * and the packet acknowledges nothing that is in flight.
   */
  public Faults withWrongId(MessageFilter which) {
    return with(which, Fault.WRONG_ID, 0);
  }

  /** The same with PUBREC. Breaks QoS 2; without effect on QoS 1. */
  public Faults receivedWithWrongId(MessageFilter which) {
    return with(which, Fault.RECEIVED_WITH_WRONG_ID, 0);
  }

  /**
   * Sends PUBCOMP for PUBACK and PUBACK for PUBCOMP. Breaks QoS 1 (section 4.3.2 of MQTT) and QoS 2
   * (section 4.3.3): the message stays unacknowledged.
   */
  public Faults withWrongType(MessageFilter which) {
    return with(which, Fault.WRONG_TYPE, 0);
  }

  /**
   * Sends PUBACK and PUBCOMP twice. Breaks no promise about messages, but the flow of section 4.3:
   * the second packet acknowledges nothing, or a later message with the same id.
   */
  public Faults twice(MessageFilter which) {
    return with(which, Fault.TWICE, 0);
  }

  /**
   * Sends PUBACK and PUBCOMP this much later. Acknowledgements of other messages overtake them,
   * which breaks the order of PUBACKs (section 4.6) and no promise about messages. {@link
   * Faults#delayAcknowledgements} keeps the order.
   */
  public Faults late(MessageFilter which, Duration delay) {
    return with(which, Fault.LATE, delay.toNanos());
  }

  private Faults with(MessageFilter which, Fault fault, long delayNanos) {
    broker.command(() -> gate.add(which, fault, delayNanos));
    return faults;
  }
}
