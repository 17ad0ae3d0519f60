package io.brokerbench.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsProducers;
import io.brokerbench.core.scenario.Qos;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A producer of a library that does all at once, on a clock that stands still. */
class TransactedPublisherTest {

  private static final int WINDOW = 10;

  private final JmsLane lane = new JmsLane(0, () -> 0);
  private final List<Long> acknowledged = Collections.synchronizedList(new ArrayList<>());
  private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger connected = new AtomicInteger();
  private final AtomicInteger disconnected = new AtomicInteger();

  /** Commits that are to fail, as the connection breaks. */
  private final AtomicInteger failing = new AtomicInteger();

  private final PublisherListener listener =
      new PublisherListener() {
        @Override
        public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {
          acknowledged.add(sequence);
        }

        @Override
        public void onReady() {}

        @Override
        public void onConnected(long nanos, boolean sessionPresent) {
          connected.incrementAndGet();
        }

        @Override
        public void onDisconnected(long nanos, Throwable cause) {
          disconnected.incrementAndGet();
        }
      };

  private Session session() {
    MessageProducer producer =
        Fakes.made(
            MessageProducer.class,
            (self, method, arguments) -> method.getName().equals("send") && calls.add("send"));
    return Fakes.made(
        Session.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "createProducer" -> producer;
              case "createBytesMessage" -> Fakes.made(BytesMessage.class, (m, call, all) -> null);
              case "commit" -> {
                calls.add("commit");
                if (failing.getAndDecrement() > 0) {
                  throw new JMSException("the connection broke");
                }
                yield null;
              }
              default -> null;
            });
  }

  private TransactedPublisher connectedPublisher(int batch) {
    JmsLink link = Fakes.link(this::session);
    JmsSubscriber.Parts parts =
        new JmsSubscriber.Parts(
            link,
            lane,
            Runnable::run,
            new SharedSubscriptionMembers(),
            new ReplyQueues(),
            () -> link,
            () -> 0);
    TransactedPublisher publisher =
        new TransactedPublisher(
            parts,
            JmsConsumers.of(JmsAcknowledgement.TRANSACTED).withBatch(batch),
            JmsProducers.NONE,
            new PublisherSpec("writes", "topic", Qos.AT_LEAST_ONCE, 24, false, WINDOW),
            listener);
    lane.execute(publisher::connect);
    await().until(() -> connected.get() == 1);
    return publisher;
  }

  private List<Boolean> offer(TransactedPublisher publisher, int messages) {
    List<Boolean> taken = Collections.synchronizedList(new ArrayList<>());
    lane.execute(
        () -> {
          for (int i = 0; i < messages; i++) {
            taken.add(publisher.offer(i, 0, 0, 0));
          }
        });
    await().until(() -> taken.size() == messages);
    return taken;
  }

  @AfterEach
  void end() throws InterruptedException {
    lane.beginShutdown();
    lane.awaitShutdown();
  }

  /** Nothing more would go into the transaction, however long it stays open. */
  @Test
  void aFullWindowIsCommittedAtOnceThoughTheTransactionIsToBeLonger() {
    List<Boolean> taken = offer(connectedPublisher(100), WINDOW + 1);
    await().until(() -> acknowledged.size() == WINDOW);
    assertThat(taken).endsWith(true, false);
    assertThat(calls).filteredOn("commit"::equals).hasSize(1);
  }

  @Test
  void aTransactionOfFewerMessagesThanTheWindowIsCommittedOnceItIsFull() {
    offer(connectedPublisher(4), 4);
    await().until(() -> acknowledged.size() == 4);
    assertThat(acknowledged).containsExactly(0L, 1L, 2L, 3L);
    assertThat(calls).containsExactly("send", "send", "send", "send", "commit");
  }

  /** A commit covers what was sent before it, and acknowledges no more. */
  @Test
  void whatIsSentAgainIsCommittedOnceAllOfItIsSent() {
    failing.set(1);
    TransactedPublisher publisher = connectedPublisher(100);
    offer(publisher, WINDOW);
    await().until(() -> disconnected.get() == 1);
    assertThat(acknowledged).isEmpty();
    calls.clear();
    lane.execute(publisher::connect);
    await().until(() -> acknowledged.size() == WINDOW);
    List<String> expected = new ArrayList<>(Collections.nCopies(WINDOW, "send"));
    expected.add("commit");
    assertThat(calls).isEqualTo(expected);
  }
}
