package io.brokerbench.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsProducers;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.security.ClientIdentity;
import io.brokerbench.jms.lane.ProducerCredit;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A producer of a library that does all at once, on a clock that stands still. */
class TransactedPublisherTest {

  private static final int WINDOW = 10;

  private final JmsLane lane = new JmsLane(0, () -> 0);
  private final List<Long> acknowledged = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean connected;
  private final AtomicInteger commits = new AtomicInteger();

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
          connected = true;
        }

        @Override
        public void onDisconnected(long nanos, Throwable cause) {}
      };

  private static <T> T made(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private Session session() {
    return made(
        Session.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "createProducer" -> made(MessageProducer.class, (p, call, all) -> null);
              case "createBytesMessage" -> made(BytesMessage.class, (m, call, all) -> null);
              case "commit" -> {
                commits.incrementAndGet();
                yield null;
              }
              default -> null;
            });
  }

  private JmsLibrary library() {
    Connection connection =
        made(
            Connection.class,
            (self, method, arguments) ->
                method.getName().equals("createSession") ? session() : null);
    JmsChannel channel =
        made(
            JmsChannel.class,
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "connect" -> connection;
                  case "credit" -> ProducerCredit.unlimited();
                  default -> null;
                });
    return made(
        JmsLibrary.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "channel" -> channel;
              case "sending" -> Optional.empty();
              default -> null;
            });
  }

  private TransactedPublisher publisher(int batch) {
    JmsLink link =
        new JmsLink(
            library(),
            () -> 0,
            Target.of(new Endpoint(Endpoint.Listener.AMQP, "127.0.0.1", 1)),
            Optional.empty(),
            false,
            ClientIdentity.COMMON);
    JmsSubscriber.Parts parts =
        new JmsSubscriber.Parts(
            link,
            lane,
            Runnable::run,
            new SharedSubscriptionMembers(),
            new ReplyQueues(),
            () -> link,
            () -> 0);
    return new TransactedPublisher(
        parts,
        JmsConsumers.of(JmsAcknowledgement.TRANSACTED).withBatch(batch),
        JmsProducers.NONE,
        new PublisherSpec("writes", "topic", Qos.AT_LEAST_ONCE, 24, false, WINDOW),
        listener);
  }

  @AfterEach
  void end() throws InterruptedException {
    lane.beginShutdown();
    lane.awaitShutdown();
  }

  /** Nothing more would go into the transaction, however long it stays open. */
  @Test
  void aFullWindowIsCommittedAtOnceThoughTheTransactionIsToBeLonger() {
    TransactedPublisher publisher = publisher(100);
    lane.execute(publisher::connect);
    await().until(() -> connected);
    List<Boolean> taken = Collections.synchronizedList(new ArrayList<>());
    lane.execute(
        () -> {
          for (int i = 0; i <= WINDOW; i++) {
            taken.add(publisher.offer(i, 0, 0, 0));
          }
        });
    await().until(() -> acknowledged.size() == WINDOW);
    assertThat(taken).hasSize(WINDOW + 1).endsWith(true, false);
    assertThat(commits).hasValue(1);
  }

  @Test
  void aTransactionOfFewerMessagesThanTheWindowIsCommittedOnceItIsFull() {
    TransactedPublisher publisher = publisher(4);
    lane.execute(publisher::connect);
    await().until(() -> connected);
    lane.execute(
        () -> {
          for (int i = 0; i < 4; i++) {
            publisher.offer(i, 0, 0, 0);
          }
        });
    await().until(() -> acknowledged.size() == 4);
    assertThat(acknowledged).containsExactly(0L, 1L, 2L, 3L);
    assertThat(commits).hasValue(1);
  }
}
