package io.brokerbench.jms;

import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.payload.ProofPlace;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsProducers;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.ByteBuffer;

/**
 * Makes the messages of one producer: their payload, the proof of it, their priority, and what a
 * reply to them requires. Messages of one session are made by one thread at a time.
 */
final class OutgoingMessages {

  private final PublisherSpec spec;
  private final JmsConsumers settings;
  private final ReplyQueues replyQueues;

  /** Of messages in turn; null where all have the usual one. */
  private final int[] priorities;

  /** Where replies go; null where none are expected. Set by the first message of a session. */
  private volatile Destination replyTo;

  OutgoingMessages(
      PublisherSpec spec, JmsConsumers settings, JmsProducers producers, ReplyQueues replyQueues) {
    this.spec = spec;
    this.settings = settings;
    this.replyQueues = replyQueues;
    this.priorities =
        producers
            .priorities()
            .map(all -> all.stream().mapToInt(Integer::intValue).toArray())
            .orElse(null);
  }

  /**
   * What a message carries.
   *
   * @param payload all of it
   * @param proof digits of the header that is not in the payload; null where it is
   */
  @SuppressWarnings("ArrayRecordComponent") // of one message, and written once
  record Content(byte[] payload, String proof) {}

  /** The messages that are made from now on are of another session. */
  void ofNewSession() {
    replyTo = null;
  }

  /** The content with a header of three words. */
  Content content(long[] words) {
    String proof = spec.provesByProperty() ? ProofPlace.text(words[0], words[1], words[2]) : null;
    if (spec.form().isPresent()) {
      return new Content(spec.form().get().stamped(words[0], words[1], words[2]).clone(), proof);
    }
    byte[] payload = new byte[spec.bytesOf(words[1])];
    if (proof == null) {
      ByteBuffer.wrap(payload).putLong(words[0]).putLong(words[1]).putLong(words[2]);
    }
    return new Content(payload, proof);
  }

  /**
   * A message with a content. May wait.
   *
   * @param on gets the priority of the message
   */
  BytesMessage message(MessageProducer on, Session of, long sequence, Content content)
      throws JMSException {
    if (priorities != null) {
      on.setPriority(priorities[(int) (sequence % priorities.length)]);
    }
    BytesMessage message = of.createBytesMessage();
    message.writeBytes(content.payload());
    if (spec.partition().isPresent()) {
      message.setIntProperty(JmsConsumers.PARTITION_PROPERTY, spec.partition().get());
    }
    if (content.proof() != null) {
      message.setStringProperty(ProofPlace.JMS_PROPERTY, content.proof());
    }
    if (spec.responseTopic().isPresent()) {
      message.setJMSReplyTo(replyTo(of));
      message.setJMSCorrelationID(
          ReceiverRole.correlation(ByteBuffer.wrap(content.payload()).getLong(Long.BYTES)));
    }
    return message;
  }

  private Destination replyTo(Session of) throws JMSException {
    Destination known = replyTo;
    if (known == null) {
      String name = spec.responseTopic().orElseThrow();
      known = settings.usesTemporaryQueues() ? replyQueues.of(name) : of.createQueue(name);
      replyTo = known;
    }
    return known;
  }
}
