package io.brokerbench.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.jms.lane.DeliveryRefusedException;
import io.brokerbench.jms.lane.LaneEventQueue;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A message that is not handled is neither acknowledged nor committed: the broker owes it still.
 */
class JmsSessionReceiverTest {

  private static final int HEADER_BYTES = 24;

  /** What the library is asked to do, and why the connection ends. */
  private final List<String> calls = new ArrayList<>();

  private JMSException refusal;

  private <T> T recording(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (!method.getName().startsWith("get") && !method.getName().equals("readHeader")) {
                calls.add(method.getName());
              }
              return answer(method);
            }));
  }

  private static Object answer(Method method) {
    if (method.getName().equals("readHeader")) {
      return HEADER_BYTES;
    }
    if (method.getReturnType() == boolean.class) {
      return false;
    }
    return method.getReturnType().isPrimitive() && method.getReturnType() != void.class ? 0 : null;
  }

  /** A responder whose reply the broker refuses, once it does. */
  private final ReceiverRole role =
      new ReceiverRole() {
        @Override
        public boolean accepts(Message message, long word1) {
          return true;
        }

        @Override
        public void onReported(Message message, byte[] header, int length) throws JMSException {
          if (refusal != null) {
            throw refusal;
          }
        }
      };

  private JmsSessionReceiver receiver(JmsAcknowledgement acknowledgement) {
    return new JmsSessionReceiver(
        recording(JmsLibrary.class),
        role,
        new SubscriberSpec("r", "q", Optional.empty(), Qos.AT_LEAST_ONCE, false),
        recording(Session.class),
        JmsConsumers.of(acknowledgement).withBatch(1),
        new LaneEventQueue(),
        System::nanoTime,
        cause -> calls.add(cause.getMessage()));
  }

  private Message message() {
    return recording(Message.class);
  }

  @Test
  void whatIsHandledIsCommitted() {
    JmsSessionReceiver receiver = receiver(JmsAcknowledgement.TRANSACTED);
    receiver.onMessage(message());
    assertThat(receiver.isBatchFull()).isTrue();
    receiver.settleBatch();
    assertThat(calls).containsExactly("commit");
  }

  @ParameterizedTest
  @EnumSource(JmsAcknowledgement.class)
  void aMessageThatComesWhileTheConnectionEndsIsRefused(JmsAcknowledgement acknowledgement) {
    JmsSessionReceiver receiver = receiver(acknowledgement);
    receiver.end();
    assertThatThrownBy(() -> receiver.onMessage(message()))
        .isInstanceOf(DeliveryRefusedException.class);
    assertThat(receiver.isBatchFull()).isFalse();
    assertThat(calls).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(JmsAcknowledgement.class)
  void afterOneThatIsNotHandledNoneIs(JmsAcknowledgement acknowledgement) {
    JmsSessionReceiver receiver = receiver(acknowledgement);
    refusal = new JMSException("the address is full");
    assertThatThrownBy(() -> receiver.onMessage(message()))
        .isInstanceOf(DeliveryRefusedException.class)
        .hasCause(refusal);
    refusal = null;
    assertThatThrownBy(() -> receiver.onMessage(message()))
        .isInstanceOf(DeliveryRefusedException.class);
    assertThat(receiver.isBatchFull()).isFalse();
    assertThat(calls).containsExactly("the address is full");
  }

  @Test
  void aTransactionWithOneThatIsNotHandledIsUndone() throws JMSException {
    JmsSessionReceiver receiver = receiver(JmsAcknowledgement.TRANSACTED);
    receiver.onMessage(message());
    refusal = new JMSException("the address is full");
    assertThatThrownBy(() -> receiver.onMessage(message()))
        .isInstanceOf(DeliveryRefusedException.class);
    receiver.settle();
    assertThat(calls).containsExactly("the address is full", "undo");
  }
}
